import { and, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { file, kyc, user as userTable, withdrawal } from '#drizzle/schema';
import { findAll, type Reader } from '~/platform/db/index.server';
import { areSamePerson, isSameMailbox, toMailbox } from './rules';

/**
 * Finds the accounts linked by a verified mailbox, by a wallet that both were paid to, or by an approved identity check. Unverified
 * claims and deposits are no link, because a stranger could claim another's wallet and cost them a bonus.
 */
export async function findAccountsOfPerson(handle: Reader, id: string): Promise<Set<string>> {
  const known = new Set([id]);
  for (let fresh = [id]; fresh.length > 0; ) {
    const linked = await Promise.all([
      findByMailbox(handle, fresh),
      findByWallet(handle, fresh),
      findBySameDocument(handle, fresh),
    ]);
    fresh = [...new Set(linked.flat())].filter((each) => !known.has(each));
    for (const each of fresh) known.add(each);
  }
  return known;
}

async function findByMailbox(handle: Reader, ids: string[]): Promise<string[]> {
  const ownRows = (await findAll(handle, userTable, { id: ids })).filter(({ emailVerifiedAt }) => emailVerifiedAt);
  if (ownRows.length === 0) return [];
  const alike = or(...ownRows.map(({ email }) => startsWithLocalPart(sql`${userTable.email}`, email)));
  const found = await handle
    .select({ id: userTable.id, email: userTable.email })
    .from(userTable)
    .where(and(alike, isNotNull(userTable.emailVerifiedAt)));
  return found.filter(({ email }) => ownRows.some((own) => isSameMailbox(own.email, email))).map((each) => each.id);
}

/** Returns the condition that an address begins with a mailbox's local part. The caller must filter the matches, which include other mailboxes. */
function startsWithLocalPart(column: SQL, email: string): SQL {
  const local = toMailbox(email).replace(/@[^@]*$/, '');
  return sql`substr(${column}, 1, ${sql.raw(String(local.length))}) = ${local}`;
}

async function findByWallet(handle: Reader, ids: string[]): Promise<string[]> {
  const wallet = sql<string>`lower(${withdrawal.wallet})`;
  const paid = eq(withdrawal.status, 'paid');
  const own = await handle
    .selectDistinct({ wallet })
    .from(withdrawal)
    .where(and(inArray(withdrawal.userId, ids), paid));
  if (own.length === 0) return [];
  const wallets = own.map((each) => each.wallet);
  const found = await handle
    .selectDistinct({ id: withdrawal.userId })
    .from(withdrawal)
    .where(and(inArray(wallet, wallets), paid));
  return found.map((each) => each.id);
}

async function findBySameDocument(handle: Reader, ids: string[]): Promise<string[]> {
  const ownRows = await selectApprovedChecks(handle, inArray(kyc.userId, ids));
  if (ownRows.length === 0) return [];
  const documents = ownRows.flatMap(({ document }) => document ?? []);
  // Identity checks sent by older clients may have no postal code.
  const codes = ownRows.flatMap(({ postalCode }) => postalCode.replace(/[ -]/g, '').toLowerCase() || []);
  // Preselects candidates in SQL; the rule below filters them.
  const candidates = or(
    documents.length > 0 ? inArray(file.sha256, documents) : undefined,
    codes.length > 0 ? inArray(sql`lower(replace(replace(${kyc.postalCode}, ' ', ''), '-', ''))`, codes) : undefined,
  );
  if (!candidates) return [];
  const found = await selectApprovedChecks(handle, candidates);
  return found.filter((each) => ownRows.some((own) => areSamePerson(own, each))).map(({ userId }) => userId);
}

const selectApprovedChecks = (handle: Reader, which: SQL | undefined) =>
  handle
    .select({
      userId: kyc.userId,
      firstName: kyc.firstName,
      lastName: kyc.lastName,
      postalCode: kyc.postalCode,
      address: kyc.address,
      document: file.sha256,
    })
    .from(kyc)
    .leftJoin(file, eq(file.id, kyc.documentFileId))
    // An expired document still shows whose account it is.
    .where(and(or(eq(kyc.status, 'approved'), eq(kyc.endedBy, 'expire')), which));

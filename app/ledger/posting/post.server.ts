import { account, journal, transfer } from '#drizzle/schema';
import { systemNow } from '~/platform/clock';
import { findAll, type Handle, insertAll } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { done, type Result } from '~/platform/result';
import type { AccountRef, JournalKind } from '../chartOfAccounts';
import { mustBeOpen } from './closedMonths.server';
import { journalMac } from './journalMac.server';
import { lockAccounts } from './lockAccounts.server';
import { balanceOf, isFloored, proven, rememberLeft } from './provenBalances.server';

/** One movement: `amount` cents, more than zero, debited to one account and credited to another. */
export type Leg = { debit: AccountRef; credit: AccountRef; amount: bigint };

export type JournalEntry = {
  kind: JournalKind;
  /** What it is about: with the kind it makes the effect unique, whatever runs twice. */
  ref: string;
  /** `investor:<id>`, `admin:<id>` or `system`. */
  actor: string;
  approver?: string;
  reason?: string;
  /** The journal that this one takes back. */
  reverses?: string;
  /** When it counts, by the product's clock. */
  effectiveAt: Date;
  legs: Leg[];
};

export type PostError =
  /** An account with a floor would fall below zero; nothing was written. */
  | { code: 'insufficient'; account: string; balance: bigint }
  /** This kind of effect on this thing is in the books already; nothing was written. */
  | { code: 'already-posted' };

export type PostedJournal = { journalId: string };

type Account = typeof account.$inferSelect;

/**
 * Writes one journal with its transfers and moves the balances, in the caller's transaction.
 * Either all legs are posted or, with an error as the answer, nothing was written.
 */
export async function post(tx: Handle, entry: JournalEntry): Promise<Result<PostedJournal, PostError>> {
  const [result] = await postMany(tx, [entry]);
  return result as Result<PostedJournal, PostError>;
}

/**
 * Does what `post` does, for several entries in turn, with as many queries as one entry takes. Give it a few hundred entries at most:
 * on SQLite nothing else runs meanwhile.
 */
export async function postMany(tx: Handle, entries: JournalEntry[]): Promise<Result<PostedJournal, PostError>[]> {
  // Asked together and written together: on PostgreSQL that is two trips, not five.
  const [books, effects] = await Promise.all([
    accountsOf(tx, entries),
    effectsPosted(tx, entries),
    mustBeOpen(tx, entries),
  ]);
  const draft: Draft = { books, changed: new Set(), journals: [], transfers: [] };
  const results = entries.map((entry): Result<PostedJournal, PostError> => {
    if (effects.has(effectOf(entry))) return { ok: false, error: { code: 'already-posted' } };
    const result = add(draft, entry);
    if (result.ok) effects.add(effectOf(entry));
    return result;
  });
  if (draft.journals.length > 0) {
    const changed = Array.from(draft.changed, (code) => draft.books.get(code) as Account);
    rememberLeft(tx, changed);
    await Promise.all([
      insertAll(tx, journal, draft.journals),
      // Accounts before transfers, so that two processes that collide get the conflict over the balance.
      insertAll(tx, account, changed, ['debits', 'credits', 'version']),
      insertAll(tx, transfer, draft.transfers),
    ]);
  }
  return results;
}

const effectOf = ({ kind, ref }: { kind: string; ref: string }): string => `${kind} ${ref}`;

/** What is to be written, and the accounts as they are when it is. */
type Draft = {
  books: Map<string, Account>;
  changed: Set<string>;
  journals: (typeof journal.$inferSelect)[];
  transfers: (typeof transfer.$inferSelect)[];
};

/** Adds one entry to the draft, or leaves it as it is and says why. */
function add(draft: Draft, entry: JournalEntry): Result<PostedJournal, PostError> {
  if (entry.legs.length === 0) throw new RangeError('A journal has at least one transfer');
  const journalId = newId();
  // Aside until every leg has passed.
  const moved = new Map<string, Account>();
  const side = ({ code }: AccountRef): Account => {
    const known = moved.get(code) ?? { ...(draft.books.get(code) as Account) };
    moved.set(code, known);
    return known;
  };
  const lines: (typeof transfer.$inferSelect)[] = [];
  const codes: { debitAccountId: string; creditAccountId: string }[] = [];
  for (const [leg, { debit, credit, amount }] of entry.legs.entries()) {
    if (amount <= 0n) throw new RangeError(`A transfer moves more than nothing, not ${amount}`);
    const from = side(debit);
    const to = side(credit);
    from.debits += amount;
    from.version += 1;
    to.credits += amount;
    to.version += 1;
    for (const changed of [from, to]) {
      const balance = balanceOf(changed);
      if (changed.floored && balance < 0n) {
        return { ok: false, error: { code: 'insufficient', account: changed.code, balance: balance + amount } };
      }
    }
    lines.push({
      id: newId(),
      journalId,
      leg,
      debitAccountId: from.id,
      creditAccountId: to.id,
      amount,
      debitBalance: balanceOf(from),
      creditBalance: balanceOf(to),
      debitVersion: from.version,
      creditVersion: to.version,
    });
    codes.push({ debitAccountId: from.code, creditAccountId: to.code });
  }
  const { kind, ref: businessRef, actor, approver = null, reason = null, reverses = null, effectiveAt } = entry;
  const recordedAt = systemNow();
  const head = { id: journalId, kind, businessRef, actor, approver, reason, reverses, effectiveAt, recordedAt };
  const mac = journalMac(
    head,
    lines.map((line, at) => ({ ...line, ...codes[at] })),
  );
  draft.journals.push({ ...head, mac });
  draft.transfers.push(...lines);
  for (const [code, changed] of moved) {
    draft.books.set(code, changed);
    draft.changed.add(code);
  }
  return done({ journalId });
}

/** The accounts that some entries name, by code; one that nothing has moved through yet is made, but not yet written. */
async function accountsOf(tx: Handle, entries: JournalEntry[]): Promise<Map<string, Account>> {
  const refs = new Map<string, AccountRef>();
  for (const { debit, credit } of entries.flatMap((entry) => entry.legs)) {
    refs.set(debit.code, debit);
    refs.set(credit.code, credit);
  }
  const found = await proven(tx, await lockAccounts(tx, [...refs.values()]));
  const books = new Map(found.map((row) => [row.code, row]));
  for (const { code, owner, normalSide } of refs.values()) {
    if (books.has(code)) continue;
    const empty = { debits: 0n, credits: 0n, version: 0 };
    books.set(code, { id: newId(), code, ownerId: owner, normalSide, floored: isFloored({ normalSide }), ...empty });
  }
  return books;
}

/** Which effects of some entries are in the books already. */
async function effectsPosted(tx: Handle, entries: JournalEntry[]): Promise<Set<string>> {
  const refs = new Map<string, string[]>();
  for (const { kind, ref } of entries) {
    const ofKind = refs.get(kind);
    if (ofKind) ofKind.push(ref);
    else refs.set(kind, [ref]);
  }
  const posted = await Promise.all(
    Array.from(refs, ([kind, ofKind]) => findAll(tx, journal, { kind, businessRef: ofKind })),
  );
  return new Set(posted.flat().map(({ kind, businessRef }) => effectOf({ kind, ref: businessRef })));
}

/** `post` where the caller has ruled every refusal out: one is a fault of ours, and takes the transaction back. */
export async function mustPost(tx: Handle, entry: JournalEntry): Promise<PostedJournal> {
  const posted = await post(tx, entry);
  if (!posted.ok) throw new Error(`${entry.kind} ${entry.ref} could not be posted: ${posted.error.code}`);
  return posted.value;
}

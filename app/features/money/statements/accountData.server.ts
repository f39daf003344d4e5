import { and, asc, eq, type InferSelectModel } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import {
  copy,
  copyFlow,
  deposit,
  event,
  file,
  investment,
  kyc,
  mail,
  mirror,
  notification,
  rankBonus,
  referralBonus,
  session,
  supportMessage,
  supportThread,
  twoFactor,
  user as userTable,
  watchedTrader,
  withdrawal,
} from '#drizzle/schema';
import { approvalMachine, MARK_EVENTS } from '~/features/backoffice';
import { STATEMENT_BREAK } from '~/features/money/wallet/internal/payments.server';
import { PROFILE_FIELDS, RISK_RATING_ENTITY, TAG_ENTITY } from '~/features/people';
import { JOURNAL_KINDS } from '~/ledger/chartOfAccounts';
import { formatPlainUsd } from '~/ledger/money';
import { readStatement } from '~/ledger/reading/statement.server';
import { readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import { now } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { createPublicLink } from '~/platform/installation/site';
import { PRODUCT_NAME } from '~/platform/text/productName';
import type { User } from '~/signIns/session.server';

async function readOwnRows<T extends SQLiteTable & { id: SQLiteColumn }>(
  table: T,
  owner: SQLiteColumn,
  userId: string,
) {
  const rows = await read()
    .select()
    .from(table as SQLiteTable)
    .where(eq(owner, userId))
    .orderBy(asc(table.id));
  return rows as InferSelectModel<T>[];
}

const STAFF_ENTITIES: string[] = [RISK_RATING_ENTITY, TAG_ENTITY, STATEMENT_BREAK, approvalMachine.thing];
const STAFF_EVENTS: readonly string[] = MARK_EVENTS;

/** Returns whether a user may read an event; internal events of the staff are excluded. */
const isVisibleToUser = ({ thing, event: happened }: typeof event.$inferSelect): boolean =>
  !STAFF_ENTITIES.includes(thing) && !STAFF_EVENTS.includes(happened);

export async function readAccountData({ id, email }: User) {
  const [[profile], [factor], sessions, mails] = await Promise.all([
    read().select().from(userTable).where(eq(userTable.id, id)),
    read().select().from(twoFactor).where(eq(twoFactor.subjectId, id)),
    read()
      .select()
      .from(session)
      .where(and(eq(session.subjectId, id), eq(session.forAdmin, false))),
    // Omits the text of mails, because some contain a secret.
    read()
      .select({ subject: mail.subject, createdAt: mail.createdAt, sentAt: mail.sentAt })
      .from(mail)
      .where(eq(mail.recipient, email))
      .orderBy(asc(mail.id)),
  ]);
  if (!profile) throw new Error(`There is no user ${id}`);
  const [{ balances, totals }, statement, events, files, bonuses] = await Promise.all([
    readBalancesAndTotals(id),
    readStatement(read(), id),
    readOwnRows(event, event.userId, id),
    readOwnRows(file, file.ownerId, id),
    readOwnRows(referralBonus, referralBonus.referrerId, id),
  ]);
  return {
    product: PRODUCT_NAME,
    mode: env().MODE,
    madeAt: now(),
    amounts: 'US dollars, as text',
    profile: pickOwnColumns(profile),
    secondFactorSince: factor?.enabledAt ?? null,
    balances,
    totals,
    statement: statement.map((line) => ({ ...line, entry: JOURNAL_KINDS[line.kind] })),
    deposits: await readOwnRows(deposit, deposit.userId, id),
    withdrawals: (await readOwnRows(withdrawal, withdrawal.userId, id)).map(
      ({ checkedAfter, ...withdrawal_ }) => withdrawal_,
    ),
    investments: await readOwnRows(investment, investment.userId, id),
    copies: await readOwnRows(copy, copy.userId, id),
    copyFlows: await readOwnRows(copyFlow, copyFlow.userId, id),
    copiedTrades: await readOwnRows(mirror, mirror.userId, id),
    referralBonuses: bonuses.map(({ referredId, depositId, referrerId: self, ...bonus }) => bonus),
    rankBonuses: await readOwnRows(rankBonus, rankBonus.userId, id),
    identityPapers: await readOwnRows(kyc, kyc.userId, id),
    files: files.map(({ id: fileId, purpose, name, type, bytes, sha256, createdAt }) => {
      return { purpose, name, type, bytes, sha256, createdAt, at: createPublicLink(`/files/${fileId}`) };
    }),
    watchedTraders: await readOwnRows(watchedTrader, watchedTrader.userId, id),
    supportRequests: await readOwnRows(supportThread, supportThread.userId, id),
    supportMessages: (await readOwnRows(supportMessage, supportMessage.userId, id)).map(
      ({ administratorId, ...message }) => ({
        ...message,
        from: administratorId ? 'support' : 'you',
      }),
    ),
    notifications: await readOwnRows(notification, notification.userId, id),
    mails,
    signIns: sessions.map(({ kind, createdAt, lastSeenAt, expiresAt, userAgent, address }) => {
      return { kind, createdAt, lastSeenAt, expiresAt, userAgent, address };
    }),
    events: events.filter(isVisibleToUser).map(({ actorId, details, ...happened }) => happened),
  };
}

/** Columns of an account that its download contains, in addition to those of the profile. */
const OWN_COLUMNS = [
  'id',
  'username',
  'wantedUsername',
  'email',
  'pictureFileId',
  'passwordChangedAt',
  'emailVerifiedAt',
  'disownedAt',
  'devicesForgottenAt',
  'frozenAt',
  'withdrawalsFrozenAt',
  'withdrawalsFrozenReason',
  'copyingFrozenAt',
  'copyingFrozenReason',
  'firstResetAt',
  'handsChangedAt',
  'tradingLockedAt',
  'mustResetPassword',
  'pdtUnlocked',
  'status',
  'closedAt',
  'createdAt',
] as const satisfies (keyof User)[];

const pickOwnColumns = (user: User) =>
  Object.fromEntries(
    [...Object.values(PROFILE_FIELDS).map(({ column }) => column), ...OWN_COLUMNS].map((column) => [
      column,
      user[column],
    ]),
  );

export async function createAccountFile(user: User): Promise<string> {
  const written = (_: string, value: unknown) => (typeof value === 'bigint' ? formatPlainUsd(value) : value);
  return `${JSON.stringify(await readAccountData(user), written, 2)}\n`;
}

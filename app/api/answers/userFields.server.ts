import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { copy } from '#drizzle/schema';
import { ANSWERED_PROFILE_NAMES, type ProfileName, profileText } from '~/features/people/profile/profileFields';
import { toUsdNumber } from '~/ledger/money';
import type { Totals } from '~/ledger/reading/statement.server';
import { prepared, type Reader } from '~/platform/db/index.server';
import { createPublicLink } from '~/platform/installation/site';
import type { User } from '~/signIns/session.server';
import { pictureLink } from '~/uploads/pictureLink.server';

/** Returns the address of a stored file for readers with access; empty without a file. */
export const fileLink = (id: string | null): string => (id ? createPublicLink(`/files/${id}`) : '');

export type UserTotals = Totals & { funded: bigint };

type IdentityCheck = { status: 'submitted' | 'approved' | 'rejected'; reason: string | null };

/** States of an identity check, as clients of the original API know them. */
const KYC_STATUS = {
  none: 'not_submitted',
  submitted: 'processing',
  approved: 'approved',
  rejected: 'rejected',
} as const;

const IS_RUNNING = inArray(copy.status, ['active', 'paused']);

const selectRunningCopies = prepared('api.running-copies', (handle) =>
  handle
    .select({ trader: copy.traderId })
    .from(copy)
    .where(and(eq(copy.userId, sql.placeholder('user')), IS_RUNNING))
    .orderBy(desc(copy.startedAt), desc(copy.id))
    .limit(1),
);

export const findCopiedTrader = async (handle: Reader, user: string): Promise<string | undefined> =>
  (await selectRunningCopies(handle, { user }))[0]?.trader;

export async function findCopiedTraders(handle: Reader, userIds: string[]): Promise<Map<string, string>> {
  const rows = await handle
    .select({ user: copy.userId, trader: copy.traderId })
    .from(copy)
    .where(and(inArray(copy.userId, userIds), IS_RUNNING))
    .orderBy(asc(copy.startedAt), asc(copy.id));
  return new Map(rows.map(({ user, trader }) => [user, trader]));
}

type AdditionalFacts = { documents?: IdentityCheck | null; trader?: string };

function profileFieldsOf(row: User): Record<ProfileName, string> {
  const text = profileText(row);
  return Object.fromEntries(ANSWERED_PROFILE_NAMES.map((name) => [name, text[name]])) as Record<ProfileName, string>;
}

/** Returns the fields of a user in answers of calls. Lists each field, so that no password hash can be included. */
export const createUserFields = (row: User, standing: UserTotals, { documents, trader }: AdditionalFacts) => ({
  _id: row.id,
  email: row.email,
  username: row.username,
  ...profileFieldsOf(row),
  funded: toUsdNumber(standing.funded),
  totaldeposit: toUsdNumber(standing.totalDeposit),
  totalwithdraw: toUsdNumber(standing.totalWithdraw),
  refBonus: toUsdNumber(standing.referralBonus),
  periodicProfit: toUsdNumber(standing.periodicProfit),
  verified: row.pdtUnlocked,
  profilepicture: row.pictureFileId ? pictureLink(row.pictureFileId) : '',
  trader: trader ?? '',
  kycStatus: KYC_STATUS[documents?.status ?? 'none'],
  kyc: documents?.status ?? ('none' as const),
  kycRejectionReason: documents?.status === 'rejected' ? (documents.reason ?? '') : '',
});

import { usdNumber } from '~/ledger/money';
import type { Totals } from '~/ledger/reading/statement.server';
import { publicLink } from '~/platform/installation/site';
import type { User } from '~/signIns/session.server';

/** The address of a stored file, for readers who may see it; empty where there is none. */
export const fileLink = (id: string | null): string => (id ? publicLink(`/files/${id}`) : '');

/** What is owed to a user and their lifetime totals, cents. */
export type Standing = Totals & { funded: bigint };

/** The identity papers that a user sent last. */
type Papers = { status: 'submitted' | 'approved' | 'rejected'; reason: string | null };

/** A user as calls tell of one: field by field, so that nothing made of a password can come along. */
export const userFields = (row: User, standing: Standing, papers?: Papers | null) => ({
  _id: row.id,
  firstname: row.firstName,
  lastname: row.lastName,
  email: row.email,
  username: row.username,
  country: row.country ?? '',
  state: row.state ?? '',
  zipcode: row.zipcode ?? '',
  phonenumber: row.phone,
  address: row.address ?? '',
  funded: usdNumber(standing.funded),
  totaldeposit: usdNumber(standing.totalDeposit),
  totalwithdraw: usdNumber(standing.totalWithdraw),
  refBonus: usdNumber(standing.referralBonus),
  periodicProfit: usdNumber(standing.periodicProfit),
  verified: row.pdtUnlocked,
  profilepicture: fileLink(row.pictureFileId),
  kycStatus: papers?.status ?? ('none' as const),
  kycRejectionReason: papers?.status === 'rejected' ? (papers.reason ?? '') : '',
});

import { and, asc, eq, gte, isNull, lt, lte } from 'drizzle-orm';
import { kyc } from '#drizzle/schema';
import { after, DAY, HOUR, now } from '~/platform/clock';
import { type Handle, read } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { advance } from '~/platform/events/index.server';
import { inSeparateTransactions, type Job } from '~/platform/jobs/index.server';
import { SYSTEM_ACTOR } from '~/platform/states';
import { dayText, isoDay } from '~/platform/text/dayText';
import { notifyKycExpired, notifyKycExpiring } from './internal/mail.server';
import { kycMachine, WARNED_DAYS_BEFORE_EXPIRY } from './states';

const BATCH_SIZE = 50;

const listChecks = async (which: Parameters<typeof and>[0]) => {
  const rows = await read()
    .select({ id: kyc.id, userId: kyc.userId })
    .from(kyc)
    .where(and(eq(kyc.status, 'approved'), which))
    .orderBy(asc(kyc.validUntil), asc(kyc.id))
    .limit(BATCH_SIZE);
  return rows.map(({ id, userId }) => ({ id, users: [userId] }));
};

/** Ends approvals whose document has expired, and warns each owner once. @returns whether more may be due */
export async function expireDocuments(): Promise<boolean> {
  const today = isoDay(now());
  const over = await listChecks(lt(kyc.validUntil, today));
  const ahead = and(
    gte(kyc.validUntil, today),
    lte(kyc.validUntil, isoDay(after(now(), WARNED_DAYS_BEFORE_EXPIRY * DAY))),
  );
  const soon = await listChecks(and(isNull(kyc.warnedAt), ahead));
  // The error of one check is thrown after the others, so that all owners are warned.
  await inSeparateTransactions([...over, ...soon], (tx, id) =>
    over.some((each) => each.id === id) ? expireApproval(tx, id, today) : warnOwner(tx, id),
  );
  return over.length === BATCH_SIZE || soon.length === BATCH_SIZE;
}

async function expireApproval(tx: Handle, id: string, today: string): Promise<void> {
  const [found] = await verified(tx, kyc, eq(kyc.id, id));
  // An administrator may have revoked the approval, or changed its last day, since the rows were listed.
  if (found?.status !== 'approved' || !found.validUntil || found.validUntil >= today) return;
  const reason = `The document was valid until ${dayText(new Date(found.validUntil))}.`;
  const set = { reason, endedBy: 'expire' as const };
  const moved = await advance(tx, kyc, kycMachine, { id, event: 'expire', by: SYSTEM_ACTOR, reason, set });
  if (moved.ok) await notifyKycExpired(tx, moved.value, found.validUntil);
}

async function warnOwner(tx: Handle, id: string): Promise<void> {
  const [expiring] = await tx
    .update(kyc)
    .set({ warnedAt: now() })
    .where(and(eq(kyc.id, id), eq(kyc.status, 'approved'), isNull(kyc.warnedAt)))
    .returning();
  if (expiring?.validUntil) await notifyKycExpiring(tx, expiring, expiring.validUntil);
}

export const kycJobs: Job[] = [{ name: 'papers-expiry', everyMs: HOUR, run: expireDocuments }];

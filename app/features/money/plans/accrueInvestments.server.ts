import { and, asc, eq, inArray, lte, notInArray } from 'drizzle-orm';
import { investment } from '#drizzle/schema';
import { accruedEarningsAccount, availableAccount, principalAccount } from '~/ledger/chartOfAccounts';
import { type Payment, payPromises } from '~/ledger/posting/holds.server';
import { type Leg, mustPost } from '~/ledger/posting/post.server';
import { now } from '~/platform/clock';
import { type Handle, isUnavailable, type Reader, read, updateAll, write } from '~/platform/db/index.server';
import { advance } from '~/platform/events/index.server';
import { SYSTEM_ACTOR } from '~/platform/states';
import { notifyPlanMatured } from './internal/mail.server';
import { countCompleteDays, getDayEnd } from './internal/schedule';
import { computeAccrual, computeEarnedAfter, type PlanTerms } from './rules';
import { investmentMachine } from './states';

export type Investment = typeof investment.$inferSelect;

const ACCRUALS_PER_BATCH = 100;
/**
 * Work for an investment that matures, in days of accrual, since a maturity also writes a mail, an event and a
 * notification.
 */
const MATURITY_WEIGHT = 10;

const failedInvestments = new Map<string, string>();

/**
 * Pays the next batch of completed days, each once. Errors of single payments are thrown at the end.
 * @returns whether there may be more
 */
export async function accrueBatch(): Promise<boolean> {
  const due = await findDue(read());
  const more = await accrueTogether(due).catch(async (error) => {
    if (isUnavailable(error)) throw error;
    await accrueOneByOne(due);
    return true;
  });
  if (more || failedInvestments.size === 0) return more;
  const reasons = [...failedInvestments.values()];
  failedInvestments.clear();
  throw new Error(reasons.join('; '));
}

/** Pays one batch in the caller's transaction, which rolls back if a payment throws. */
export const accrueDue = async (tx: Handle): Promise<boolean> => accrue(tx, await findDue(tx));

async function accrueTogether(due: Investment[]): Promise<boolean> {
  if (due.length === 0) return false;
  const ids = due.map(({ id }) => id);
  return await write(async (tx) => accrue(tx, await findDue(tx, ids)), { users: due.map(({ userId }) => userId) });
}

async function accrueOneByOne(due: Investment[]): Promise<void> {
  for (const row of due) {
    const { id } = row;
    try {
      await accrueTogether([row]);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      failedInvestments.set(id, error instanceof Error ? error.message : String(error));
    }
  }
}

async function findDue(handle: Reader, ids?: string[]): Promise<Investment[]> {
  const which = ids ? inArray(investment.id, ids) : notInArray(investment.id, [...failedInvestments.keys()]);
  return await handle
    .select()
    .from(investment)
    .where(and(eq(investment.status, 'running'), lte(investment.nextAccrualAt, now()), which))
    .orderBy(asc(investment.nextAccrualAt), asc(investment.id))
    .limit(ACCRUALS_PER_BATCH);
}

async function accrue(tx: Handle, due: Investment[]): Promise<boolean> {
  const batch = takeBatch(due, now());
  await payDays(tx, batch);
  const going = batch.filter(({ row, upTo }) => upTo < row.days);
  const after = going.map(({ row, upTo }) => ({
    id: row.id,
    daysAccrued: upTo,
    nextAccrualAt: getDayEnd(row, upTo + 1),
  }));
  await updateAll(tx, investment, after);
  for (const { row, upTo } of batch) if (upTo === row.days) await matureInvestment(tx, row);
  return batch.length > 0;
}

type Due = { row: Investment; upTo: number };

function takeBatch(due: Investment[], time: Date): Due[] {
  const batch: Due[] = [];
  let remaining = ACCRUALS_PER_BATCH;
  for (const row of due) {
    if (remaining <= 0) break;
    const upTo = Math.min(countCompleteDays(row, time), row.daysAccrued + remaining);
    batch.push({ row, upTo });
    remaining -= upTo - row.daysAccrued + (upTo === row.days ? MATURITY_WEIGHT : 0);
  }
  return batch;
}

/** Pays each investment the days since its last payment, with one journal per day, dated at the day's end. */
export async function payDays(tx: Handle, due: Due[]): Promise<void> {
  const payments = due.flatMap(({ row, upTo }) => {
    const days = Array.from({ length: upTo - row.daysAccrued }, (_, at) => row.daysAccrued + at + 1);
    return days.map(
      (day): Payment => ({
        kind: 'plan-accrual',
        ref: `${row.id}:${day}`,
        actor: 'system',
        effectiveAt: getDayEnd(row, day),
        promiseId: row.promiseId,
        user: row.userId,
        amount: computeAccrual(row, day),
      }),
    );
  });
  // The daily amount of a small investment over many days may round to zero.
  const worth = payments.filter(({ amount }) => amount > 0n);
  if (worth.length === 0) return;
  for (const [at, paid] of (await payPromises(tx, worth)).entries()) {
    if (!paid.ok) throw new Error(`Day ${worth[at]?.ref} could not be paid: ${paid.error.code}`);
  }
}

/** Returns the postings that pay the user when an investment ends after `day` days. */
export function createPayoutLegs(user: string, terms: PlanTerms, day: number): Leg[] {
  const earned = computeEarnedAfter(terms, day);
  const legs = [{ debit: principalAccount(user), credit: availableAccount(user), amount: terms.principal }];
  return earned > 0n
    ? [...legs, { debit: accruedEarningsAccount(user), credit: availableAccount(user), amount: earned }]
    : legs;
}

async function matureInvestment(tx: Handle, row: Investment): Promise<void> {
  const { id, userId, days, maturesAt } = row;
  const set = { daysAccrued: days, nextAccrualAt: null, endedAt: maturesAt };
  const moved = await advance(tx, investment, investmentMachine, {
    id,
    event: 'mature',
    by: SYSTEM_ACTOR,
    set,
    at: maturesAt,
  });
  if (!moved.ok) throw new Error(`Investment ${id} could not mature: ${moved.error.message}`);
  const legs = createPayoutLegs(userId, row, days);
  await mustPost(tx, { kind: 'plan-matured', ref: id, actor: 'system', effectiveAt: maturesAt, legs });
  await notifyPlanMatured(tx, moved.value, computeEarnedAfter(row, days));
}

import { asc, desc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import { administrator, closedMonth, type MonthFlow, type MonthLine } from '#drizzle/schema';
import { isAssetLine } from '~/ledger/chartOfAccounts';
import { getMonth, getMonthBounds, getNextMonth, getPreviousMonth } from '~/ledger/months';
import { findLastClosedMonth } from '~/ledger/posting/closedMonths.server';
import { readChainEnd } from '~/ledger/proof/seal.server';
import { transferSides } from '~/ledger/reading/transferSides.server';
import { MINUTE, now } from '~/platform/clock';
import { read, rowsInBackground, write } from '~/platform/db/index.server';
import type { Job } from '~/platform/jobs/index.server';
import { getBookLine } from '../books.server';

export const MONTHS_JOB = 'months';

/** Number of past months offered before the first closing, and of closed months in the list. */
const MONTHS_OFFERED = 12;

type SummedLine = { name: string; before: string; debits: string; credits: string };

export async function computeTrialBalance(month: string): Promise<MonthLine[]> {
  const { start, end } = getMonthBounds(month);
  const from = start.getTime();
  const found = await rowsInBackground<SummedLine>(sql`
    select name,
      cast(sum(case when at < ${from} then credit - debit else 0 end) as text) as before,
      cast(sum(case when at < ${from} then 0 else debit end) as text) as debits,
      cast(sum(case when at < ${from} then 0 else credit end) as text) as credits
    from (${transferSides(sql`${getBookLine('a')} as name, j.effective_at as at`, sql`j.effective_at < ${end.getTime()}`)}) sides group by name order by name`);
  return found.map(({ name, before, debits, credits }) => {
    const sign = isAssetLine(name) ? -1n : 1n;
    const opening = BigInt(before) * sign;
    const closing = opening + (BigInt(credits) - BigInt(debits)) * sign;
    return { name, opening: String(opening), debits, credits, closing: String(closing) };
  });
}

export async function computeMonthFlows(month: string): Promise<MonthFlow[]> {
  const { start, end } = getMonthBounds(month);
  const found = await rowsInBackground<{ kind: string; n: number | string; amount: string }>(sql`
    select j.kind as kind, count(distinct j.id) as n, cast(sum(t.amount) as text) as amount
    from journal j join transfer t on t.journal_id = j.id
    where j.effective_at >= ${start.getTime()} and j.effective_at < ${end.getTime()} group by j.kind order by j.kind`);
  return found.map(({ kind, n, amount }) => ({ kind, n: Number(n), amount }));
}

export async function reportClosedMonths(): Promise<boolean> {
  const [due] = await read()
    .select()
    .from(closedMonth)
    .where(isNull(closedMonth.report))
    .orderBy(asc(closedMonth.endsAt))
    .limit(1);
  if (!due) return false;
  const { position, hash } = await readChainEnd();
  const report = { lines: await computeTrialBalance(due.month), flows: await computeMonthFlows(due.month) };
  const added = { report, headPosition: position, headHash: hash };
  await write((tx) => tx.update(closedMonth).set(added).where(eq(closedMonth.id, due.id)));
  return true;
}

export const monthJobs: Job[] = [{ name: MONTHS_JOB, everyMs: MINUTE, run: reportClosedMonths }];

const selectClosedMonths = async (which?: SQL) =>
  await read()
    .select({ ...getTableColumns(closedMonth), closedBy: administrator.name })
    .from(closedMonth)
    .innerJoin(administrator, eq(administrator.id, closedMonth.closedBy))
    .where(which)
    .orderBy(desc(closedMonth.endsAt))
    .limit(MONTHS_OFFERED);

export async function findClosedMonth(month: string) {
  const [found] = await selectClosedMonths(eq(closedMonth.month, month));
  return found ?? null;
}

/** Returns the lines of the books on which the newest closed month and the ledger differ; empty if they agree. */
export async function findLedgerDifferences(month: string, stored: readonly MonthLine[]): Promise<string[]> {
  const textOf = (lines: readonly MonthLine[]) =>
    new Map(lines.map((line) => [line.name, JSON.stringify(Object.entries(line).toSorted())]));
  const [before, after] = [textOf(stored), textOf(await computeTrialBalance(month))];
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));
}

export async function loadMonthsPage() {
  const last = await findLastClosedMonth(read());
  const current = getMonth(now());
  const choices: string[] = [];
  if (last) {
    const next = getNextMonth(last.month);
    if (next < current) choices.push(next);
  } else {
    for (let month = getPreviousMonth(current); choices.length < MONTHS_OFFERED; month = getPreviousMonth(month))
      choices.push(month);
  }
  return {
    choices,
    closed: (await selectClosedMonths()).map(({ report, ...row }) => ({ ...row, isAddedUp: report !== null })),
  };
}

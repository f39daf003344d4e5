import { type AuditReport, audit } from '~/ledger/audit.server';
import { after, DAY, systemNow } from '~/platform/clock';
import { write } from '~/platform/db/index.server';
import { keepAnswer, lastAnswer } from '~/platform/keptAnswers.server';
import { log } from '~/platform/log.server';
import { once } from '~/platform/once';
import { keepBookDays } from './bookDays.server';

const KEY = 'audit';
/** Findings are kept to be read; what broke a thousand rows is told by the first of them, `npm run audit` names all. */
const MOST_KEPT = 100;

type Kept = Omit<AuditReport, 'checkedAt'> & { found: number };

/** The check that is under way, which whoever asks meanwhile waits for as well. */
const underway = once('books-check', () => ({ check: null as Promise<AuditReport> | null }));

/** Checks every invariant of the books, and keeps what was found. It reads aside, so that nobody waits for it. */
export function checkBooks(): Promise<AuditReport> {
  underway.check ??= checkAndKeep().finally(() => {
    underway.check = null;
  });
  return underway.check;
}

async function checkAndKeep(): Promise<AuditReport> {
  const report = await audit();
  const { checkedAt: at, journals, invariants, findings } = report;
  for (const { invariant, row } of findings.slice(0, MOST_KEPT)) log().error({ invariant, row }, 'the books are off');
  const value: Kept = { journals, invariants, findings: findings.slice(0, MOST_KEPT), found: findings.length };
  await write((tx) => keepAnswer(tx, KEY, value, at));
  return report;
}

/** What the last check found, and when; null before the first. */
export async function lastCheck(): Promise<(AuditReport & { found: number }) | null> {
  const last = await lastAnswer<Kept>(KEY);
  return last && { ...last.value, checkedAt: last.at };
}

/** A job: the books are checked once a day, whenever the process starts or ends. */
export async function checkBooksDaily(): Promise<boolean> {
  await keepBookDays();
  const last = await lastCheck();
  if (!last || systemNow() >= after(last.checkedAt, DAY)) await checkBooks();
  return false;
}

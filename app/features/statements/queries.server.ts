import { JOURNAL_KINDS } from '~/ledger/chartOfAccounts';
import type { StatementLine } from '~/ledger/reading/statement.server';
import { balancesOf } from '~/ledger/reading/statement.server';
import { now } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { timeIn, UTC } from '~/platform/fields/zone';
import { dayText } from '~/platform/text/dayText';
import type { User } from '~/signIns/session.server';
import { worthOf } from '../worth';
import { subjectsOf } from './internal/subjects.server';
import { monthsOf, totalsOf } from './internal/totals';
import { linesPage, statementOfPeriod } from './lines.server';
import { csvRows } from './rules';
import { inPeriod, readKinds, readPeriod, readTab, TABS } from './schema';

/** The time zone that a user's days are counted in: their own, else UTC. */
export const zoneOf = ({ timeZone }: Pick<User, 'timeZone'>): string => timeZone ?? UTC;

/** A page of what happened to a user's money, in the order it was booked, the newest first. */
export async function transactionsPage(user: User, query: URLSearchParams) {
  const tab = readTab(query);
  const zone = zoneOf(user);
  const period = readPeriod(query, zone);
  const kinds = readKinds(query, tab);
  const fits = ({ kind, at }: StatementLine) => kinds.includes(kind) && inPeriod(period, at);
  const page = await linesPage(user.id, query.get('before'), fits);
  const subjects = await subjectsOf(read(), page.lines);
  return {
    ...page,
    lines: page.lines.map((line, at) => ({ ...line, about: null, href: null, closedAt: null, ...subjects[at] })),
    tab,
    zone,
    period,
    kind: kinds.length === 1 ? kinds[0] : undefined,
    choices: TABS[tab].kinds.map((value) => ({ value, label: JOURNAL_KINDS[value] })),
  };
}

/** More lines than a person prints. */
const MOST_PRINTED = 1_000;

/** The statement of a period, to be printed: of this month unless dates are asked for, empty ones for all of it. */
export async function printedStatement(user: User, query: URLSearchParams) {
  const zone = zoneOf(user);
  const months = monthsOf(zone, user.createdAt, now());
  const asksForDates = query.has('from') || query.has('to');
  const period = readPeriod(asksForDates ? query : new URLSearchParams(months[0]), zone);
  const statement = await statementOfPeriod(user.id, period, MOST_PRINTED);
  const lines = statement.lines.map((line) => ({
    ...line,
    when: timeIn(zone, line.at).slice(0, 16),
    title: JOURNAL_KINDS[line.kind],
  }));
  const { firstName, lastName, email } = user;
  const name = `${firstName} ${lastName}`;
  const { from, to } = period.typed;
  const totals = totalsOf(statement.lines);
  // A period that is over says nothing of what is open now.
  const isUpToNow = !period.until || period.until > now();
  const { open } = isUpToNow ? await worthOf(user.id, await balancesOf(read(), user.id)) : { open: 0n };
  return {
    ...statement,
    /** What open positions would add to the closing balance now, cents; null where nothing is open. */
    open: open === 0n ? null : open,
    lines,
    totals: [
      { term: 'Money in', cents: totals.in },
      { term: 'Money out', cents: totals.out },
      { term: 'Profit', cents: totals.profit },
      { term: 'Bonuses', cents: totals.bonuses },
      { term: 'Fees', cents: totals.fees },
      ...(totals.adjustments === 0n ? [] : [{ term: 'Operator entries', cents: totals.adjustments }]),
    ],
    choices: [
      { href: '?from=&to=', label: 'All', current: !from && !to },
      ...months.map((month) => ({
        href: `?from=${month.from}&to=${month.to}`,
        label: month.label,
        current: month.from === from && month.to === to,
      })),
    ],
    note: statement.isCut
      ? 'Earlier lines of this period are in the opening balance, not in the totals. Choose a shorter period to see them, or take the CSV.'
      : null,
    issuedAt: now(),
    zone,
    period,
    csv: `/transactions.csv?${new URLSearchParams(Object.entries({ from, to }).filter(([, day]) => day))}`,
    name,
    about: [
      { term: 'Account', detail: `${name}, ${email}` },
      { term: 'Period', detail: `${from ? dayOf(from) : 'the beginning'} to ${to ? dayOf(to) : 'now'}, ${zone}` },
      { term: 'Money', detail: isPaper() ? 'Simulated US dollars (paper mode)' : 'US dollars' },
    ],
  };
}

/** `1 Nov 2026`, of a day as the address has it. */
const dayOf = (day: string): string => dayText(new Date(`${day}T00:00:00Z`));

/** The rows of the statement of a period, for a spreadsheet. */
export async function* statementRows(user: User, query: URLSearchParams) {
  const zone = zoneOf(user);
  yield* csvRows(await statementOfPeriod(user.id, readPeriod(query, zone)), zone);
}

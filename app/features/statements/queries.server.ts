import { JOURNAL_KINDS } from '~/ledger/chart';
import { statementOf } from '~/ledger/statement.server';
import { type Step, walkBack } from '~/ledger/walk.server';
import { read } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import type { User } from '~/platform/session.server';
import { timeIn, UTC } from '~/platform/zone';
import { csvRows, statementFor } from './rules';
import { inPeriod, placeText, readKinds, readPeriod, readPlace, readTab, TABS } from './schema';

const PAGE = 25;
/** Lines that one page looks through, at most, for those that its filters let pass: what a few milliseconds read. */
const LOOK = 2_000;

export const zoneOf = ({ timeZone }: Pick<User, 'timeZone'>): string => timeZone ?? UTC;

/** A page of what happened to a user's money, in the order it was booked, the newest first. */
export async function transactionsPage(user: User, query: URLSearchParams) {
  const tab = readTab(query);
  const zone = zoneOf(user);
  const period = readPeriod(query, zone);
  const kinds = readKinds(query, tab);
  const from = readPlace(query.get('before'));
  const found: Step[] = [];
  let [looked, last]: [number, Step | undefined] = [0, undefined];
  let more = false;
  for await (const step of walkBack(read(), user.id, from)) {
    // There is one more than was asked for.
    more = looked === LOOK || found.length === PAGE;
    if (more) break;
    looked += 1;
    last = step;
    if (kinds.includes(step.kind) && inPeriod(period, step.at)) found.push(step);
  }
  return {
    tab,
    zone,
    period,
    kind: kinds.length === 1 ? kinds[0] : undefined,
    lines: found.map(({ next, ...line }) => ({ ...line, title: JOURNAL_KINDS[line.kind] })),
    choices: TABS[tab].kinds.map((value) => ({ value, label: JOURNAL_KINDS[value] })),
    isFirst: !from,
    /** Where the next page begins. */
    next: more && last ? placeText(last.next) : null,
    /** How many lines were looked through, when the page is not full for not looking further. */
    looked: more && found.length < PAGE ? looked : null,
  };
}

/** More lines than anybody prints. */
const MOST_PRINTED = 1_000;

/** The statement of a period, to be printed. */
export async function printedStatement(user: User, query: URLSearchParams) {
  const zone = zoneOf(user);
  const period = readPeriod(query, zone);
  const statement = statementFor(await statementOf(read(), user.id), period, MOST_PRINTED);
  const lines = statement.lines.map((line) => ({
    ...line,
    when: timeIn(zone, line.at).slice(0, 16),
    title: JOURNAL_KINDS[line.kind],
  }));
  const { firstName, lastName, email } = user;
  return { ...statement, lines, zone, period, holder: { name: `${firstName} ${lastName}`, email }, paper: isPaper() };
}

/** The rows of the statement of a period, for a spreadsheet. */
export async function* statementRows(user: User, query: URLSearchParams) {
  const zone = zoneOf(user);
  yield* csvRows(statementFor(await statementOf(read(), user.id), readPeriod(query, zone)), zone);
}

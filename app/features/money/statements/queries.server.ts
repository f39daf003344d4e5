import { copy, copyFlow, trade, trader, tradingOrder } from '#drizzle/schema';
import { calculateWorth } from '~/features/copying';
import { JOURNAL_KINDS, type JournalKind } from '~/ledger/chartOfAccounts';
import type { StatementLine } from '~/ledger/reading/statement.server';
import { readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import { now } from '~/platform/clock';
import { findAll, type Reader, read } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { formatDayInZone, formatTimeInZone, UTC } from '~/platform/fields/zone';
import { dayText } from '~/platform/text/dayText';
import type { User } from '~/signIns/session.server';
import { contractOf } from '~/trading/contracts';
import { DAILY_COSTS, type Group, isSameCost, mergeDailyCosts, mergeGroup } from './internal/dailyCosts';
import { computeTotals, listMonths } from './internal/totals';
import { loadGroupsPage, loadStatementOfPeriod } from './lines.server';
import { streamCsvRows } from './rules';
import { isInPeriod, readKinds, readPeriod, readTab } from './schema';

type Subject = { about: string | null; href: string | null; closedAt: Date | null };

type Line = { kind: JournalKind; ref: string };

const PAGES_BY_JOURNAL_KIND: [RegExp, string][] = [
  [/^plan/, '/investments'],
  [/^referral/, '/referrals'],
  [/^rank/, '/ranking'],
  [/^trading/, '/live-trading#positions'],
];

const getReceiptPath = ({ kind, ref }: Line): string | null =>
  kind.startsWith('deposit') ? `/deposit/${ref}` : kind.startsWith('withdrawal') ? `/withdrawlogs/${ref}` : null;

const splitRef = ({ ref }: Line): [string, string] => {
  const [first = '', second = ''] = ref.split(':');
  return [first, second];
};

const indexRows = <T extends { id: string }>(rows: T[]) => new Map(rows.map((row) => [row.id, row]));

async function findSubjects(handle: Reader, lines: readonly Line[]): Promise<Subject[]> {
  const about = lines.filter(({ kind }) => /^(copy|position|leader)-/.test(kind));
  const firsts = [...new Set(about.map((line) => splitRef(line)[0]))];
  const flows = indexRows(await findAll(handle, copyFlow, { id: firsts }));
  const ids = [...new Set(firsts.map((id) => flows.get(id)?.copyId ?? id))];
  const copies = indexRows(await findAll(handle, copy, { id: ids }));
  const traders = indexRows(
    await findAll(handle, trader, { id: [...new Set(Array.from(copies.values(), ({ traderId }) => traderId))] }),
  );
  const entered = about.filter(({ kind }) => kind.startsWith('copy-')).map((line) => splitRef(line)[1]);
  const trades = indexRows(await findAll(handle, trade, { id: [...new Set(entered.filter(Boolean))] }));
  const ordered = about.filter(({ kind }) => kind.startsWith('position-'));
  const orders = new Map(
    (
      await findAll(handle, tradingOrder, {
        accountId: ordered.map((line) => splitRef(line)[0]),
        number: ordered.map((line) => Number(splitRef(line)[1])),
      })
    ).map((row) => [`${row.accountId}:${row.number}`, row]),
  );
  return lines.map((line): Subject => {
    const page = PAGES_BY_JOURNAL_KIND.find(([kinds]) => kinds.test(line.kind))?.[1] ?? null;
    if (!about.includes(line)) return { about: null, href: getReceiptPath(line) ?? page, closedAt: null };
    const [first, second] = splitRef(line);
    const of = copies.get(flows.get(first)?.copyId ?? first);
    const leader = of && traders.get(of.traderId);
    // The costs of one night are one line for all positions.
    const order = line.kind === 'position-cost' ? null : orders.get(`${first}:${second}`);
    const manualTrade = trades.get(second);
    const pair = manualTrade?.pair ?? contractOf(order?.instrument ?? '')?.symbol;
    const name = leader ? `${leader.firstName} ${leader.lastName}` : null;
    return {
      about: [pair, name].filter(Boolean).join(', ') || null,
      href: of ? (of.leaderOrder === null ? '/usercopytrade' : `/usercopytrade/${of.id}`) : '/live-trading#positions',
      closedAt: manualTrade?.at ?? order?.at ?? null,
    };
  });
}

export const getZone = ({ timeZone }: Pick<User, 'timeZone'>): string => timeZone ?? UTC;

export async function loadTransactionsPage(user: User, query: URLSearchParams) {
  const tab = readTab(query);
  const zone = getZone(user);
  const period = readPeriod(query, zone);
  const kinds = readKinds(query, tab);
  const fits = ({ kind, at }: StatementLine) => kinds.includes(kind) && isInPeriod(period, at);
  // A filter by a single kind shows each line separately.
  const joins = kinds.length === 1 ? undefined : isSameCost;
  const { groups, ...page } = await loadGroupsPage(user.id, query.get('before'), { fits, joins });
  return {
    ...page,
    lines: await toShownLines(groups, zone),
    tab,
    zone,
    period,
    kind: kinds.length === 1 ? kinds[0] : undefined,
  };
}

/** Returns a page of a user's lines for the staff. With `each`, daily costs are not merged. */
export async function loadLinesPage(userId: string, before: string | null, { each = false }: { each?: boolean } = {}) {
  const { groups, ...page } = await loadGroupsPage(userId, before, each ? {} : { joins: isSameCost });
  const lines = await toShownLines(groups, UTC);
  return { ...page, lines: lines.map((line) => ({ ...line, href: null })) };
}

/** Picks the fields that the page needs, because everything else would also be sent to the browser. */
const pickFigures = ({ kind, at, fundedAfter, change, amount, reason }: StatementLine) => ({
  kind,
  at,
  fundedAfter,
  change,
  amount,
  reason,
});

async function toShownLines(groups: readonly Group<StatementLine>[], zone: string) {
  const lines = groups.flat();
  const subjects = new Map((await findSubjects(read(), lines)).map((subject, at) => [lines[at], subject]));
  return groups.map((group) => {
    const [line] = group;
    const nothing: Subject = { about: null, href: null, closedAt: null };
    const title = JOURNAL_KINDS[line.kind];
    if (group.length === 1) return { ...pickFigures(line), ...nothing, ...subjects.get(line), title, since: null };
    const one = mergeGroup(group);
    const whose = [...new Set(group.map((each) => subjects.get(each)?.about ?? 'your own trading'))];
    const days = new URLSearchParams({
      kind: one.kind,
      from: formatDayInZone(zone, one.since),
      to: formatDayInZone(zone, one.at),
    });
    return {
      ...pickFigures(one),
      since: one.since,
      ...nothing,
      title: DAILY_COSTS[one.kind] ?? title,
      about: `${group.length} charges${whose.length > 0 && whose.length <= MAX_NAMED_TRADERS ? `: ${whose.join(', ')}` : ''}`,
      // The linked page shows each charge as its own line.
      href: `/transactions?${days}`,
    };
  });
}

const MAX_NAMED_TRADERS = 2;

/** Largest number of lines in a print. */
const MAX_PRINTED_LINES = 1_000;

export async function loadPrintedStatement(user: User, query: URLSearchParams) {
  const zone = getZone(user);
  const months = listMonths(zone, user.createdAt, now());
  const hasDates = query.has('from') || query.has('to');
  const period = readPeriod(hasDates ? query : new URLSearchParams(months[0]), zone);
  const statement = await loadStatementOfPeriod(user.id, period, MAX_PRINTED_LINES);
  const newestFirst = await toShownLines(mergeDailyCosts([...statement.lines].reverse()), zone);
  const lines = newestFirst.reverse().map((line) => ({
    ...line,
    // Formatted on the server, because the days of a statement are those of its time zone, wherever it is read.
    when: {
      at: formatInZone(zone, line.at),
      since: line.since && formatInZone(zone, line.since).replace(/,.*/, ''),
      closed: line.closedAt && formatInZone(zone, line.closedAt),
    },
  }));
  const { firstName, lastName, email } = user;
  const name = `${firstName} ${lastName}`;
  const { from, to } = period.input;
  const totals = computeTotals(statement.lines);
  // Open positions are shown only in a period that includes now.
  const isUpToNow = !period.until || period.until > now();
  const { open } = isUpToNow
    ? await calculateWorth(user.id, (await readBalancesAndTotals(user.id)).balances)
    : { open: 0n };
  return {
    ...statement,
    /** Unrealized result of open positions, cents; null where nothing is open. */
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
      ? 'Earlier lines of this period are in the opening balance, not in the totals. Choose a shorter period to see them, or download the CSV file.'
      : null,
    issuedAt: now(),
    zone,
    period,
    csv: `/transactions.csv?${new URLSearchParams(Object.entries({ from, to }).filter(([, day]) => day))}`,
    name,
    about: [
      { term: 'Account', detail: `${name}, ${email}` },
      {
        term: 'Period',
        detail: `${from ? formatDay(from) : 'the beginning'} to ${to ? formatDay(to) : 'now'}, ${zone}`,
      },
      { term: 'Money', detail: isPaper() ? 'Simulated US dollars (paper mode)' : 'US dollars' },
    ],
  };
}

const formatDay = (day: string): string => dayText(new Date(`${day}T00:00:00Z`));

const formatInZone = (zone: string, at: Date): string => {
  const [day = '', clock = ''] = formatTimeInZone(zone, at).split(' ');
  return `${formatDay(day)}, ${clock.slice(0, 5)}`;
};

export async function* streamStatementRows(user: User, query: URLSearchParams) {
  const zone = getZone(user);
  yield* streamCsvRows(await loadStatementOfPeriod(user.id, readPeriod(query, zone)), zone);
}

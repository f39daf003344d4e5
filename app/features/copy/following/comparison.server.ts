import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { copiedOrder, type copy as copyTable, leaderShare, mirror } from '#drizzle/schema';
import { type Reader, read } from '~/platform/db/index.server';
import { numberedPage } from '~/platform/db/paging';
import { midsAt } from '~/trading/accounts/advance';
import { mustContract } from '~/trading/contracts';
import { type ComparedTrade, type CopiedRow, compareTrades, isOpenTrade } from '~/trading/copying/compare';
import { type Difference, sumOfDifferences } from '~/trading/copying/difference';
import { ordersOf, wholeLog } from '~/trading/orders/orders.server';
import { priceText, sizeText, unitOf } from '~/trading/text';
import { copiesAndStandings } from '../queries.server';
import { COUNTED, HOLDING } from '../states';
import { type Standing, standingOf } from './internal/copyAccount.server';
import { stoppedLine } from './internal/copyDays.server';
import { sameDays } from './internal/sameDays';

type Copy = typeof copyTable.$inferSelect;

/**
 * Every trade of a copy's leader since the copy began beside its own, in the order they were opened, and the copy's own log. What is
 * still held is valued at the prices that `standing` was made with.
 */
export async function compareCopy(handle: Reader, { id, traderId, status, stoppedAt }: Copy, standing: Standing) {
  const copied = await handle
    .select()
    .from(copiedOrder)
    .where(eq(copiedOrder.copyId, id))
    .orderBy(asc(copiedOrder.leaderOrder), asc(copiedOrder.id));
  const first = copied[0]?.leaderOrder;
  const leaderRows = first === undefined ? [] : await logFrom(handle, traderId, first);
  const copyRows = await wholeLog(handle, id);
  const { prices, at, until } = standing;
  const compared = compareTrades({
    copied: copied.map((row): CopiedRow => ({ ...row, at: row.at.getTime() })),
    leaderRows,
    copyRows,
    until,
    at,
    endedAt: stoppedAt?.getTime() ?? null,
    priceAt: (instrument, instant) => midsAt(prices, instant)(instrument),
  });
  return { compared, copyRows, isHeld: HOLDING.includes(status) };
}

/** A leader's log from a number on. */
async function logFrom(handle: Reader, traderId: string, first: number) {
  const rows = await ordersOf(handle, traderId, first - 1);
  for (;;) {
    const more = await ordersOf(handle, traderId, rows.at(-1)?.number ?? first);
    if (more.length === 0) return rows;
    rows.push(...more);
  }
}

/** All that came of a copy, in parts that add up to it, cents. */
export type ExplainedCopy = {
  /** Of its trades, those that are still open included. */
  trades: Difference;
  /** Results that the operator entered for its leader. */
  typed: bigint;
  /** What its leader got of its profits, never negative. */
  share: bigint;
  /** Losses beyond its money, which the market reserve bore. */
  forgiven: bigint;
  /** Profits of a copy that has stopped which wait for the market reserve: they are not in its result yet. */
  waiting: bigint;
  /** What came of it. */
  result: bigint;
};

/** The parts that make up the whole result of a copy with positions. */
async function explained(
  handle: Reader,
  { id, status }: Pick<Copy, 'id' | 'status'>,
  standing: Standing,
  trades: readonly ComparedTrade[],
): Promise<ExplainedCopy> {
  const [typed] = await handle
    .select({
      sum: sql`cast(coalesce(sum(case when ${mirror.type} = 'profit' then ${mirror.amount} else -${mirror.amount} end), 0) as text)`.mapWith(
        BigInt,
      ),
    })
    .from(mirror)
    .where(and(eq(mirror.copyId, id), inArray(mirror.status, COUNTED)));
  const [shared] = await handle
    .select({ sum: sql`cast(coalesce(sum(${leaderShare.amount}), 0) as text)`.mapWith(BigInt) })
    .from(leaderShare)
    .where(eq(leaderShare.copyId, id));
  const { balance, forgiven } = standing.account;
  const parts = {
    trades: sumOfDifferences(trades.map(({ difference }) => difference)),
    typed: typed?.sum ?? 0n,
    share: shared?.sum ?? 0n,
    forgiven,
    waiting: HOLDING.includes(status) ? 0n : balance.waiting,
  };
  const result = parts.trades.result + parts.typed - parts.share + forgiven - parts.waiting;
  return { ...parts, result };
}

/**
 * A copy of a user's with every trade of its leader since it began beside its own, newest first, and what all of it comes to; null
 * where there is no such copy. Amounts in cents, sizes and prices as they are read.
 */
export async function copyWithTrades(userId: string, copyId: string, page: number) {
  const { copies, standings, days, flows, starts } = await copiesAndStandings(userId);
  const copy = copies.find(({ id }) => id === copyId);
  if (!copy) return null;
  const standing = standings.get(copyId) ?? (await standingOf(read(), copy));
  const made = standing && (await compareCopy(read(), copy, standing));
  const compared = made?.compared ?? [];
  const whole = standing && compared.length > 0 ? await explained(read(), copy, standing, compared) : null;
  const { stoppedAt } = copy;
  const stopped =
    made && stoppedAt
      ? stoppedLine(
          { log: made.copyRows, prices: standing.prices, stoppedAt },
          starts.get(copyId) ?? 0n,
          flows.filter((flow) => flow.copyId === copyId),
        )
      : { results: [], putIn: [] };
  const open = compared.filter(isOpenTrade).length;
  compared.reverse();
  const { limit, offset, ...paged } = numberedPage(compared.length, page);
  return {
    copy,
    days: days.get(copyId) ?? stopped,
    whole,
    closed: compared.length - open,
    open,
    trades: compared.slice(offset, offset + limit).map((trade) => {
      const { id, opening, leader, copy: own, openedAt, closedAt, endedAt, ...rest } = trade;
      const contract = mustContract(id);
      const price = (value: bigint | null) => (value === null ? null : priceText(value, contract));
      const side = ({ size, entry, exit, result }: typeof leader) => ({
        size: `${sizeText(size)} ${unitOf(contract)}`,
        entry: price(entry),
        exit: price(exit),
        result,
      });
      return {
        ...rest,
        key: `${id} ${opening}`,
        symbol: contract.symbol,
        isOpen: isOpenTrade(trade),
        openedAt: new Date(openedAt),
        closedAt: closedAt === null ? null : new Date(closedAt),
        endedAt: endedAt === null ? null : new Date(endedAt),
        leader: side(leader),
        own: side(own),
      };
    }),
    ...paged,
  };
}

export type ComparedCopy = NonNullable<Awaited<ReturnType<typeof copyWithTrades>>>;

/**
 * A copy's worth and what its money would be worth with the leader's returns alone, at the ends of the same days; null while there are
 * no two such days.
 * @param leader the leader's return at the end of each day since the copy began, as fractions
 */
export function besideLeader({ days }: Pick<ComparedCopy, 'days'>, leader: readonly number[]) {
  const both = sameDays(days, leader);
  return both.own.length < 2 ? null : both;
}

import { and, asc, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { copy, copyFlow, journal, trade, trader, tradingAccount, tradingPosition, transfer } from '#drizzle/schema';
import { lacksStake } from '~/features/copying/leaderStake/stake.server';
import { pictureOfTrader } from '~/features/copying/traders/list/picture.server';
import { manualLabel } from '~/features/copying/traders/sources';
import { now } from '~/platform/clock';
import { prepared, type Reader, read, readShared } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { oncePerRequest } from '~/platform/process/callContext.server';
import { durationText } from '~/platform/text/durationText';
import { findUserAccounts } from '~/trading/accounts/accounts.server';
import { openResult } from '~/trading/accounts/position';
import { marketOpensAt, requireContract } from '~/trading/contracts';
import { abs, nearestDiv } from '~/trading/numbers';
import { getSizeUnit, priceText, sizeText } from '~/trading/text';
import { MAX_RESULT_WAIT_MS } from '~/trading/tradingTerms';
import { createSmallLine } from '~/ui/charts/geometry/smallLine';
import { computeCapital, getCopyBalance } from './capital';
import {
  type CopyValuation,
  computeValuations,
  getCurrentFloor,
  getWithdrawalTerms,
  hasPositions,
} from './following/internal/copyAccount.server';
import { loadResultLines } from './following/internal/copyDays.server';
import { computeMaxWithdrawable, getMovedAmount, sumPendingWithdrawals } from './rules';
import { FUNDED_COPY_STATES, RUNNING_COPY_STATES } from './states';

/** Returns whether copies of a trader follow its orders; false for a trader with manual results only. */
export const areOrdersCopied = (traderId: string): Promise<boolean> =>
  readShared(`followed by orders ${traderId}`, async () => {
    const [row] = await read()
      .select({ kind: tradingAccount.kind })
      .from(tradingAccount)
      .where(eq(tradingAccount.id, traderId));
    return row !== undefined && row.kind !== 'copy';
  });

/** Returns the closed markets in which a trader holds positions, by opening time; a new copy queues those positions. */
export async function findClosedMarkets(traderId: string): Promise<ClosedMarkets[]> {
  const held = await read()
    .select({ id: tradingPosition.instrument })
    .from(tradingPosition)
    .where(and(eq(tradingPosition.accountId, traderId), ne(tradingPosition.size, 0n)));
  const byOpening = new Map<number, ClosedMarkets>();
  for (const { id } of held) {
    const opensAt = marketOpensAt(id, now());
    if (!opensAt) continue;
    const markets = byOpening.get(opensAt.getTime()) ?? { symbols: [], opensAt };
    markets.symbols.push(requireContract(id).symbol);
    byOpening.set(opensAt.getTime(), markets);
  }
  return [...byOpening.values()].sort((a, b) => a.opensAt.getTime() - b.opensAt.getTime());
}

export type ClosedMarkets = { symbols: string[]; opensAt: Date };

export async function isFirstCopy(handle: Reader, userId: string): Promise<boolean> {
  const started = await handle.select({ id: copy.id }).from(copy).where(eq(copy.userId, userId)).limit(2);
  return started.length === 1;
}

const user = sql.placeholder('user');

const traderColumns = {
  id: trader.id,
  firstName: trader.firstName,
  lastName: trader.lastName,
  source: trader.source,
  shareBps: trader.shareBps,
  minimum: trader.minimumCapital,
  picture: pictureOfTrader,
};

/** Largest numbers of one user's copies that are read: copies with money, and stopped copies. */
const MAX_FUNDED_COPIES = 1_000;
const MAX_STOPPED_COPIES = 200;

const holdingCopies = prepared('copy.holding-of-user', (handle) =>
  handle
    .select({ copy })
    .from(copy)
    .where(and(eq(copy.userId, user), inArray(copy.status, FUNDED_COPY_STATES)))
    .orderBy(desc(copy.startedAt), desc(copy.id))
    .limit(MAX_FUNDED_COPIES),
);

const startColumn =
  sql<bigint>`coalesce((select cast(sum(${transfer.amount}) as text) from ${journal} inner join ${transfer} on ${eq(transfer.journalId, journal.id)} where ${journal.kind} = 'copy-started' and ${journal.businessRef} = ${copy.id}), '0')`.mapWith(
    BigInt,
  );

const manualColumn =
  sql<boolean>`exists (select 1 from ${trade} where ${trade.traderId} = ${copy.traderId} and ${isNull(trade.voidedAt)})`.mapWith(
    Boolean,
  );

const prepareCopies = (name: string, states: StoredCopy['status'][], limit: number) =>
  prepared(name, (handle) =>
    handle
      .select({ copy, trader: traderColumns, start: startColumn, isManual: manualColumn, lacksStake })
      .from(copy)
      .innerJoin(trader, eq(trader.id, copy.traderId))
      .where(and(eq(copy.userId, user), inArray(copy.status, states)))
      .orderBy(sql`${copy.status} = 'stopped'`, desc(copy.startedAt), desc(copy.id))
      .limit(limit),
  );

const preparedHoldingCopies = prepareCopies('copy.holding-in-full', FUNDED_COPY_STATES, MAX_FUNDED_COPIES);
const preparedAllCopies = prepareCopies(
  'copy.every-in-full',
  [...FUNDED_COPY_STATES, 'stopped'],
  MAX_FUNDED_COPIES + MAX_STOPPED_COPIES,
);

/** Deposits into and withdrawals from a user's copies after their starts, in order; pending ones last. */
const flowsOfUser = prepared('copy.flows-of-user', (handle) =>
  handle
    .select({ flow: copyFlow })
    .from(copy)
    .innerJoin(copyFlow, eq(copyFlow.copyId, copy.id))
    .where(eq(copy.userId, user))
    .orderBy(sql`${copyFlow.movedAt} is null`, asc(copyFlow.movedAt), asc(copyFlow.id)),
);

/** Computes the values of a user's copies that hold money. `found`: the user's copies, if they were read already. */
const valueHoldingCopies = (userId: string, found?: Promise<{ copy: StoredCopy }[]>) =>
  oncePerRequest(`copies ${userId}`, async () => {
    const query = { user: userId };
    const [rows, accounts] = await Promise.all([found ?? holdingCopies(read(), query), findUserAccounts(userId)]);
    const holding = rows.flatMap((row) => (FUNDED_COPY_STATES.includes(row.copy.status) ? row.copy : []));
    return { holding, standings: await computeValuations(read(), holding, accounts) };
  });

/** Returns a user's copies with their traders: copies with money first, then the others, each newest first. */
export const findCopies = async (userId: string) => (await loadCopiesAndValuations(userId)).copies;

export const findHoldingCopies = async (userId: string) =>
  (await loadCopiesAndValuations(userId, preparedHoldingCopies)).copies;

/**
 * Returns a user's copies and the values of those with positions, all at one instant, with their starting amounts and
 * all flows.
 */
export async function loadCopiesAndValuations(userId: string, inFull = preparedAllCopies) {
  const query = { user: userId };
  const found = inFull(read(), query);
  const [{ standings }, rows, flowRows] = await Promise.all([
    valueHoldingCopies(userId, found),
    found,
    flowsOfUser(read(), query),
  ]);
  const flows = flowRows.map(({ flow }) => flow);
  const starts = new Map(rows.map(({ copy: { id }, start }) => [id, start]));
  const holding = rows.flatMap(({ copy: row }) => (FUNDED_COPY_STATES.includes(row.status) ? row : []));
  const days = await loadResultLines(read(), userId, holding, flows);
  const copies = rows.map(({ copy: row, trader: leader, isManual, ...about }) => {
    const standing = standings.get(row.id);
    const own = flows.filter(({ copyId }) => copyId === row.id);
    const isRunning = RUNNING_COPY_STATES.includes(row.status);
    const terms = getWithdrawalTerms(row, standing ?? null, sumPendingWithdrawals(own), leader.minimum);
    return {
      ...row,
      ...addResult(row, standing?.equity, days.get(row.id) ?? []),
      capital: computeCapital([about.start, ...own.map(getMovedAmount)]),
      standing: standing ? toShownValuation(standing) : null,
      opensAt: standing ? getFirstOpening(standing) : null,
      floor: hasPositions(row) ? getCurrentFloor(row) : row.floor,
      live: FUNDED_COPY_STATES.includes(row.status),
      running: isRunning,
      /** Largest amount that can be withdrawn now, and the trader's minimum, which remains; cents. */
      removable: isRunning ? computeMaxWithdrawable(terms) : 0n,
      minimum: leader.minimum,
      /** Longest time that a withdrawal from this copy takes, as text; null if the money moves immediately. */
      waits: isPaper() || hasPositions(row) ? null : durationText(MAX_RESULT_WAIT_MS),
      leaving: own.filter(({ movedAt }) => movedAt === null),
      lacksStake: isRunning && about.lacksStake,
      leaderShareBps: leader.shareBps,
      traderName: `${leader.firstName} ${leader.lastName}`,
      /** Notice about the trader’s results where an administrator entered some; else null. */
      manualLabel: manualLabel({ source: leader.source, manualResults: isManual ? 1 : 0 }),
      traderPicture: leader.picture && `/files/${leader.picture}`,
    };
  });
  return { copies, standings, flows, starts };
}

/** Returns the unbooked money in a user's copies, cents: unrealised results of open positions, and profits that wait for the reserve. */
export async function sumUnbookedInCopies(userId: string): Promise<bigint> {
  const { holding, standings } = await valueHoldingCopies(userId);
  return holding.reduce((sum, row) => {
    const standing = standings.get(row.id);
    return standing ? sum + standing.equity - getCopyBalance(row) : sum;
  }, 0n);
}

/**
 * Returns a copy's worth and results in cents, as if it were closed now: the result since its start, and since the
 * last UTC midnight.
 */
function addResult(row: StoredCopy, worth: bigint | undefined, days: bigint[]) {
  const equity = worth ?? getCopyBalance(row);
  const total = worth === undefined ? row.result : worth - row.contributed;
  return { equity, total, today: total - (days.at(-1) ?? 0n), line: createSmallLine([...days, total].map(Number), 0) };
}

/** Returns when a copy without positions opens its first queued position; null if it has positions or none are queued. */
function getFirstOpening({ account: { positions, waiting }, at }: CopyValuation): Date | null {
  if (Object.keys(positions).length > 0) return null;
  const openings = waiting.flatMap(({ id }) => marketOpensAt(id, new Date(at)) ?? []);
  return openings.sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
}

type StoredCopy = typeof copy.$inferSelect;

export type OpenPosition = {
  symbol: string;
  side: string;
  size: string;
  entry: string;
  price: string;
  /** Time when the closed market opens; null while it is open. */
  opensAt: Date | null;
  result: bigint;
};

type ShownValuation = {
  equity: bigint;
  free: bigint;
  share: bigint;
  /**
   * Profit not posted yet because the market reserve can't pay it, minus losses beyond the cash. Included in
   * `equity`.
   */
  waitingProfit: bigint;
  positions: OpenPosition[];
  /** `opensAt`: time when the closed market opens; null while the order waits for a price. */
  waiting: { symbol: string; side: string; opensAt: Date | null }[];
};

const toShownValuation = ({ account, equity, free, share, mids, at }: CopyValuation): ShownValuation => ({
  equity,
  free,
  share,
  waitingProfit: account.balance.waiting - account.balance.deficit,
  positions: Object.values(account.positions).map((position) => {
    const { id, size, cost } = position;
    const contract = requireContract(id);
    return {
      symbol: contract.symbol,
      side: size > 0n ? 'long' : 'short',
      size: `${sizeText(abs(size))} ${getSizeUnit(contract)}`,
      entry: priceText(nearestDiv(cost, abs(size)), contract),
      price: priceText(mids(id), contract),
      opensAt: marketOpensAt(id, new Date(at)),
      result: openResult(position, mids(id)),
    };
  }),
  waiting: account.waiting.map(({ id, size }) => ({
    symbol: requireContract(id).symbol,
    side: size > 0n ? 'buying' : 'selling',
    opensAt: marketOpensAt(id, new Date(at)),
  })),
});

export type OwnedCopy = Awaited<ReturnType<typeof findCopies>>[number];

/** Fields of a copy in a list; pages pass them to the browser. */
export type CopyRow = ReturnType<typeof toCopyRow>;

export const toCopyRow = (copy: OwnedCopy) => {
  const {
    id,
    traderName,
    traderPicture,
    manualLabel: label,
    status,
    capital,
    equity,
    total,
    today,
    line,
    opensAt,
  } = copy;
  return { id, traderName, traderPicture, manualLabel: label, status, capital, equity, total, today, line, opensAt };
};

export type ListedCopy = ReturnType<typeof toListedCopy>;

export const toListedCopy = (copy: OwnedCopy) => ({
  ...toCopyRow(copy),
  live: copy.live,
  lacksStake: copy.lacksStake,
  asksForShare: copy.running && copy.leaderOrder !== null && copy.shareBps !== copy.leaderShareBps,
});

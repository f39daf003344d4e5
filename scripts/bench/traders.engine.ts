/** What `bench traders` runs in a process for each engine, on the empty database that DATABASE_URL names. */
import { copy, trade, trader, traderFigures, user } from '#drizzle/schema';
import { listTraders } from '~/features/traders/list/queries.server';
import { DAY } from '~/platform/clock';
import { closeDatabase, insertAll, migrate, openDatabase, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import type { Compared } from './engines';
import { person, quickest } from './people';

const FEW = 24;
const MANY = 1_000;
/** Of each trader. */
const TRADES = 20;
const COPIES = 10;

const at = new Date(Date.UTC(2026, 0, 1));

const made = (number: number): typeof trader.$inferSelect => {
  const { id, firstName, lastName } = person(number);
  return {
    ...{
      id,
      firstName,
      lastName,
      nationality: 'Irish',
      minimumCapital: 500_00n,
      capital: 100_000_00n,
      imageFileId: null,
    },
    ...{
      declared: null,
      simulated: true,
      source: number % 3 === 0 ? 'log' : 'engine',
      strategy: null,
      ownerUserId: null,
    },
    shareBps: 0,
    status: number % 9 === 0 ? 'paused' : 'open',
    logCompleteUntil: null,
    createdAt: at,
  };
};

/** Figures with a year of days, as the job keeps them. */
const figuresOf = (id: string, number: number): typeof traderFigures.$inferSelect => ({
  id,
  until: new Date(at.getTime() + 365 * DAY),
  days: 365,
  monthReturnBps: number % 500,
  yearReturnBps: number,
  quarterReturnBps: 0,
  line: [],
  maxDrawdownBps: 1_000,
  risk: (number % 10) + 1,
  rank: number % 4 === 0 ? null : (number * 7_919) % 1_009,
  ...{
    markets: number % 2 === 0 ? ' crypto forex ' : ' index ',
    winners: 60,
    losers: 40,
    won: 9_000_00n,
    lost: 7_000_00n,
  },
  openWinners: 1,
  openLosers: 1,
  openWon: 100_00n,
  openLost: 90_00n,
  totalReturnBps: 2_000,
  meanMonthBps: 150,
  typed: 0,
  version: 1,
  details: {
    total: 0.2,
    quarter: 0.05,
    months: [],
    longestUnderWater: 30,
    worstDay: -0.03,
    worstWeek: -0.06,
    sharpe: 1,
    sortino: 1,
    annualised: true,
    averageHolding: DAY,
    closedPositions: 100,
    traded: [],
    nav: Array.from({ length: 365 }, (_, day) => ({ at: at.getTime() + day * DAY, nav: 1 + day / 1_000 })),
  },
});

const copied = (traderId: string, userId: string, number: number): typeof copy.$inferSelect => ({
  ...{
    id: newId(),
    userId,
    traderId,
    contributed: 500_00n,
    result: 0n,
    floor: null,
    floorBps: null,
    capBps: null,
    daySpreadBps: 200,
    shareBps: 0,
  },
  spreadDay: null,
  spreadPaid: null,
  spreadReached: null,
  acts: 0,
  leaderOrder: null,
  highWaterMark: null,
  lookedFrom: null,
  safeMove: null,
  startedAt: at,
  stoppedAt: null,
  status: number % 5 === 0 ? 'stopped' : 'active',
  stopReason: null,
  dueAt: null,
  endedByTradeId: null,
});

const typed = (traderId: string, number: number): typeof trade.$inferSelect => ({
  id: newId(),
  traderId,
  pair: 'EUR/USD',
  amount: 100n,
  capital: 100_000_00n,
  type: number % 2 ? 'profit' : 'loss',
  source: 'operator',
  at,
  recordedAt: at,
  voidedAt: null,
  voidReason: null,
});

async function seed(from: number, to: number): Promise<void> {
  const owner = person(100_000 + from);
  await write((tx) => insertAll(tx, user, [owner]));
  for (let start = from; start < to; start += 100) {
    const numbers = Array.from({ length: Math.min(100, to - start) }, (_, each) => start + each);
    const traders = numbers.map(made);
    const times = (each: number) => Array.from({ length: each }, (_, number) => number);
    await write(async (tx) => {
      await insertAll(tx, trader, traders);
      await insertAll(
        tx,
        traderFigures,
        traders.map(({ id }, number) => figuresOf(id, start + number)),
      );
      await insertAll(
        tx,
        trade,
        traders.flatMap(({ id }) => times(TRADES).map((number) => typed(id, number))),
      );
      // Unevenly, as people copy.
      await insertAll(
        tx,
        copy,
        traders.flatMap(({ id }, number) => times((number * COPIES) / 50).map((each) => copied(id, owner.id, each))),
      );
    });
  }
}

const timed = (asked: Partial<Parameters<typeof listTraders>[0]>) =>
  quickest(() => listTraders({ search: '', page: 1, ...asked }));

const times = async (last: number): Promise<Record<string, number>> => ({
  'the first page': await timed({}),
  'the last page': await timed({ page: last }),
  'of one market and at most a risk': await timed({ market: 'forex', risk: 5 }),
  'search: a common name': await timed({ search: 'ann' }),
  'search: no match': await timed({ search: 'ńo such' }),
});

await openDatabase();
await migrate();
await seed(0, FEW);
const few = await times(1);
await seed(FEW, MANY);
const many = await times(Math.ceil(MANY / 24));
await closeDatabase();
const measured: Compared = Object.fromEntries(
  Object.entries(few).map(([what, took]) => [what, { few: took, many: many[what] ?? 0 }]),
);
process.send?.(measured);

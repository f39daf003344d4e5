import { and, asc, eq, gte, inArray, isNotNull, lt, notExists, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { copy, type copyFlow, mirror, tradingAccount, tradingSnapshot } from '#drizzle/schema';
import { getPricesFor } from '~/features/copying/quotes/prices.server';
import { DAY, now, SECOND } from '~/platform/clock';
import { type Handle, prepared, type Reader, read, write } from '~/platform/db/index.server';
import { singleton } from '~/platform/singleton';
import type { Order } from '~/trading/accounts/account';
import { findSavedAccount } from '~/trading/accounts/accounts.server';
import { computeSnapshots } from '~/trading/accounts/snapshots';
import { findAccountSnapshots, saveSnapshots } from '~/trading/accounts/snapshots.server';
import { readLog } from '~/trading/orders/orders.server';
import type { Prices } from '~/trading/prices/prices';
import { computeResultLine, getMovedAmount } from '../../rules';
import { COUNTED_RESULT_STATES, FUNDED_COPY_STATES } from '../../states';
import { hasPositions } from './copyAccount.server';

type Copy = typeof copy.$inferSelect;

const COPIES_PER_RUN = 20;

const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY) * DAY;

/** Writes daily snapshots of copies with positions. @returns whether more may be left */
export async function saveDays(): Promise<boolean> {
  const today = dayOf(now());
  const ofYesterday = and(
    eq(tradingSnapshot.accountId, copy.id),
    gte(tradingSnapshot.day, new Date(today - DAY)),
    lt(tradingSnapshot.day, new Date(today)),
  );
  const due = await read()
    .select({ id: copy.id, userId: copy.userId })
    .from(copy)
    .innerJoin(tradingAccount, and(eq(tradingAccount.id, copy.id), gte(tradingAccount.until, new Date(today))))
    .where(
      and(
        inArray(copy.status, FUNDED_COPY_STATES),
        isNotNull(copy.leaderOrder),
        lt(copy.startedAt, new Date(today)),
        notExists(read().select({ one: sql`1` }).from(tradingSnapshot).where(ofYesterday)),
      ),
    )
    .orderBy(asc(copy.id))
    .limit(COPIES_PER_RUN);
  for (const { id, userId } of due) await write((tx) => saveDaysOf(tx, id, today), { users: [userId] });
  return due.length === COPIES_PER_RUN;
}

async function saveDaysOf(tx: Handle, id: string, to: number): Promise<void> {
  const last = (await findAccountSnapshots(tx, id)).at(-1)?.day ?? 0;
  const saved = await findSavedAccount(tx, id);
  if (!saved) return;
  const made = computeSnapshots(await readLog(tx, id), await getPricesFor(saved), to);
  await saveSnapshots(
    tx,
    id,
    made.filter(({ day }) => day > last),
  );
}

const LINE_DAYS = 90;

/** Days of a copy that have ended, oldest first; `end` in milliseconds. */
type EndedDays = { end: number; equity: bigint }[];

/** Number of copies whose past days are cached. Past days never change; 90 days take about 10 KB. */
const MAX_CACHED_COPIES = 1_000;
const pastDaysCache = singleton('copy.ended-days', () => new LRUCache<string, EndedDays>({ max: MAX_CACHED_COPIES }));

const user = sql.placeholder('user');
const from = sql.placeholder('from');
const holding = and(eq(copy.userId, user), inArray(copy.status, FUNDED_COPY_STATES));

const daysOfUser = prepared('copy.days-of-user', (handle) =>
  handle
    .select({ id: tradingSnapshot.accountId, day: tradingSnapshot.day, equity: tradingSnapshot.equity })
    .from(copy)
    .innerJoin(tradingSnapshot, and(eq(tradingSnapshot.accountId, copy.id), gte(tradingSnapshot.day, from)))
    .where(holding)
    .orderBy(asc(tradingSnapshot.day)),
);

const manualOfUser = prepared('copy.typed-of-user', (handle) =>
  handle
    .select({ id: mirror.copyId, amount: mirror.amount, type: mirror.type, at: mirror.at })
    .from(copy)
    .innerJoin(mirror, and(eq(mirror.copyId, copy.id), gte(mirror.at, from)))
    .where(and(holding, inArray(mirror.status, COUNTED_RESULT_STATES))),
);

/** Returns past days of copies from `since` on. Reads from the database only the days after the cached ones. */
async function findEndedDays(handle: Reader, userId: string, ids: readonly string[], since: number) {
  const known = new Map(ids.map((id) => [id, pastDaysCache.get(id) ?? []]));
  const lastEnd = (days: EndedDays) => days.at(-1)?.end ?? since;
  const unread = Math.min(...[...known.values()].map(lastEnd));
  for (const { id, day, equity } of await daysOfUser(handle, { user: userId, from: Math.max(since, unread) })) {
    const days = known.get(id) ?? [];
    if (day.getTime() >= lastEnd(days)) known.set(id, [...days, { end: day.getTime() + DAY, equity }]);
  }
  for (const [id, days] of known) {
    const recent = days.filter(({ end }) => end > since);
    known.set(id, recent);
    pastDaysCache.set(id, recent);
  }
  return known;
}

export async function loadResultLines(
  handle: Reader,
  userId: string,
  copies: readonly Copy[],
  flows: readonly (typeof copyFlow.$inferSelect)[],
): Promise<Map<string, bigint[]>> {
  const since = dayOf(now()) - LINE_DAYS * DAY;
  const query = { user: userId, from: since };
  const following = copies.filter(hasPositions).map(({ id }) => id);
  const [ended, mirrors] = await Promise.all([
    following.length === 0 ? null : findEndedDays(handle, userId, following, since),
    following.length === copies.length ? [] : manualOfUser(handle, query),
  ]);
  return new Map(
    copies.map((each) => {
      const { id, contributed } = each;
      const own = flows.filter(({ copyId }) => copyId === id);
      if (hasPositions(each)) return [id, computeResultLine.ofDays(ended?.get(id) ?? [], contributed, own)];
      const range = { from: Math.max(since, dayOf(each.startedAt)), to: dayOf(now()) };
      const entered = mirrors.filter((row) => row.id === id);
      return [id, computeResultLine.ofResults(entered, each.result, range)];
    }),
  );
}

/** Computes the results of a copy with positions from its log, in cents, at `moments` (last seconds of UTC days). */
export function computeResultsAt(
  { log, prices }: { log: readonly Order[]; prices: Prices },
  moments: readonly number[],
  { start, flows }: { start: bigint; flows: readonly (typeof copyFlow.$inferSelect)[] },
): bigint[] {
  const query = new Set(moments.map((moment) => moment + SECOND));
  const moved = flows.filter(({ movedAt }) => movedAt !== null);
  const contributed = moved.reduce((sum, flow) => sum + getMovedAmount(flow), start);
  const days = computeSnapshots(log, prices, (moments.at(-1) ?? 0) + SECOND)
    .map(({ day, equity }) => ({ end: day + DAY, equity }))
    .filter(({ end }) => query.has(end));
  return computeResultLine.ofDays(days, contributed, moved);
}

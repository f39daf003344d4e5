import { asc, desc, inArray, isNull, ne } from 'drizzle-orm';
import { signal, signalKey, trader } from '#drizzle/schema';
import { computeStake, type Stake } from '~/features/copying/leaderStake/stake.server';
import { findInstrumentByName } from '~/market/instruments';
import { read } from '~/platform/db/index.server';
import { readCursorPage } from '~/platform/db/paging';
import { createNewestFirstRange } from '~/platform/db/rowRange.server';
import { findTradersWithCopies, refuseSignals } from './keys.server';
import { withoutExchange } from './rules';

export async function listSignalTraders() {
  const traders = await read()
    .select({
      id: trader.id,
      firstName: trader.firstName,
      lastName: trader.lastName,
      source: trader.source,
      capital: trader.capital,
    })
    .from(trader)
    .where(ne(trader.status, 'retired'))
    .orderBy(asc(trader.lastName), asc(trader.firstName));
  const own = traders.filter(({ source }) => source === 'signal' || source === 'log');
  const copied = await findTradersWithCopies(
    read(),
    own.map(({ id }) => id),
  );
  const keys = await read()
    .select()
    .from(signalKey)
    .where(isNull(signalKey.endedAt))
    .orderBy(desc(signalKey.createdAt));
  const since = new Map(keys.map(({ traderId, createdAt }) => [traderId, createdAt]));
  const stakes = new Map<string, Stake | null>();
  for (const { id, source } of own) if (source === 'signal') stakes.set(id, await computeStake(read(), id));
  return own.map(({ id, firstName, lastName, source, capital }) => ({
    id,
    stake: stakes.get(id) ?? null,
    name: `${firstName} ${lastName}`,
    signals: source === 'signal',
    keySince: since.get(id) ?? null,
    noKeyBecause:
      source === 'signal' ? null : (refuseSignals({ source, capital }, copied.has(id))?.error.message ?? null),
  }));
}

export async function loadSignalsPage(query: URLSearchParams) {
  const page = await readCursorPage(query, async (range) => {
    const { beyond, order } = createNewestFirstRange(signal.id, range);
    return await read().select().from(signal).where(beyond).orderBy(order).limit(range.limit);
  });
  const ids = [...new Set(page.rows.map(({ traderId }) => traderId))];
  const named = ids.length
    ? await read()
        .select({ id: trader.id, firstName: trader.firstName, lastName: trader.lastName })
        .from(trader)
        .where(inArray(trader.id, ids))
    : [];
  const names = new Map(named.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`]));
  const shown = (row: (typeof page.rows)[number]) => ({
    ...row,
    symbol: symbolAsShown(row.asked.symbol),
    trader: names.get(row.traderId) ?? row.traderId,
  });
  return { ...page, rows: page.rows.map(shown) };
}

const symbolAsShown = (sent = ''): string => findInstrumentByName(withoutExchange(sent))?.symbol ?? sent;

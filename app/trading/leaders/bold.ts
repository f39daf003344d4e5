import { DAY, HOUR, MINUTE } from '~/platform/clock';
import {
  deviationFromAverage,
  mean,
  openTargets,
  populationDeviation,
  relativeChanges,
  type Strategy,
  type Target,
} from './strategy';

/* Leaders that trade often, use high leverage, or risk more than they can lose. */

const WEEKDAYS = 7;

export const COIN_STRATEGY: Strategy = {
  id: 'coins',
  firstName: 'Zuri',
  lastName: 'Adeyemi',
  nationality: 'Nigeria',
  character: 'Cheap coins',
  bio: 'Every Monday the two coins that are furthest below their average of two hundred days, or none when none is. Large moves both ways.',
  markets: ['BTCUSD', 'ETHUSD', 'SOLUSD', 'XRPUSD', 'DOGEUSD', 'LTCUSD', 'ADAUSD'],
  capital: 2_000_000n,
  minimum: 10_000n,
  leverage: 1n,
  every: WEEKDAYS * DAY,
  offset: 4 * DAY + 12 * HOUR,
  memory: {},
  decide: (view, memory) => {
    const ranked = COIN_STRATEGY.markets
      .map((id) => ({ id, away: deviationFromAverage(view, id) }))
      .sort((a, b) => a.away - b.away || (a.id < b.id ? -1 : 1));
    const best = new Set(ranked.slice(0, 2).flatMap(({ id, away }) => (away < 0 ? [id] : [])));
    // Sells coins that are no longer among the best before it buys others.
    const gone = COIN_STRATEGY.markets.filter((id) => view.held(id) !== 0 && !best.has(id));
    const come = [...best].filter((id) => view.held(id) === 0);
    return {
      memory,
      targets: [
        ...gone.map((id): Target => ({ id, dollars: 0 })),
        ...come.map((id): Target => ({ id, dollars: 0.45 * view.equity })),
      ],
    };
  },
};

export const SCALPER_STRATEGY: Strategy = {
  id: 'scalper',
  firstName: 'Lukas',
  lastName: 'Brandt',
  nationality: 'Germany',
  character: 'News scalper',
  bio: 'Trades the quarter of an hour after the figures of 13:30 UTC, in the direction of their first move, for an hour or two.',
  markets: ['EURUSD', 'GBPUSD', 'XAUUSD'],
  capital: 2_500_000n,
  minimum: 20_000n,
  leverage: 20n,
  every: 15 * MINUTE,
  offset: 0,
  memory: {},
  decide: (view, memory) => {
    const quarter = Math.floor((view.at % DAY) / (15 * MINUTE)) * 15;
    if (quarter === 15 * 60 + 30) {
      const close = (id: string): Target | null => (view.held(id) === 0 ? null : { id, dollars: 0 });
      return { memory, targets: openTargets(view, SCALPER_STRATEGY.markets, close) };
    }
    if (quarter !== 13 * 60 + 45) return { memory, targets: [] };
    return {
      memory,
      targets: openTargets(view, SCALPER_STRATEGY.markets, (id) => {
        const moves = relativeChanges(view.closes(id, 15 * MINUTE, 97));
        const last = moves.at(-1) as number;
        const usual = populationDeviation(moves);
        if (Math.abs(last) < 1.2 * usual) return null;
        const side = last > 0 ? 1 : -1;
        const price = view.price(id);
        return {
          id,
          dollars: side * 2 * view.equity,
          stop: price * (1 - side * 1.5 * usual),
          takeProfit: price * (1 + side * 2.5 * usual),
        };
      }),
    };
  },
};

const GRID_STEP = 0.004;
const MAX_LOTS = 14;

export const GRID_STRATEGY: Strategy = {
  id: 'grid',
  firstName: 'Camille',
  lastName: 'Dufour',
  nationality: 'France',
  character: 'Grid',
  bio: 'Buys more at each step down and sells all of it one step above the average. Nearly every trade wins; the one that does not is large.',
  markets: ['EURUSD', 'AUDUSD'],
  capital: 3_000_000n,
  minimum: 15_000n,
  leverage: 20n,
  every: HOUR,
  offset: 0,
  // Number of open lots per instrument, and the price of the newest lot.
  memory: {},
  decide: (view, memory) => {
    const next = { ...memory };
    const targets = openTargets(view, GRID_STRATEGY.markets, (id) => {
      const held = view.held(id);
      const price = view.price(id);
      const lot = 0.4 * view.equity;
      const lots = held === 0 ? 0 : (memory[`${id} lots`] ?? 0);
      if (lots > 0 && price >= view.entry(id) * (1 + GRID_STEP)) {
        next[`${id} lots`] = 0;
        return { id, dollars: 0 };
      }
      if (lots > 0 && price > (memory[`${id} last`] ?? 0) * (1 - GRID_STEP)) return null;
      if (lots >= MAX_LOTS) return null;
      next[`${id} lots`] = lots + 1;
      next[`${id} last`] = price;
      return { id, dollars: held + lot };
    });
    return { memory: next, targets };
  },
};

/**
 * Moves as parts of the price: the adverse one at which the martingale doubles, and the one beyond its entry at which
 * it takes the profit.
 */
const ADVERSE_MOVE = 0.004;
const PROFIT_MOVE = 0.002;
/** Part of its highest equity below which the strategy stops trading permanently. */
const RUIN_SHARE = 0.6;

export const MARTINGALE_STRATEGY: Strategy = {
  id: 'martingale',
  firstName: 'Rico',
  lastName: 'Valente',
  nationality: 'Malta',
  character: 'Martingale',
  bio: 'Doubles what it holds each time the price runs against it, until it comes back. It always has, until the time it does not.',
  markets: ['GBPUSD'],
  capital: 1_000_000n,
  minimum: 10_000n,
  leverage: 30n,
  every: HOUR,
  offset: 0,
  memory: {},
  decide: (view, memory) => {
    const id = 'GBPUSD';
    if (!view.isOpen(id)) return { memory, targets: [] };
    const held = view.held(id);
    const price = view.price(id);
    if (held === 0) {
      const best = Math.max(memory.best ?? 0, view.equity);
      if (view.equity < RUIN_SHARE * best) return { memory, targets: [] };
      const side = price > mean(view.closes(id, HOUR, 24)) ? 1 : -1;
      return { memory: { best, last: price }, targets: [{ id, dollars: side * 1.6 * view.equity }] };
    }
    const side = held > 0 ? 1 : -1;
    if (side * (price / view.entry(id) - 1) > PROFIT_MOVE) return { memory, targets: [{ id, dollars: 0 }] };
    const against = -side * (price / (memory.last ?? price) - 1);
    if (against <= ADVERSE_MOVE) return { memory, targets: [] };
    return { memory: { ...memory, last: price }, targets: [{ id, dollars: 2 * held }] };
  },
};

export const RANDOM_STRATEGY: Strategy = {
  id: 'guesser',
  firstName: 'Barnaby',
  lastName: 'Quill',
  nationality: 'Ireland',
  character: 'Does nothing well',
  bio: 'Buys what rose yesterday, sells what fell, changes his mind the next day, and pays the spread each time.',
  markets: ['EURUSD', 'NAS100', 'USOIL', 'BTCUSD', 'TSLA'],
  capital: 1_500_000n,
  minimum: 10_000n,
  leverage: 3n,
  every: DAY,
  offset: 16 * HOUR,
  memory: { turn: 0 },
  decide: (view, memory) => {
    const { markets } = RANDOM_STRATEGY;
    const turn = memory.turn ?? 0;
    const [old, next] = [turn, turn + 1].map((at) => markets[at % markets.length] as string) as [string, string];
    if (![old, next].every(view.isOpen)) return { memory, targets: [] };
    const closes = view.closes(next, DAY, 2);
    const side = (closes[1] as number) > (closes[0] as number) ? 1 : -1;
    const targets: Target[] = view.held(old) === 0 ? [] : [{ id: old, dollars: 0 }];
    return { memory: { turn: turn + 1 }, targets: [...targets, { id: next, dollars: side * 0.35 * view.equity }] };
  },
};

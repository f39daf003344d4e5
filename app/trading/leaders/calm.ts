import { DAY, HOUR } from '~/platform/clock';
import {
  deviationFromAverage,
  mean,
  meanReversionTargets,
  openTargets,
  populationDeviation,
  relativeChanges,
  type Strategy,
} from './strategy';

/* Leaders that decide once a day, when all markets are open, and use little leverage. */

const daily = { every: DAY, offset: 15 * HOUR, memory: {} } as const;

export const TREND_STRATEGY: Strategy = {
  ...daily,
  id: 'trend',
  firstName: 'Ingrid',
  lastName: 'Solberg',
  nationality: 'Norway',
  character: 'Trend follower',
  bio: 'Follows the average of ten days against that of forty. Loses a little often, and waits for the few long moves.',
  markets: ['EURUSD', 'USDJPY', 'XAUUSD', 'SPX500', 'USOIL', 'BTCUSD'],
  capital: 5_000_000n,
  minimum: 20_000n,
  leverage: 5n,
  decide: (view, memory) => ({
    memory,
    targets: openTargets(view, TREND_STRATEGY.markets, (id) => {
      const closes = view.closes(id, DAY, 40);
      const side = mean(closes.slice(-10)) > mean(closes) ? 1 : -1;
      const held = view.held(id);
      if (held * side > 0) return null;
      // Sizes each position so that its market's usual daily move is a quarter of a percent of the equity.
      const daysMove = populationDeviation(relativeChanges(closes));
      return { id, dollars: side * Math.min(0.0025 / daysMove, 0.8) * view.equity };
    }),
  }),
};

const CURRENCY_PAIRS = ['EURUSD', 'GBPUSD', 'USDCHF', 'USDCAD', 'USDJPY'];
const COINS = ['BTCUSD', 'ETHUSD', 'SOLUSD', 'XRPUSD', 'DOGEUSD', 'LTCUSD', 'ADAUSD'];

export const REVERSION_STRATEGY: Strategy = {
  ...daily,
  id: 'reversion',
  firstName: 'Mateus',
  lastName: 'Carvalho',
  nationality: 'Portugal',
  character: 'Mean reversion',
  bio: 'Sells currencies and coins that ran far from their averages of many months, and buys those that fell far below.',
  markets: [...CURRENCY_PAIRS, ...COINS],
  capital: 4_000_000n,
  minimum: 20_000n,
  leverage: 10n,
  decide: (view, memory) => ({
    memory,
    targets: [
      ...openTargets(view, CURRENCY_PAIRS, (id) => {
        const away = deviationFromAverage(view, id);
        const held = view.held(id);
        if (held === 0) return Math.abs(away) > 1.5 ? { id, dollars: (away > 0 ? -0.6 : 0.6) * view.equity } : null;
        return held * away > 0 || Math.abs(away) < 0.25 ? { id, dollars: 0 } : null;
      }),
      ...meanReversionTargets(view, COINS, () => 0.025, { relative: false }),
    ],
  }),
};

export const BREAKOUT_STRATEGY: Strategy = {
  ...daily,
  id: 'breakout',
  firstName: 'Anjali',
  lastName: 'Krishnan',
  nationality: 'India',
  character: 'Breakout',
  bio: 'Enters when a market closes beyond its last twenty days on the way back to its average, leaves at the other end of ten. Many small losses.',
  markets: ['XAUUSD', 'XAGUSD', 'USOIL', 'NAS100', 'ETHUSD'],
  capital: 3_000_000n,
  minimum: 15_000n,
  leverage: 5n,
  decide: (view, memory) => ({
    memory,
    targets: openTargets(view, BREAKOUT_STRATEGY.markets, (id) => {
      const closes = view.closes(id, DAY, 21);
      const before = closes.slice(0, 20);
      const last = closes[20] as number;
      const held = view.held(id);
      const recent = before.slice(-10);
      if (held > 0) return last < Math.min(...recent) ? { id, dollars: 0 } : null;
      if (held < 0) return last > Math.max(...recent) ? { id, dollars: 0 } : null;
      const side = last > Math.max(...before) ? 1 : last < Math.min(...before) ? -1 : 0;
      // Trades only towards the average, since a price that is far from it may turn.
      if (side === 0 || side * deviationFromAverage(view, id) > 0.25) return null;
      const daysMove = populationDeviation(relativeChanges(closes));
      const price = view.price(id);
      return {
        id,
        dollars: side * Math.min(0.004 / daysMove, 0.9) * view.equity,
        stop: price * (1 - side * 3 * daysMove),
      };
    }),
  }),
};

export const CARRY_STRATEGY: Strategy = {
  ...daily,
  id: 'carry',
  firstName: 'Oliver',
  lastName: 'Whitcombe',
  nationality: 'United Kingdom',
  character: 'Carry',
  bio: 'Buys currencies that usually pay more interest while they are cheap, and sells them once they are dear. No interest is paid here, so what is left is patience.',
  markets: ['AUDUSD', 'NZDUSD', 'USDJPY', 'USDCHF'],
  capital: 6_000_000n,
  minimum: 10_000n,
  leverage: 3n,
  decide: (view, memory) => ({
    memory,
    targets: openTargets(view, CARRY_STRATEGY.markets, (id) => {
      const away = deviationFromAverage(view, id);
      if (view.held(id) > 0) return away > 0.5 ? { id, dollars: 0 } : null;
      return away < -0.75 ? { id, dollars: 0.3 * view.equity } : null;
    }),
  }),
};

export const HOLD_STRATEGY: Strategy = {
  ...daily,
  id: 'holder',
  firstName: 'Margarethe',
  lastName: 'Lindqvist',
  nationality: 'Sweden',
  character: 'Index holder',
  bio: 'Bought four indices on the first day and has done nothing since. Trades almost never, by intention.',
  markets: ['SPX500', 'US30', 'GER40', 'JPN225'],
  capital: 10_000_000n,
  minimum: 10_000n,
  leverage: 1n,
  decide: (view, memory) => ({
    memory,
    targets: openTargets(view, HOLD_STRATEGY.markets, (id) =>
      view.held(id) === 0 ? { id, dollars: 0.23 * view.equity } : null,
    ),
  }),
};

export const SPREAD_STRATEGY: Strategy = {
  ...daily,
  id: 'spread',
  firstName: 'Kenji',
  lastName: 'Morimoto',
  nationality: 'Japan',
  character: 'Coin spread',
  bio: 'Coins against each other: buys those that fell behind and sells those that ran ahead, so that the market as a whole matters little.',
  markets: COINS,
  capital: 4_000_000n,
  minimum: 20_000n,
  leverage: 2n,
  decide: (view, memory) => ({ memory, targets: meanReversionTargets(view, COINS, () => 0.08, { relative: true }) }),
};

const TARGET_COINS = ['BTCUSD', 'ETHUSD', 'SOLUSD', 'DOGEUSD', 'LTCUSD'];
const VALUED_MARKETS = ['NAS100', 'XAUUSD'];

export const TARGET_STRATEGY: Strategy = {
  ...daily,
  id: 'target',
  firstName: 'Helena',
  lastName: 'Marchetti',
  nationality: 'Italy',
  character: 'Volatility target',
  bio: 'Coins against each other, technology shares and gold: more of each while it is cheap and calm, less while it is expensive or volatile.',
  markets: [...TARGET_COINS, ...VALUED_MARKETS],
  capital: 8_000_000n,
  minimum: 10_000n,
  leverage: 4n,
  decide: (view, memory) => {
    const yearly = (id: string) => populationDeviation(relativeChanges(view.closes(id, DAY, 31))) * Math.sqrt(365);
    return {
      memory,
      targets: [
        ...meanReversionTargets(view, TARGET_COINS, (id) => 0.06 / yearly(id), { relative: true }),
        ...openTargets(view, VALUED_MARKETS, (id) => {
          // Part of the full amount to hold: 1 far below the average, 0 far above it.
          const share = Math.min(Math.max(0.5 - deviationFromAverage(view, id) / 2, 0), 1);
          const dollars = share * Math.min(0.04 / yearly(id), 1.2) * view.equity;
          return Math.abs(view.held(id) - dollars) > 0.02 * view.equity ? { id, dollars } : null;
        }),
      ],
    };
  },
};

import { MINUTE } from '~/platform/clock';

export type SimulatedTrade = { pair: string; amount: bigint; type: 'profit' | 'loss'; at: Date };

type Style = {
  /** Of a hundred trades, how many win. */
  winsOf100: number;
  /** Least and most of a win and of a loss, basis points of the capital. */
  win: readonly [number, number];
  loss: readonly [number, number];
  pairs: readonly string[];
};

/** Ways to trade that look unlike each other: often right by little, seldom right by much, quick, wild, patient. */
const STYLES = {
  steady: { winsOf100: 68, win: [15, 80], loss: [25, 95], pairs: ['EUR/USD', 'GBP/USD', 'USD/CHF', 'USD/JPY'] },
  trend: { winsOf100: 38, win: [80, 420], loss: [40, 120], pairs: ['US30', 'NAS100', 'SPX500', 'AUD/USD'] },
  scalper: { winsOf100: 60, win: [4, 38], loss: [5, 44], pairs: ['EUR/USD', 'USD/JPY', 'USD/CAD', 'NAS100'] },
  crypto: { winsOf100: 50, win: [60, 700], loss: [60, 560], pairs: ['BTC/USD', 'ETH/USD', 'XRP/USD'] },
  stocks: { winsOf100: 55, win: [40, 240], loss: [40, 210], pairs: ['AAPL', 'TSLA', 'GOOGL', 'SPX500'] },
} as const satisfies Record<string, Style>;

/** Who is simulated: the same seed always has the same past. `capital` in cents. */
export type TraderSeed = { seed: string; style: keyof typeof STYLES; capital: bigint };

/**
 * A made-up past for a simulated trader: `count` closed results between two instants, oldest first, whole minutes, each a
 * share of the capital as the style has it. Pure: the same arguments give the same past.
 */
export function simulateHistory(
  { seed, style, capital }: TraderSeed,
  { from, to, count }: { from: Date; to: Date; count: number },
): SimulatedTrade[] {
  const { winsOf100, win, loss, pairs }: Style = STYLES[style];
  const random = randomFrom(`${seed}:${style}`);
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  const minutes = Math.floor((to.getTime() - from.getTime()) / MINUTE);
  const times = Array.from({ length: count }, () => Math.floor(random() * minutes)).sort((a, b) => a - b);
  return times.map((minute) => {
    const type = random() * 100 < winsOf100 ? 'profit' : 'loss';
    const [least, most] = type === 'profit' ? win : loss;
    const share = (capital * BigInt(between(least * 100, most * 100))) / 1_000_000n;
    return {
      pair: pairs[between(0, pairs.length - 1)] ?? '',
      amount: share > 0n ? share : 1n,
      type,
      at: new Date(from.getTime() + minute * MINUTE),
    };
  });
}

/** Numbers from 0 up to 1 that a text decides: FNV-1a to begin, then mulberry32. Not for secrets. */
function randomFrom(text: string): () => number {
  let state = 2_166_136_261;
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

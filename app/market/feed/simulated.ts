import { LRUCache } from 'lru-cache';
import { SECOND } from '~/platform/clock';
import { INSTRUMENTS, type Instrument, requireInstrument } from '../instruments';
import {
  type Candle,
  CHANGE_PERIODS_MS,
  type ChangePeriod,
  type SecondsFeed,
  TIMEFRAMES_MS,
  type Timeframe,
} from './feed';
import { halfSipHash } from './halfSipHash';

/*
 * The simulated price is a pure function of seed, symbol and second, so that nothing is stored and every process computes the same price.
 *
 * At each multiple of 2^24 seconds (194 days) the price's logarithm has a hashed distance from its anchor. The midpoint of such an interval
 * is the mean of its ends plus hashed noise, and so on for each half, down to one second: a Brownian bridge. The noise is bounded, which
 * limits how far the prices of an interval can exceed its ends. The highest and lowest second of a candle are therefore found by searching
 * only the halves that can contain them. Part of the noise belongs to a factor shared by several instruments, so that they move together.
 *
 * Anybody could compute future prices from a seed in the source code. Each installation therefore has a seed of its own from some instant
 * on: prices continue from their values at that instant, with noise from a keyed hash. Earlier prices stay the same.
 */

const NOISE_RANGE = 2 ** 24;
const YEAR_SECONDS = 365 * 86_400;

/**
 * Bound of noise with standard deviation 1. The noise is the sum of two uniform variables, each bounded by half of it.
 */
const NOISE_BOUND = Math.sqrt(6);

/** Sum of the deviations of all levels below a level, in units of that level's deviation: 1 + 1/√2 + 1/2 + ... */
const LEVELS_BELOW = 1 / (1 - Math.SQRT1_2);

type Noise = (second: number) => number;

type Path = { own: Noise; shared: Noise; ownShare: number; sharedShare: number; perRootSecond: number };

function fnvHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}

const spread = (hash: number): number => (((hash >>> 16) + (hash & 0xffff) - 0xffff) / 0x1_0000) * NOISE_BOUND;

const openNoise = (seed: string, label: string): Noise => {
  const key = fnvHash(`${seed}:${label}`);
  return (second) => noise(key, second);
};

function noise(key: number, second: number): number {
  let hash = key ^ Math.imul(second | 0, 0x9e3779b1) ^ Math.imul(Math.floor(second / 0x1_0000_0000), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return spread(hash ^ (hash >>> 16));
}

function secretNoise(seed: string, label: string): Noise {
  const [m0, m1] = [Number.parseInt(seed.slice(0, 8), 16), Number.parseInt(seed.slice(8, 16), 16)];
  // Derives a key for each label by chaining the master key over its characters.
  const chained = (start: number) =>
    [...label].reduce((hash, character) => halfSipHash(m0 ^ hash, m1, character.charCodeAt(0)), start);
  const [k0, k1] = [chained(0), chained(1)];
  // Seconds of 136 years map to different words.
  return (second) => spread(halfSipHash(k0, k1, second | 0));
}

const combinedNoise = (path: Path, second: number): number =>
  path.ownShare * path.own(second) + path.sharedShare * path.shared(second);

const rootLog = (path: Path, second: number): number =>
  path.perRootSecond * Math.sqrt(NOISE_RANGE / 2) * combinedNoise(path, second);

/**
 * Returns the standard deviation of a range's middle around the mean of its ends: half of the deviation over the whole
 * range.
 */
const middleDeviation = (path: Path, length: number): number => (path.perRootSecond * Math.sqrt(length)) / 2;

const midpointLog = (path: Path, left: number, length: number, atLeft: number, atRight: number): number =>
  (atLeft + atRight) / 2 + middleDeviation(path, length) * combinedNoise(path, left + length / 2);

function logAt(path: Path, second: number): number {
  let left = Math.floor(second / NOISE_RANGE) * NOISE_RANGE;
  let length = NOISE_RANGE;
  let atLeft = rootLog(path, left);
  if (second === left) return atLeft;
  let atRight = rootLog(path, left + NOISE_RANGE);
  while (length > 1) {
    const atMiddle = midpointLog(path, left, length, atLeft, atRight);
    length /= 2;
    if (second === left + length) return atMiddle;
    if (second < left + length) atRight = atMiddle;
    else {
      left += length;
      atLeft = atMiddle;
    }
  }
  return atLeft;
}

/** Returns the highest (`sign` 1) or lowest (-1) logarithm over the whole seconds from `from` to `to`, inclusive. */
function extremeLog(path: Path, from: number, to: number, sign: 1 | -1): number {
  let best = sign * Math.max(sign * logAt(path, from), sign * logAt(path, to));
  const spread = NOISE_BOUND * (path.ownShare + Math.abs(path.sharedShare)) * LEVELS_BELOW;
  const search = (left: number, length: number, atLeft: number, atRight: number): void => {
    if (length === 1 || left > to || left + length < from) return;
    const reach = Math.max(sign * atLeft, sign * atRight) + middleDeviation(path, length) * spread;
    if (reach <= sign * best) return;
    const half = length / 2;
    const centre = left + half;
    const atMiddle = midpointLog(path, left, length, atLeft, atRight);
    if (centre >= from && centre <= to && sign * atMiddle > sign * best) best = atMiddle;
    // Searches the half with the better bound first, because its result often makes the other half unnecessary.
    if (sign * atLeft > sign * atRight) {
      search(left, half, atLeft, atMiddle);
      search(centre, half, atMiddle, atRight);
    } else {
      search(centre, half, atMiddle, atRight);
      search(left, half, atLeft, atMiddle);
    }
  };
  for (let left = Math.floor(from / NOISE_RANGE) * NOISE_RANGE; left <= to; left += NOISE_RANGE) {
    search(left, NOISE_RANGE, rootLog(path, left), rootLog(path, left + NOISE_RANGE));
  }
  return best;
}

/** Returns the first second from `from` to `to`, inclusive, whose logarithm satisfies a rising (1) or falling (-1) condition. */
function firstSecond(
  path: Path,
  from: number,
  to: number,
  sign: 1 | -1,
  reached: (log: number) => boolean,
): number | null {
  const spread = NOISE_BOUND * (path.ownShare + Math.abs(path.sharedShare)) * LEVELS_BELOW;
  const search = (left: number, length: number, atLeft: number, atRight: number): number | null => {
    if (left > to || left + length <= from) return null;
    if (length === 1) return reached(atLeft) ? left : null;
    const beyond = sign * Math.max(sign * atLeft, sign * atRight) + sign * middleDeviation(path, length) * spread;
    if (!reached(beyond)) return null;
    const half = length / 2;
    const atMiddle = midpointLog(path, left, length, atLeft, atRight);
    return search(left, half, atLeft, atMiddle) ?? search(left + half, half, atMiddle, atRight);
  };
  for (let left = Math.floor(from / NOISE_RANGE) * NOISE_RANGE; left <= to; left += NOISE_RANGE) {
    const found = search(left, NOISE_RANGE, rootLog(path, left), rootLog(path, left + NOISE_RANGE));
    if (found !== null) return found;
  }
  return null;
}

/** Computes e^x with additions, multiplications and divisions only, because engines may differ in the last digits of `Math.exp`. */
export function exponential(x: number): number {
  const doublings = Math.round(x / Math.LN2);
  const rest = x - doublings * Math.LN2;
  let sum = 1;
  for (let term = 16; term > 0; term--) sum = 1 + (rest / term) * sum;
  for (let count = doublings; count > 0; count--) sum *= 2;
  for (let count = doublings; count < 0; count++) sum /= 2;
  return sum;
}

type Course = {
  at: (second: number) => number;
  extreme: (from: number, to: number, sign: 1 | -1) => number;
  first: (from: number, to: number, sign: 1 | -1, reached: (log: number) => boolean) => number | null;
};

const courseOf = (path: Path, by = 0): Course => ({
  at: (second) => logAt(path, second) + by,
  extreme: (from, to, sign) => extremeLog(path, from, to, sign) + by,
  first: (from, to, sign, reached) => firstSecond(path, from, to, sign, (log) => reached(log + by)),
});

const joinCourses = (before: Course, after: Course, from: number): Course => ({
  at: (second) => (second < from ? before : after).at(second),
  extreme: (start, end, sign) => {
    if (end < from) return before.extreme(start, end, sign);
    const later = after.extreme(Math.max(start, from), end, sign);
    return start < from ? sign * Math.max(sign * before.extreme(start, from - 1, sign), sign * later) : later;
  },
  first: (start, end, sign, reached) => {
    const sooner = start < from ? before.first(start, Math.min(end, from - 1), sign, reached) : null;
    return sooner ?? (end < from ? null : after.first(Math.max(start, from), end, sign, reached));
  },
});

export type OwnPrices = {
  /** Secret seed of 16 random hexadecimal digits. */
  seed: string;
  /** Start of the seed, milliseconds. */
  from: number;
};

const secondOf = (at: Date): number => Math.floor(at.getTime() / SECOND);

export type Chance = (label: string, second: number) => number;

/** Public seed in the source code, for prices that anybody can compute. */
const OPEN_SEED = 'mirrorbook';

export function simulatedChance(own: OwnPrices | null): (at: number) => Chance {
  const chanceOf = (noiseOf: (label: string) => Noise): Chance => {
    const known = new Map<string, Noise>();
    return (label, second) => {
      const noise = known.get(label) ?? noiseOf(label);
      known.set(label, noise);
      return Math.min((noise(second) / NOISE_BOUND + 1) / 2, 1 - 2 ** -20);
    };
  };
  const open = chanceOf((label) => openNoise(OPEN_SEED, label));
  const secret = own && chanceOf((label) => secretNoise(own.seed, label));
  return (at) => (secret && own && at >= own.from ? secret : open);
}

export function simulatedFeed(seed = OPEN_SEED, own: OwnPrices | null = null): SecondsFeed {
  const pathBy = (noiseOf: (label: string) => Noise, { id, volatility, factor: [name, share] }: Instrument): Path => ({
    own: noiseOf(id),
    shared: noiseOf(`factor:${name}`),
    ownShare: Math.sqrt(1 - share * share),
    sharedShare: share,
    perRootSecond: volatility / Math.sqrt(YEAR_SECONDS),
  });
  const courses = new Map(
    INSTRUMENTS.map((instrument): [string, Course] => {
      // A future moves with its underlying: independent prices would allow riskless profits.
      const moving = instrument.follows ? requireInstrument(instrument.follows) : instrument;
      const open = courseOf(pathBy((label) => openNoise(seed, label), moving));
      if (!own) return [instrument.id, open];
      const from = Math.ceil(own.from / SECOND);
      const secret = pathBy((label) => secretNoise(own.seed, label), moving);
      return [instrument.id, joinCourses(open, courseOf(secret, open.at(from) - logAt(secret, from)), from)];
    }),
  );
  const courseOfThis = ({ id }: Instrument): Course => courses.get(id) as Course;
  const priced = ({ anchor, digits }: Instrument, log: number): number =>
    Number((anchor * exponential(log)).toFixed(digits));
  const priceAt = (instrument: Instrument, second: number): number =>
    priced(instrument, courseOfThis(instrument).at(second));

  /** Cache of completed candles, which never change. Finding the highest and lowest second of a day takes most of a chart's time. */
  const closed = new LRUCache<string, Candle>({ max: 10_000 });

  function candle(instrument: Instrument, from: number, to: number): Candle {
    const course = courseOfThis(instrument);
    return {
      at: new Date(from * SECOND),
      open: priceAt(instrument, from),
      high: priced(instrument, course.extreme(from, to, 1)),
      low: priced(instrument, course.extreme(from, to, -1)),
      close: priceAt(instrument, to),
    };
  }

  return {
    covers: () => true,
    quote: (instrument, at) => {
      const second = secondOf(at);
      return { price: priceAt(instrument, second), at: new Date(second * SECOND), source: 'simulated' };
    },
    candles: (instrument, timeframe: Timeframe, count, at) => {
      const length = TIMEFRAMES_MS[timeframe] / SECOND;
      const last = secondOf(at);
      const newest = Math.floor(last / length) * length;
      return Array.from({ length: count }, (_, index) => {
        const from = newest - (count - 1 - index) * length;
        if (from + length - 1 > last) return candle(instrument, from, last);
        const name = `${instrument.id} ${timeframe} ${from}`;
        const over = closed.get(name) ?? candle(instrument, from, from + length - 1);
        closed.set(name, over);
        return over;
      });
    },
    closes: (instrument, timeframe, count, at) => {
      const length = TIMEFRAMES_MS[timeframe] / SECOND;
      const last = secondOf(at);
      const newest = Math.floor(last / length) * length;
      return Array.from({ length: count }, (_, index) =>
        priceAt(instrument, Math.min(newest - (count - 2 - index) * length - 1, last)),
      );
    },
    range: (instrument, from, to) => {
      const course = courseOfThis(instrument);
      return {
        low: priced(instrument, course.extreme(secondOf(from), secondOf(to), -1)),
        high: priced(instrument, course.extreme(secondOf(from), secondOf(to), 1)),
      };
    },
    reach: (instrument, direction, level, from, to) => {
      const [sign, reached]: [1 | -1, (log: number) => boolean] =
        direction === 'up'
          ? [1, (log) => priced(instrument, log) >= level]
          : [-1, (log) => priced(instrument, log) <= level];
      const second = courseOfThis(instrument).first(secondOf(from), secondOf(to), sign, reached);
      return second === null ? null : new Date(second * SECOND);
    },
    changes: (instrument, at) => {
      const price = priceAt(instrument, secondOf(at));
      const since = (range: ChangePeriod) =>
        price / priceAt(instrument, secondOf(at) - CHANGE_PERIODS_MS[range] / SECOND) - 1;
      return {
        hour: since('hour'),
        day: since('day'),
        week: since('week'),
        month: since('month'),
        year: since('year'),
      };
    },
  };
}

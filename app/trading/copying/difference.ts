import { floorDiv, type Quoting, toCentsDown } from '../numbers';
import { sizeReducing, splitOrder } from './sizing';

export type TradeStep = {
  leaderSize: bigint;
  leaderPrice: bigint;
  /** Signed size of the copy's order; zero if the copy did not follow the leader's order. */
  copySize: bigint;
  copyPrice: bigint;
  /** True if the copy closed without an order of the leader. The leader's size is zero in such a step. */
  own?: boolean;
};

/** Parts of the difference between a copy's result and its leader's, scaled to the copy; cents. */
export type Difference = {
  /** The leader's result x copy's equity / leader's equity, with the equities at the opening. */
  scaled: bigint;
  followed: bigint;
  /** Effect of sizes that were rounded, limited by cap or margin, or scaled by equities that changed after the opening. */
  size: bigint;
  /** Effect of closings that only the copy made, such as a close-out, while its leader kept the position. */
  own: bigint;
  price: bigint;
  cost: bigint;
  /** Effect of rounding to cents. */
  rest: bigint;
  result: bigint;
};

type Equities = { leaderEquity: bigint; copyEquity: bigint };

export type CopiedTrade = Equities & {
  steps: readonly TradeStep[];
  /** Results of leader and copy, including holding costs, in cents. */
  leaderResult: bigint;
  copyResult: bigint;
  /** Holding costs of leader and copy, in cents, as positive amounts. */
  leaderHolding: bigint;
  copyHolding: bigint;
};

/** Scales a leader's amount to a copy by their equities at the opening, in cents, rounded down. */
export const scaledBy = ({ leaderEquity, copyEquity }: Equities, cents: bigint): bigint =>
  leaderEquity > 0n ? floorDiv(cents * copyEquity, leaderEquity) : 0n;

/**
 * Splits the difference into parts that add up to it to the cent. Starts from the leader's result, scaled by the
 * equities at the opening, and replaces one factor after another by the copy's: whether it followed, the size, its own
 * closings, the price and the cost. The change at each step is that factor's part; `rest` is rounding.
 */
export function splitDifference(trade: CopiedTrade, quoting: Quoting): Difference {
  const { steps, leaderResult, copyResult, leaderHolding, copyHolding, leaderEquity, copyEquity } = trade;
  const scaledResult = scaledBy(trade, leaderResult);
  const scaledHolding = scaledBy(trade, leaderHolding);

  const atOpening = (opens: bigint) => (leaderEquity > 0n ? (opens * copyEquity) / leaderEquity : 0n);
  const leaderPrices = steps.map(({ leaderPrice }) => leaderPrice);
  const copySizes = steps.map(({ copySize }) => copySize);
  const closesItself = steps.some(({ own }) => own);
  const all = resultOfOrders(sizesOf(steps, atOpening), leaderPrices, quoting);
  const onlyFollowed = resultOfOrders(
    sizesOf(steps, (opens, copySize) => (copySize === 0n ? 0n : atOpening(opens))),
    leaderPrices,
    quoting,
  );
  const asLeaderCloses = closesItself ? sizesOf(steps, (_, copySize) => copySize) : copySizes;
  const atSize = resultOfOrders(asLeaderCloses, leaderPrices, quoting);
  const asItClosed = resultOfOrders(copySizes, leaderPrices, quoting);
  const atPrice = resultOfOrders(
    copySizes,
    steps.map(({ copyPrice }) => copyPrice),
    quoting,
  );

  const parts = {
    followed: onlyFollowed - all,
    size: atSize - onlyFollowed,
    own: asItClosed - atSize,
    price: atPrice - asItClosed,
    cost: scaledHolding - copyHolding,
  };
  const explained = parts.followed + parts.size + parts.own + parts.price + parts.cost;
  return { scaled: scaledResult, ...parts, rest: copyResult - scaledResult - explained, result: copyResult };
}

function sizesOf(steps: readonly TradeStep[], opening: (opens: bigint, copySize: bigint) => bigint): bigint[] {
  let leader = 0n;
  let copy = 0n;
  return steps.map(({ leaderSize, copySize, own }) => {
    if (own) return 0n;
    const { reduces, opens } = splitOrder(leader, leaderSize);
    const reducing = reduces === 0n ? 0n : sizeReducing(copy, reduces, leader).size;
    const size = reducing + (opens === 0n ? 0n : opening(opens, copySize));
    leader += leaderSize;
    copy += size;
    return size;
  });
}

/** Returns the total result of orders, in cents, rounded down. A position that is left is valued at the last price. */
function resultOfOrders(sizes: readonly bigint[], prices: readonly bigint[], { scale, dollarBase }: Quoting): bigint {
  let size = 0n;
  let cost = 0n;
  let dollars = 0n;
  const close = (closed: bigint, price: bigint) => {
    // Size and cost have the same sign as the position.
    const part = (cost * closed) / size;
    dollars += floorDiv(closed * price - part, dollarBase ? price : scale);
    size -= closed;
    cost -= part;
  };
  for (const [index, order] of sizes.entries()) {
    const price = prices[index] as bigint;
    const { reduces, opens } = splitOrder(size, order);
    if (reduces !== 0n) close(-reduces, price);
    size += opens;
    cost += opens * price;
  }
  if (size !== 0n) close(size, prices.at(-1) as bigint);
  return toCentsDown(dollars);
}

export const sumOfDifferences = (all: readonly Difference[]): Difference =>
  all.reduce(
    (sum, one) => ({
      scaled: sum.scaled + one.scaled,
      followed: sum.followed + one.followed,
      size: sum.size + one.size,
      own: sum.own + one.own,
      price: sum.price + one.price,
      cost: sum.cost + one.cost,
      rest: sum.rest + one.rest,
      result: sum.result + one.result,
    }),
    { scaled: 0n, followed: 0n, size: 0n, own: 0n, price: 0n, cost: 0n, rest: 0n, result: 0n },
  );

import { getCurrentFeed, getPricesFor, getReferencePrice } from '~/features/copying/quotes/prices.server';
import { formatUsd } from '~/ledger/money';
import { usdFaultText } from '~/ledger/usdField';
import { done, type Refusal, type Result, refuse } from '~/platform/result';
import { DOLLAR_FORMAT, parseAmount } from '~/platform/text/amount';
import type { Account } from '~/trading/accounts/account';
import { EMPTY_ACCOUNT, getLeverage } from '~/trading/accounts/account';
import { calculateEquity, type MidPriceOf, requiredMargin } from '~/trading/accounts/margin';
import type { Contract } from '~/trading/contracts';
import { plainSize } from '~/trading/decimals';
import { abs, min } from '~/trading/numbers';
import { describeWaitingOrder, getSizeUnit, priceText, sizeText } from '~/trading/text';
import { isActive } from '../ownAccount.server';
import { calculateAccountAfterOrder } from '../ownOrders.server';
import { loadOwnAccount } from '../ownView.server';
import { getOrderSide, type RequestedOrder, readOrder, readPrice, readSize } from '../rules';
import { ticketSchema } from '../schema';
import { computeEstimate, computeSizeFor, type Estimate, estimateFillPrice } from './estimate';

export type TicketInput = Record<'type' | 'price' | 'amount' | 'unit' | 'stop' | 'takeProfit' | 'leverage', string>;

export type OrderReview = {
  order: RequestedOrder;
  size: string;
  price: string;
  leverage: number;
  /** Value of the order at that price, cents. */
  value: bigint;
  /** Closed part as text, and its result in cents unless the order waits; null if nothing closes. */
  closes: { size: string; result: bigint | null } | null;
  opens: Estimate | null;
  /** Free money after the order, cents. */
  free: bigint;
  waits: string | null;
};

export type OrderTicketStep = {
  input: TicketInput;
  problems: { name: string; message: string }[];
  review: OrderReview | null;
  free: bigint | null;
  leverage: number;
  unit: string;
};

const computeFree = (account: Account, mids: MidPriceOf): bigint => {
  const free = calculateEquity(account, mids) - requiredMargin(account, mids);
  return free > 0n ? free : 0n;
};

/** Returns the ticket's step. After a button was pressed, the order is validated as if it were placed, but not saved. */
export async function loadOrderTicket(
  userId: string,
  contract: Contract,
  query: URLSearchParams,
): Promise<OrderTicketStep> {
  const input: TicketInput = {
    type: query.get('type') ?? 'market',
    price: query.get('price') ?? '',
    amount: query.get('amount') ?? '',
    unit: query.get('unit') ?? 'usd',
    stop: query.get('stop') ?? '',
    takeProfit: query.get('takeProfit') ?? '',
    leverage: query.get('leverage') ?? '',
  };
  const own = await loadOwnAccount(userId);
  const account = own?.account ?? EMPTY_ACCOUNT;
  const step = {
    input,
    free: own && computeFree(account, own.mids),
    leverage: Number(getLeverage(account, contract.id)),
    unit: getSizeUnit(contract),
  };
  if (!query.has('side')) return { ...step, problems: [], review: null };
  const requested = ticketSchema.safeParse({
    ...input,
    side: query.get('side'),
    leverage: input.leverage || undefined,
  });
  if (!requested.success) {
    const problems = requested.error.issues.map(({ path, message }) => ({ name: String(path[0] ?? ''), message }));
    return { ...step, problems, review: null };
  }
  const review = await reviewOrder(own, contract, requested.data);
  if (review.ok) return { ...step, problems: [], review: review.value };
  return { ...step, problems: [toProblem(review.error, step.free ?? 0n)], review: null };
}

const toProblem = ({ code, message, field = '' }: Refusal, free: bigint) => ({
  name: field === 'size' ? 'amount' : field,
  message: code === 'margin' ? `${message} You have ${formatUsd(free)} free.` : message,
});

type Own = NonNullable<Awaited<ReturnType<typeof loadOwnAccount>>>;

async function reviewOrder(
  own: Own | null,
  contract: Contract,
  { amount, unit, ...request }: Omit<RequestedOrder, 'size'> & { amount: string; unit: 'usd' | 'size' },
): Promise<Result<OrderReview>> {
  if (!own) return refuse('no-money', 'Put money into your own trading first.');
  const { saved, account, at, mids } = own;
  // An account without positions uses the current price source.
  const acceptsOrders = saved.feed === getCurrentFeed() || !isActive(account);
  const prices = acceptsOrders ? await getPricesFor({ feed: getCurrentFeed() }) : own.prices;
  const mid = getReferencePrice(prices, contract, at);
  if (mid === null) return refuse('no-quotes', `No price of ${contract.symbol} is known yet. Try again in a minute.`);
  const side = getOrderSide(request);
  const level = request.type === 'market' ? done(null) : readPrice(request.price, contract, 'price');
  if (!level.ok) return level;
  const price = estimateFillPrice(request.type, level.value ?? mid, side, contract);
  const size = parseSizeOf(amount, unit, price, contract);
  if (!size.ok) return size;
  const order = { ...request, size: plainSize(size.value) };
  const read = readOrder(order, contract, mid);
  if (!read.ok) return read;
  const placed = calculateAccountAfterOrder(account, at, { prices, acceptsOrders }, contract, order);
  if (!placed.ok) return placed;
  const after = placed.value.account;
  const waiting = placed.value.orders.length === 0 ? after.waiting.at(-1) : undefined;
  const leverage = getLeverage(after, contract.id);
  const { stop, takeProfit } = read.value;
  const held = account.positions[contract.id]?.size ?? 0n;
  const closing = held * side < 0n ? min(abs(held), size.value) : 0n;
  const estimated = (part: bigint) =>
    computeEstimate(contract, { side, size: part, price, leverage, stop, takeProfit });
  const filled = placed.value.orders.at(0);
  return done({
    order,
    size: `${sizeText(size.value)} ${getSizeUnit(contract)}`,
    price: priceText(price, contract),
    leverage: Number(leverage),
    value: estimated(size.value).value,
    closes:
      closing === 0n ? null : { size: `${sizeText(closing)} ${getSizeUnit(contract)}`, result: filled?.result ?? null },
    opens: closing === size.value ? null : estimated(size.value - closing),
    free: computeFree(after, (id) => (id === contract.id ? mid : mids(id))),
    waits: waiting ? describeWaitingOrder(waiting, contract) : null,
  });
}

function parseSizeOf(amount: string, unit: 'usd' | 'size', price: bigint, contract: Contract): Result<bigint> {
  if (unit === 'size') return readSize(amount, 'amount');
  const cents = parseAmount(amount, DOLLAR_FORMAT);
  if (!cents.ok) return refuse('bad-amount', usdFaultText(cents.error, 'Amount must be a number'), 'amount');
  const size = computeSizeFor(cents.value, price, contract);
  return size > 0n
    ? done(size)
    : refuse('no-size', 'That is too little to buy anything. Enter a larger amount.', 'amount');
}

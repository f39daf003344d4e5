import { type Refusal, type Result, refuse } from '~/platform/result';
import { type Contract, contractOf } from '~/trading/contracts';
import { parsePrice, parseSize } from '~/trading/decimals';
import type { Side } from '~/trading/orders/fills';

export type RequestedOrder = {
  side: 'buy' | 'sell';
  size: string;
  type: 'market' | 'limit' | 'stop';
  price?: string;
  stop?: string;
  takeProfit?: string;
  leverage?: number;
};

/** Order in whole numbers: the size in 10^-8 units with its side, levels in the price's last decimal. */
export type ReadOrder = {
  size: bigint;
  level?: { kind: 'limit' | 'stop'; price: bigint };
  stop: bigint | null;
  takeProfit: bigint | null;
};

/** Returns whether live trading is locked: positions can only be closed and money only withdrawn. */
export const isLocked = ({ pdtUnlocked }: { pdtUnlocked: boolean }): boolean => !pdtUnlocked;

export const refuseLocked = (user: { pdtUnlocked: boolean }) =>
  isLocked(user) ? refuse('locked', 'Live trading is locked for your account. Ask support to unlock it.') : null;

export const getOrderSide = ({ side }: Pick<RequestedOrder, 'side'>): Side => (side === 'buy' ? 1n : -1n);

export function findContract(instrument: { id: string; symbol: string } | undefined, symbol: string): Result<Contract> {
  if (!instrument) return refuse('unknown-symbol', `There is no symbol “${symbol}”.`, 'symbol');
  const contract = contractOf(instrument.id);
  if (contract) return { ok: true, value: contract };
  return refuse('not-tradable', `${instrument.symbol} can’t be traded: its quote is a yield.`, 'symbol');
}

export function readSize(text: string, field = 'size'): Result<bigint> {
  const size = parseSize(text);
  if (size === null) {
    return refuse('bad-size', 'Enter the size as a number with at most eight decimals, such as 0.5.', field);
  }
  return size === 0n ? refuse('no-size', 'The size must be more than zero.', field) : { ok: true, value: size };
}

export function readPrice(text: string | undefined, contract: Contract, field: string): Result<bigint | null> {
  if (text === undefined || text.trim() === '') return { ok: true, value: null };
  const price = parsePrice(text, contract);
  if (price === null || price === 0n) {
    const decimals = String(contract.scale).length - 1;
    const message = `Enter the price of ${contract.symbol} as a positive number with at most ${decimals} decimals.`;
    return refuse('bad-price', message, field);
  }
  return { ok: true, value: price };
}

/** Parses an order. Levels are validated against `mid` if known, otherwise against the order's own price. */
export function readOrder(request: RequestedOrder, contract: Contract, mid: bigint | null): Result<ReadOrder> {
  const size = readSize(request.size);
  if (!size.ok) return size;
  const price = readPrice(request.type === 'market' ? undefined : request.price, contract, 'price');
  if (!price.ok) return price;
  if (request.type !== 'market' && price.value === null) {
    return refuse('no-price', `Enter the price of the ${request.type} order.`, 'price');
  }
  const stop = readPrice(request.stop, contract, 'stop');
  if (!stop.ok) return stop;
  const takeProfit = readPrice(request.takeProfit, contract, 'takeProfit');
  if (!takeProfit.ok) return takeProfit;
  const side = getOrderSide(request);
  const levels = { stop: stop.value, takeProfit: takeProfit.value };
  const wrong = findExitLevelProblem(side, price.value ?? mid, levels);
  if (wrong) return { ok: false, error: wrong };
  const level =
    price.value !== null && request.type !== 'market' ? { kind: request.type, price: price.value } : undefined;
  return { ok: true, value: { size: side * size.value, level, ...levels } };
}

/** Returns the problem of a stop or take-profit: it is already reached, or no price is known. Null if there is none. */
export function findExitLevelProblem(
  side: Side,
  price: bigint | null,
  { stop, takeProfit }: { stop: bigint | null; takeProfit: bigint | null },
): Refusal | null {
  if (stop === null && takeProfit === null) return null;
  if (price === null) {
    const message = 'There is no price yet to check the stop and take-profit against. Try again in a minute.';
    return { code: 'no-quotes', message, field: stop === null ? 'takeProfit' : 'stop' };
  }
  const [below, above] = side > 0n ? ['below', 'above'] : ['above', 'below'];
  const what = side > 0n ? 'bought' : 'sold';
  if (stop !== null && side * stop >= side * price) {
    return { code: 'bad-stop', message: `The stop of what is ${what} lies ${below} its price.`, field: 'stop' };
  }
  if (takeProfit !== null && side * takeProfit <= side * price) {
    const message = `The take-profit of what is ${what} lies ${above} its price.`;
    return { code: 'bad-take-profit', message, field: 'takeProfit' };
  }
  return null;
}

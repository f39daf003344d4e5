import { eq } from 'drizzle-orm';
import type { depositMethod, withdrawalMethod } from '#drizzle/schema';
import type { Reader } from '~/platform/db/index.server';
import { coinText } from '../coinWords';
import { type CoinOfMethod, coinOf } from './coins';

type Methods = typeof depositMethod | typeof withdrawalMethod;

/** The network of a method, and its coin; both null where the catalogue has no such method, the coin alone where it is none that is known. */
export async function methodOf(
  handle: Reader,
  methods: Methods,
  code: string,
): Promise<{ network: string | null; coin: CoinOfMethod | null }> {
  const [method] = await handle.select({ network: methods.network }).from(methods).where(eq(methods.code, code));
  return { network: method?.network ?? null, coin: method ? coinOf({ code, network: method.network }) : null };
}

/** What an administrator entered in a method's coin, with its words; null where nothing was, or the method has no coin. */
export const entered = (coin: CoinOfMethod | null, units: bigint | undefined) =>
  coin && units !== undefined ? { units, text: coinText(coin.coin, units) ?? '' } : null;

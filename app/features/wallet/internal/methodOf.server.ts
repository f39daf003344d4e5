import { eq } from 'drizzle-orm';
import type { depositMethod, withdrawalMethod } from '#drizzle/schema';
import type { Reader } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { done, type Result, refuse } from '~/platform/result';
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

/**
 * Reads what an administrator entered in a method's coin, with its words; null where nothing was, or the method has no coin. In live mode it is
 * refused where nothing was, as a payment of no known amount could be told apart from no other.
 * @param mayBeUnknown whether nobody was asked for it
 */
export function entered(
  coin: CoinOfMethod | null,
  units: bigint | undefined,
  { mayBeUnknown = isPaper() } = {},
): Result<{ units: bigint; text: string } | null> {
  if (!coin) return done(null);
  if (units !== undefined) return done({ units, text: coinText(coin.coin, units) ?? '' });
  if (mayBeUnknown) return done(null);
  return refuse('no-coin', `Enter the amount in ${coin.coin}, as the wallet shows it`, 'coin');
}

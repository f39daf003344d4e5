import { SECOND, systemNow } from '~/platform/clock';
import { env } from '~/platform/env';
import { fetchText } from '~/platform/outward/outwardFetch.server';
import { type Instrument, ofKind } from '../instruments';
import { coinSymbol, readTickers, tickersUrl } from './exchange';

/** Milliseconds that a whole answer may take. */
export const PATIENCE = 8 * SECOND;

/** What an exchange said of an instrument: the price, and how long before it was asked for it stood at most, milliseconds. */
export type Ticked = { instrument: Instrument; price: number; age: number };

/** The instruments that the exchange quotes by the minute. */
export const quotedInstruments = (): Instrument[] => ofKind('crypto');

/**
 * Asks the exchange of the configuration for the prices of all its instruments, in one request, now. What it leaves out, or
 * what is no price, is left out. Throws what `fetchText` throws, and when nothing was understood.
 *
 * A price counts as of when it was asked for, or earlier, whatever the exchange's clock says: so no order is filled on one
 * that was asked for before it.
 */
export async function askTickers(): Promise<Ticked[]> {
  const asked = systemNow().getTime();
  const body = await fetchText(tickersUrl(env().EXCHANGE_URL), PATIENCE);
  const got = systemNow().getTime();
  const tickers = readTickers(body, null, got);
  return quotedInstruments().flatMap((instrument) => {
    const ticker = tickers.get(coinSymbol(instrument) ?? '');
    return ticker ? [{ instrument, price: ticker.price, age: asked - Math.min(ticker.at.getTime(), asked) }] : [];
  });
}

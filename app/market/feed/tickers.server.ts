import { HOUR, SECOND, systemNow } from '~/platform/clock';
import { env } from '~/platform/env';
import { log } from '~/platform/log/index.server';
import { fetchText, RefusedAddressError } from '~/platform/outward/outwardFetch.server';
import { singleton } from '~/platform/singleton';
import { type Instrument, instrumentsOfKinds } from '../instruments';
import { coinSymbol, readTickers } from './exchange';

export const TICKER_TIMEOUT_MS = 8 * SECOND;

/** Time for which a coin that the exchange does not list is omitted from requests, milliseconds. */
const UNKNOWN_COIN_MS = HOUR;

/** Ticker addresses of coins that an exchange refused, with the time until which they are not requested. */
const unknownTickers = () => singleton('unknown-tickers', () => new Map<string, number>());

const tickersUrl = (exchange: string, symbols: readonly string[]): string =>
  `${exchange}/api/v3/ticker/24hr?symbols=${encodeURIComponent(JSON.stringify(symbols))}`;

export const allTickersUrl = (exchange: string): string => tickersUrl(exchange, coinSymbols());

const coinSymbols = (): string[] => instrumentsOfKinds('crypto').flatMap((instrument) => coinSymbol(instrument) ?? []);

/** Fetches the tickers of all coins, in halves if the exchange refuses an unknown one. Throws the errors of `fetchText`. */
export async function fetchTickers(exchange: string, patience: number): Promise<string> {
  const until = systemNow().getTime() + patience;
  const left = () => Math.max(1, until - systemNow().getTime());
  const unknown: string[] = [];
  const requestTickers = async (symbols: string[]): Promise<unknown[]> => {
    try {
      const entries: unknown = JSON.parse(await fetchText(tickersUrl(exchange, symbols), left()));
      return Array.isArray(entries) ? entries : [];
    } catch (error) {
      if (!(error instanceof RefusedAddressError) || error.status !== 400) throw error;
      if (symbols.length > 1) {
        const half = Math.ceil(symbols.length / 2);
        return [...(await requestTickers(symbols.slice(0, half))), ...(await requestTickers(symbols.slice(half)))];
      }
      unknown.push(...symbols);
      // An exchange that seems to list none of the coins refuses for another reason.
      if (unknown.length === due.length) throw error;
      return [];
    }
  };
  const now = systemNow().getTime();
  const isDue = (symbol: string) => (unknownTickers().get(tickersUrl(exchange, [symbol])) ?? 0) <= now;
  const due = coinSymbols().filter(isDue);
  const entries = await requestTickers(due);
  for (const symbol of unknown) unknownTickers().set(tickersUrl(exchange, [symbol]), now + UNKNOWN_COIN_MS);
  if (unknown.length > 0) log().warn({ host: new URL(exchange).host, unknown }, 'coins are unknown to the exchange');
  return JSON.stringify(entries);
}

/** Quote of an exchange: the price, and its largest possible age at the request, milliseconds. */
export type CoinPrice = { instrument: Instrument; price: number; age: number };

export const quotedInstruments = (): Instrument[] => instrumentsOfKinds('crypto');

/** Fetches current prices from the exchange. A price is dated at or before its request, whatever the exchange's clock shows. */
export async function fetchCurrentPrices(): Promise<CoinPrice[]> {
  const startedAt = systemNow().getTime();
  const body = await fetchTickers(env().EXCHANGE_URL, TICKER_TIMEOUT_MS);
  const got = systemNow().getTime();
  const tickers = readTickers(body, null, got);
  return quotedInstruments().flatMap((instrument) => {
    const ticker = tickers.get(coinSymbol(instrument) ?? '');
    return ticker
      ? [{ instrument, price: ticker.price, age: startedAt - Math.min(ticker.at.getTime(), startedAt) }]
      : [];
  });
}

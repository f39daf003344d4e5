import { DAY } from '~/platform/clock';

export type RateDay = { at: Date; perEuro: ReadonlyMap<string, number> };

/** Approximate time of day, UTC, at which rates are published. */
const PUBLICATION_TIME_MS = 'T15:00:00Z';

/** Parses a bank's XML of one or many days, oldest first. Reads only three attributes, so other XML features have no effect. */
export function readRates(body: string, known: readonly RateDay[] | null, time: number): RateDay[] {
  const days: { at: Date; perEuro: Map<string, number> }[] = [];
  const pattern =
    /<Cube\s+(?:time=["'](\d{4}-\d{2}-\d{2})["']|currency=["']([A-Z]{3})["']\s+rate=["'](\d{1,8}(?:\.\d{1,8})?)["'])/g;
  for (const [, day, currency = '', rate] of body.matchAll(pattern)) {
    if (day) days.push({ at: new Date(day + PUBLICATION_TIME_MS), perEuro: new Map([['EUR', 1]]) });
    else if (Number(rate) > 0) days.at(-1)?.perEuro.set(currency, Number(rate));
  }
  const sane = days
    .filter(({ at, perEuro }) => at.getTime() < time + 2 * DAY && perEuro.has('USD'))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  const last = sane.at(-1);
  if (!last) throw new Error('no rates were understood');
  if (last.at < (known?.at(-1)?.at ?? last.at)) throw new Error('rates older than those known');
  return sane;
}

/** Returns the price of one `base` in `quote`; null if the bank has no rate for one of them. */
export function crossRate(perEuro: ReadonlyMap<string, number>, base: string, quote: string): number | null {
  const [ofBase, ofQuote] = [perEuro.get(base), perEuro.get(quote)];
  return ofBase && ofQuote ? ofQuote / ofBase : null;
}

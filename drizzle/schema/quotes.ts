import { exact, id, index, instant, int, json, table, text, uniqueIndex } from '../columns';

/* Quotes of a live source for fills, and its polling state. */

/** Valid quote as first observed. A quote never changes; quotes that are no longer needed are deleted. */
export const quote = table(
  'quote',
  {
    id: id('id').primaryKey(),
    instrument: text('instrument').notNull(),
    /** Price in units of the instrument's last decimal. */
    price: exact('price').notNull(),
    /** Time of the price according to the source, by the product's clock. */
    at: instant('at').notNull(),
    /** Second in which this installation requested the quote. */
    observedAt: instant('observed_at').notNull(),
    /** Time when the instrument's previous quote was observed; null for the first, and for those of version 1.0.0. */
    previousAt: instant('previous_at'),
    /** MAC over all columns above. A row with another MAC is ignored. */
    mac: text('mac').notNull(),
  },
  (t) => [uniqueIndex('quote_seen').on(t.instrument, t.observedAt), index('quote_observed').on(t.observedAt)],
);

/** Source of live prices. All processes share its row, so that together they send no more requests than one would. */
export const quoteSource = table('quote_source', {
  name: text('name').primaryKey(),
  /** Second of the newest response, by the product's clock. All quotes up to it are stored. */
  horizon: instant('horizon').notNull(),
  /** Time of the next allowed poll, by the machine's clock. */
  nextAt: instant('next_at').notNull(),
  /** Number of consecutive failures. */
  failures: int('failures').notNull().default(0),
  /** Time before which quotes were thinned. The quotes that are left from then are needed permanently. */
  prunedUntil: instant('pruned_until'),
  /** Total number of rejected quotes: old ones, jumps, nonsense. */
  refused: int('refused').notNull().default(0),
  /** Time when the newest quote of each instrument was observed, milliseconds. */
  newest: json('newest').$type<Record<string, number>>(),
  /** MAC over name, horizon, thinning and newest quotes. An altered source fills nothing. */
  mac: text('mac'),
});

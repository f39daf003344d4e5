import { exact, id, index, instant, int, json, table, text, uniqueIndex } from '../columns';

/* Quotes of a live source for fills, and its polling state. */

/** A good quote, as it was first seen. Never changed; one that nothing can need any more is deleted. */
export const quote = table(
  'quote',
  {
    id: id('id').primaryKey(),
    instrument: text('instrument').notNull(),
    /** In the instrument's last decimal. */
    price: exact('price').notNull(),
    /** Time when the source says it stood, by the product's clock. */
    at: instant('at').notNull(),
    /** The second in which it was seen here. */
    observedAt: instant('observed_at').notNull(),
    /** Time when the quote of the instrument before it was observed; null for the first, and for those of version 1.0.0. */
    previousAt: instant('previous_at'),
    /** MAC over all the above: a row that fails it is ignored. */
    mac: text('mac').notNull(),
  },
  (t) => [uniqueIndex('quote_seen').on(t.instrument, t.observedAt), index('quote_observed').on(t.observedAt)],
);

/** A source that orders wait for: one row, shared by all processes, so that together they ask no more than one would. */
export const quoteSource = table('quote_source', {
  name: text('name').primaryKey(),
  /** The second of the newest answer, by the product's clock: all quotes up to it are stored. */
  horizon: instant('horizon').notNull(),
  /** Time of the next allowed poll, by the machine's clock. */
  nextAt: instant('next_at').notNull(),
  /** Failures in a row. */
  failures: int('failures').notNull().default(0),
  /** Everything before this was thinned out: what is left of it is needed for good. */
  prunedUntil: instant('pruned_until'),
  /** Quotes that were not taken, in all: old ones, jumps, nonsense. */
  refused: int('refused').notNull().default(0),
  /** Time when the newest quote of each instrument was observed, milliseconds. */
  newest: json('newest').$type<Record<string, number>>(),
  /** MAC over name, horizon, thinning and newest quotes: nothing is filled on a source that does not verify. */
  mac: text('mac'),
});

import { expect, test } from 'vitest';
import { sourcesOf } from './sources';

/*
 * Numbers that people read get their minus sign in `platform/text`: `figure` and `percent`. What rounds by itself would write a
 * hyphen. `tests/contract/everyPage.test.ts` looks for hyphens on the pages.
 */

/** Rounds what is no text of a page, or cannot be below zero. */
const BY_ITSELF = [
  // Numbers of the calls.
  'app/api/calls/trading.ts',
  // A company's price by its earnings, where it has some.
  'app/features/market/components/analysis/Fundamentals.tsx',
  'app/features/market/components/articles/Briefs.tsx',
  'app/features/market/components/prices/Screener.tsx',
  // A price, whose sign is written beside it, and billions of a market value.
  'app/features/market/format.ts',
  // An amount in coin, as a wallet reads it.
  'app/features/wallet/internal/coins.ts',
  // Prices of feeds.
  'app/market/feed/public.server.ts',
  'app/market/feed/simulated.ts',
  // The least and the most that a field takes.
  'app/platform/text/amount.ts',
  'app/platform/text/figure.ts',
  'app/platform/text/percent.ts',
  'app/trading/publishedTerms.ts',
  // An index that begins at 100, places in a drawing, shares of a whole.
  'app/ui/charts/NavChart.tsx',
  'app/ui/charts/Ring.tsx',
  'app/ui/charts/Treemap.tsx',
];

const sources = sourcesOf('app').filter(({ path }) => !/\.test\.|^app\/seed\//.test(path));

test('a number with decimals is written by a formatter that knows the minus sign', () => {
  expect(sources.filter(({ text }) => /\.toFixed\(/.test(text)).map(({ path }) => path)).toEqual(BY_ITSELF);
});

test('no hyphen is made a minus sign afterwards', () => {
  expect(sources.filter(({ text }) => /replace\('-', '−'\)/.test(text)).map(({ path }) => path)).toEqual([]);
});

import { expect, test } from 'vitest';
import { sourcesOf } from './sources';

/*
 * A percentage of something measured is rounded and written in one place, `platform/text/percent.ts`, so that a figure is the same
 * wherever it stands; the parts of one whole are rounded together beside it, for the pages that show them. What is listed here looks
 * like one and is none.
 */

const PLACES = ['app/platform/text/percent.ts', 'app/platform/text/percentParts.ts'];

/** What makes a percentage or rounds one: a computed number before a percent sign, and parts of ten thousand that are rounded. */
const MAKES = [
  /\}%/,
  /%\$?\{\}/,
  /toFixed\(\d\)\}?%/,
  /Math\.\w+\([^;]*10_000\b/,
  /\* 10_000n?\)? *\/ /,
  /\b100n? \* [^;]*\/ /,
];

/** Files with lines that look like it, each with how many and what they are. */
const OTHERS: Record<string, readonly [lines: number, what: string]> = {
  'app/features/admin/outbox.server.ts': [1, 'a pattern of SQL'],
  'app/platform/db/everyWord.ts': [1, 'a pattern of SQL'],
  'app/market/feed/responseCache.server.ts': [1, 'a pattern of SQL'],
  'app/signIns/throttle.server.ts': [1, 'a pattern of SQL'],
  'app/features/traders/schema.ts': [1, 'a term as it was set'],
  'app/ledger/money.ts': [1, 'terms as they were set, whole basis points'],
  'app/routes/admin/signals.tsx': [1, 'what a signal asked for, as it was sent'],
  'app/routes/admin/traders.form.server.ts': [1, 'what was typed beside the sign'],
  'app/trading/publishedTerms.ts': [2, 'terms as they were set'],
  'app/market/indicators.ts': [1, 'an indicator from 0 to 100'],
  'app/ui/charts/Bars.tsx': [1, 'a place in a drawing'],
  'app/ui/charts/Drawing.tsx': [1, 'a place in a drawing'],
  'app/ui/charts/NavChart.tsx': [1, 'a place in a drawing'],
  'app/ui/charts/Treemap.tsx': [1, 'a place in a drawing'],
};

test('percentages are rounded and written in one place', () => {
  const found: Record<string, string[]> = {};
  for (const { path, text } of sourcesOf('app')) {
    if (PLACES.includes(path) || /\.test\.tsx?$/.test(path)) continue;
    const lines = text.split('\n').map((line) => line.trim());
    const makes = lines.filter(
      (line) => !line.startsWith('*') && !line.startsWith('/') && MAKES.some((each) => each.test(line)),
    );
    if (makes.length > 0) found[path] = makes;
  }
  const unknown = Object.entries(found).filter(([path, makes]) => makes.length !== OTHERS[path]?.[0]);
  expect(unknown).toEqual([]);
  expect(Object.keys(found).sort()).toEqual(Object.keys(OTHERS).sort());
});

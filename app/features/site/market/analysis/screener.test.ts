import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instrumentsOfKinds } from '~/market/instruments';
import type { CompanyRow } from './analysis.server';
import { SAMPLE_COMPANIES, SECTOR_NAMES } from './internal/facts';
import { createSortLink, parseScreenerFilters, screenCompanies } from './screener';

const requested = (query: string) => parseScreenerFilters(new URLSearchParams(query));

const rows = instrumentsOfKinds('stock').map((instrument, index): CompanyRow => {
  const company = SAMPLE_COMPANIES[instrument.id] as CompanyRow['company'];
  const day = index % 5 === 0 ? null : (index - 12) / 100;
  return {
    instrument,
    hasSource: true,
    opensAt: null,
    quote: { price: instrument.anchor, at: new Date(0), source: 'simulated' },
    changes: { hour: null, day, week: day, month: day, year: day },
    trend: [],
    company,
    value: instrument.anchor * company.shares,
    multiple: company.earnings > 0 ? instrument.anchor / company.earnings : null,
    yield: company.dividend / instrument.anchor,
  };
});

const usual = { sort: 'value', ascending: false, sector: null, move: null, size: null };

test('invalid values in an address are ignored', () => {
  const odd = fc.oneof(
    fc.string(),
    fc.constantFrom('__proto__', 'constructor', 'toString', 'VALUE', '1e9', '-1', 'null', '%00', '<script>'),
  );
  fc.assert(
    fc.property(odd, odd, odd, odd, odd, (sort, dir, sector, move, size) => {
      expect(
        parseScreenerFilters(
          new URLSearchParams({
            sort: `${sort}?`,
            dir: `${dir}?`,
            sector: `${sector}?`,
            move: `${move}?`,
            size: `${size}?`,
          }),
        ),
      ).toEqual(usual);
    }),
  );
  for (const name of ['__proto__', 'constructor', 'toString']) {
    expect(requested(`sort=${name}&dir=${name}&sector=${name}&move=${name}&size=${name}`)).toEqual(usual);
  }
  expect(requested('sort=price&sort=day').sort).toBe('price');
});

test('every column sorts both ways, and rows without its figure come last', () => {
  for (const sort of ['name', 'price', 'day', 'week', 'month', 'value', 'multiple', 'yield']) {
    const up = screenCompanies(rows, requested(`sort=${sort}&dir=asc`));
    const down = screenCompanies(rows, requested(`sort=${sort}&dir=desc`));
    expect(up).toHaveLength(rows.length);
    const known = (list: CompanyRow[]) =>
      list.filter(({ changes, multiple }) => (sort === 'multiple' ? multiple : changes.day) !== null);
    if (sort === 'day' || sort === 'multiple') {
      expect(known(up)).toEqual(up.slice(0, known(up).length));
      expect(known(down)).toEqual(down.slice(0, known(down).length));
    }
    if (sort === 'price')
      expect(up.map(({ quote }) => quote?.price)).toEqual(down.map(({ quote }) => quote?.price).reverse());
  }
  expect(screenCompanies(rows, requested('sort=name'))[0]?.instrument.name).toBe('Alphabet');
  expect(screenCompanies(rows, requested(''))[0]?.value).toBe(Math.max(...rows.map(({ value }) => value)));
});

test('each filter narrows the list, and several narrow it further', () => {
  for (const sector of SECTOR_NAMES) {
    for (const row of screenCompanies(rows, requested(`sector=${sector}`))) expect(row.company.sector).toBe(sector);
  }
  for (const { changes } of screenCompanies(rows, requested('move=up'))) expect(changes.day).toBeGreaterThan(0);
  for (const { changes } of screenCompanies(rows, requested('move=down'))) expect(changes.day).toBeLessThan(0);
  const sizes = ['large', 'middle', 'small'].map((size) => screenCompanies(rows, requested(`size=${size}`)).length);
  expect(sizes.reduce((sum, count) => sum + count, 0)).toBe(rows.length);
  expect(screenCompanies(rows, requested('sector=Technology&size=small&move=up')).length).toBeLessThanOrEqual(
    sizes[2] as number,
  );
});

test('a header links to its order, then to the opposite one, and keeps the filters', () => {
  const query = new URLSearchParams('sector=Energy&sort=price&dir=desc');
  expect(createSortLink(query, parseScreenerFilters(query), 'price')).toEqual({
    href: '?sector=Energy&sort=price&dir=asc#screener',
    direction: 'descending',
  });
  expect(createSortLink(query, parseScreenerFilters(query), 'name')).toEqual({
    href: '?sector=Energy&sort=name&dir=asc#screener',
    direction: undefined,
  });
  expect(createSortLink(query, parseScreenerFilters(query), 'value').href).toBe(
    '?sector=Energy&sort=value&dir=desc#screener',
  );
});

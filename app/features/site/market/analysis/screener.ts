import { parseChoice, parseOptionalChoice, withMarketQuery } from '../query';
import type { CompanyRow } from './analysis.server';
import { SECTOR_NAMES } from './internal/facts';

const COLUMN_VALUES = {
  name: ({ instrument }) => instrument.name,
  price: ({ quote }) => quote?.price ?? null,
  day: ({ changes }) => changes.day,
  week: ({ changes }) => changes.week,
  month: ({ changes }) => changes.month,
  value: (row) => row.value,
  multiple: (row) => row.multiple,
  yield: (row) => row.yield,
} as const satisfies Record<string, (row: CompanyRow) => string | number | null>;

export type ScreenerColumn = keyof typeof COLUMN_VALUES;

const SCREENER_COLUMNS = ['value', ...Object.keys(COLUMN_VALUES)] as [ScreenerColumn, ...ScreenerColumn[]];

export const MOVE_FILTERS = { up: 'Risen today', down: 'Fallen today' } as const;
export const COMPANY_SIZES = { large: 'Above $500 bn', middle: '$100 bn to $500 bn', small: 'Below $100 bn' } as const;

const keysOf = <T extends object>(object: T) => Object.keys(object) as (keyof T & string)[];

export const parseScreenerFilters = (query: URLSearchParams) => {
  const sort = parseChoice<ScreenerColumn>(query.get('sort'), SCREENER_COLUMNS);
  return {
    sort,
    // Default order: text ascending, numbers descending.
    ascending: parseChoice(query.get('dir'), sort === 'name' ? ['asc', 'desc'] : ['desc', 'asc']) === 'asc',
    sector: parseOptionalChoice(query.get('sector'), SECTOR_NAMES),
    move: parseOptionalChoice(query.get('move'), keysOf(MOVE_FILTERS)),
    size: parseOptionalChoice(query.get('size'), keysOf(COMPANY_SIZES)),
  };
};

export type ScreenerFilters = ReturnType<typeof parseScreenerFilters>;

const sizeOf = (value: number): keyof typeof COMPANY_SIZES =>
  value > 500 ? 'large' : value >= 100 ? 'middle' : 'small';

/** Returns the matching rows in the requested order; rows without the figure come last. */
export function screenCompanies(
  rows: readonly CompanyRow[],
  { sort, ascending, sector, move, size }: ScreenerFilters,
): CompanyRow[] {
  const figure: (row: CompanyRow) => string | number | null = COLUMN_VALUES[sort];
  return rows
    .filter(({ company }) => sector === null || company.sector === sector)
    .filter(({ changes: { day } }) => move === null || (day !== null && (move === 'up' ? day > 0 : day < 0)))
    .filter(({ value }) => size === null || sizeOf(value) === size)
    .sort((left, right) => {
      const [a, b] = [figure(left), figure(right)];
      if (a === null || b === null) return Number(a === null) - Number(b === null);
      return (a < b ? -1 : a > b ? 1 : 0) * (ascending ? 1 : -1);
    });
}

export function createSortLink(query: URLSearchParams, { sort, ascending }: ScreenerFilters, column: ScreenerColumn) {
  const usual = column === 'name';
  const next = column === sort ? !ascending : usual;
  return {
    href: `${withMarketQuery(query, { sort: column, dir: next ? 'asc' : 'desc' })}#screener`,
    direction: column === sort ? (ascending ? ('ascending' as const) : ('descending' as const)) : undefined,
  };
}

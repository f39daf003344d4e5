import { installedFeed } from '~/market/feed/installed.server';
import { type Instrument, instrumentsOfKinds, requireInstrument } from '~/market/instruments';
import { DAY, HOUR, now } from '~/platform/clock';
import { isPaper } from '~/platform/env';
import { formatPriceChange } from '../format';
import type { NewsItem } from '../internal/entries';
import { parseChoice, parseOptionalChoice } from '../query';
import { type CalendarEntry, COUNTRY_NAMES_BY_CODE, type Country } from './internal/calendar';
import { getPublishedDates, getPublishedNews } from './internal/published.server';

const startOfDay = (at: Date): number => Math.floor(at.getTime() / DAY) * DAY;

/**
 * Returns the relative change of an instrument's simulated price on the day that ended at `end`, also if pages show
 * prices of another feed.
 */
function relativeChange(instrument: Instrument, end: Date): number {
  return installedFeed().changes(instrument, end).day ?? 0;
}

/** Returns words for a relative change as a fraction, such as `edges up`. */
function describeDirection(by: number): string {
  const size = Math.abs(by);
  if (size < 0.001) return 'little changed';
  if (size < 0.01) return by > 0 ? 'edges up' : 'edges down';
  if (size < 0.04) return by > 0 ? 'rises' : 'falls';
  return by > 0 ? 'jumps' : 'tumbles';
}

const describeChange = (by: number): string =>
  Math.abs(by) < 0.001
    ? describeDirection(by)
    : `${describeDirection(by)} ${formatPriceChange(Math.abs(by)).replace('+', '')}`;

function describeDollar(some: number, all: number): string {
  if (some === all) return 'Dollar gains on all major currencies';
  if (some === 0) return 'Dollar falls against all major currencies';
  return some * 2 > all ? 'Dollar gains on most major currencies' : 'Dollar slips against most major currencies';
}

const firstAndLastOf = <T>(list: readonly T[]): [first: T, last: T] => [list[0] as T, list.at(-1) as T];

function createSampleNotes(end: Date): NewsItem[] {
  const note = (hour: number, topic: string, title: string, text: string): NewsItem => ({
    id: `${end.toISOString().slice(0, 10)}-${topic.toLowerCase()}`,
    at: new Date(end.getTime() + hour * HOUR),
    topic,
    title,
    text,
    link: null,
    sample: true,
  });
  const ranked = (...kinds: Parameters<typeof instrumentsOfKinds>) =>
    instrumentsOfKinds(...kinds)
      .map((instrument) => ({ instrument, by: relativeChange(instrument, end) }))
      .sort((a, b) => b.by - a.by);
  const coins = ranked('crypto');
  const pairs = ranked('forex');
  const stocks = ranked('stock');
  const [bitcoin, gold, large, silver, oil] = ['BTCUSD', 'XAUUSD', 'SPX500', 'XAGUSD', 'USOIL'].map((id) =>
    relativeChange(requireInstrument(id), end),
  ) as [number, number, number, number, number];
  const named = ({ instrument, by }: (typeof coins)[number]) => `${instrument.name} (${formatPriceChange(by)})`;
  const [bestCoin, worstCoin] = firstAndLastOf(coins);
  const [bestStock, worstStock] = firstAndLastOf(stocks);
  const [widest] = firstAndLastOf(pairs.toSorted((a, b) => Math.abs(b.by) - Math.abs(a.by)));
  const gains = pairs.filter(({ instrument, by }) => instrument.symbol.startsWith('USD') === by > 0).length;
  const rising = stocks.filter(({ by }) => by > 0).length;
  return [
    note(
      0.5,
      'Crypto',
      bestCoin.instrument.id === 'BTCUSD'
        ? `Bitcoin ${describeChange(bitcoin)} and leads the coins`
        : `Bitcoin ${describeChange(bitcoin)}, ${bestCoin.instrument.name} ${describeChange(bestCoin.by)}`,
      `The best of ${coins.length} coins was ${named(bestCoin)}, the worst ${named(worstCoin)}.`,
    ),
    note(
      1.25,
      'Forex',
      describeDollar(gains, pairs.length),
      `The dollar rose against ${gains} of ${pairs.length} currencies. ${widest.instrument.symbol} moved most, by ${formatPriceChange(widest.by)}.`,
    ),
    note(
      2,
      'Stocks',
      `Wall Street ${describeDirection(large)} as ${large < 0 ? worstStock.instrument.name : bestStock.instrument.name} ${describeChange(large < 0 ? worstStock.by : bestStock.by)}`,
      `${rising} of ${stocks.length} large companies rose. ${named(bestStock)} did best and ${named(worstStock)} worst; the SPX500 ended ${formatPriceChange(large)}.`,
    ),
    note(
      3,
      'Metals',
      `Gold ${describeDirection(gold)}, crude oil ${describeChange(oil)}`,
      `Over the day gold moved ${formatPriceChange(gold)}, silver ${formatPriceChange(silver)} and crude oil ${formatPriceChange(oil)}.`,
    ),
  ];
}

/** Returns the data of `NewsPanel`: the newest `count` items of a publisher, or samples in paper mode. */
export function listNews(count = 9): NewsItem[] {
  const published = getPublishedNews();
  if (published) return published.slice(0, count);
  if (!isPaper()) return [];
  const time = now();
  const days = Array.from({ length: Math.ceil(count / 4) + 1 }, (_, back) => new Date(startOfDay(time) - back * DAY));
  return days
    .flatMap(createSampleNotes)
    .filter(({ at }) => at <= time)
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, count);
}

type RecurringDate = readonly [
  country: Country,
  title: string,
  importance: 0 | 1,
  weekday: number,
  hour: number,
  weeks: readonly number[],
];

const ALL_WEEKDAYS = [1, 2, 3, 4, 5];

/** Weekdays count from Sunday, hours are UTC, and weeks are those of the month. */
const RECURRING_DATES: readonly RecurringDate[] = [
  ['jp', 'Tankan survey of large manufacturers', 0, 1, 0, [1]],
  ['cn', 'Manufacturing PMI', 0, 1, 1.5, [1, 3]],
  ['eu', 'Investor confidence', 0, 1, 9.5, ALL_WEEKDAYS],
  ['au', 'Interest rate decision', 1, 2, 3.5, [1]],
  ['us', 'Job openings', 0, 2, 14, [1, 2]],
  ['gb', 'Unemployment rate', 1, 2, 7, [2, 3]],
  ['nz', 'Interest rate decision', 1, 3, 1, [2]],
  ['us', 'Crude oil stocks, weekly', 0, 3, 14.5, ALL_WEEKDAYS],
  ['us', 'Consumer prices, year on year', 1, 3, 12.5, [2]],
  ['us', 'Interest rate decision', 1, 3, 18, [3]],
  ['ca', 'Interest rate decision', 1, 3, 13.75, [1]],
  ['gb', 'Consumer prices, year on year', 1, 3, 6, [3]],
  ['ch', 'Interest rate decision', 1, 4, 7.5, [3]],
  ['eu', 'Interest rate decision', 1, 4, 12.25, [1]],
  ['us', 'Initial jobless claims', 0, 4, 12.5, ALL_WEEKDAYS],
  ['gb', 'Interest rate decision', 1, 4, 11, [1]],
  ['jp', 'Interest rate decision', 1, 5, 3, [3]],
  ['us', 'Non-farm payrolls', 1, 5, 12.5, [1]],
  ['ca', 'Change in employment', 0, 5, 12.5, [2]],
  ['eu', 'Consumer prices, first estimate', 1, 2, 10, [4, 5]],
  ['us', 'Consumer confidence', 0, 2, 15, [4, 5]],
  ['au', 'Consumer prices, year on year', 1, 3, 0.5, [4, 5]],
  ['us', 'Gross domestic product, quarterly change', 1, 4, 12.5, [4, 5]],
  ['jp', 'Consumer prices in Tokyo', 0, 4, 23.5, [4]],
  ['ca', 'Gross domestic product, monthly change', 0, 5, 12.5, [4, 5]],
  ['ch', 'Leading indicator', 0, 5, 8, [4, 5]],
  ['us', 'Consumer sentiment', 0, 5, 14, [2, 4]],
];

export const parseCalendarFilter = (query: URLSearchParams) => ({
  importance: ({ '0': 0, '1': 1, all: null } as const)[parseChoice(query.get('importance'), ['all', '0', '1'])],
  country: parseOptionalChoice(query.get('country'), Object.keys(COUNTRY_NAMES_BY_CODE) as Country[]),
});

type Filter = ReturnType<typeof parseCalendarFilter>;

/** Returns dates of the next `days` days, from a publisher or, in paper mode, samples. A null filter matches all. */
export function listCalendar(filter: Filter, days = 10): CalendarEntry[] {
  const time = now().getTime();
  const from = startOfDay(now());
  return (getPublishedDates() ?? (isPaper() ? createSampleDates(from, days) : []))
    .filter(({ at }) => at.getTime() >= time && at.getTime() < from + days * DAY)
    .filter(({ importance }) => filter.importance === null || filter.importance === importance)
    .filter(({ country }) => filter.country === null || filter.country === country)
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

const createSampleDates = (from: number, days: number): CalendarEntry[] =>
  Array.from({ length: days }, (_, ahead) => new Date(from + ahead * DAY)).flatMap((day) =>
    RECURRING_DATES.filter(
      ([, , , weekday, , weeks]) => weekday === day.getUTCDay() && weeks.includes(Math.ceil(day.getUTCDate() / 7)),
    ).map(([country, title, importance, , hour]) => ({
      id: `${day.toISOString().slice(0, 10)}-${country}-${title}`,
      at: new Date(day.getTime() + hour * HOUR),
      country,
      title,
      importance,
      sample: true,
    })),
  );

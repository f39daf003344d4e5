import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { simulatedFeed } from '~/market/feed/simulated';
import { INSTRUMENTS, instrumentsOfKinds } from '~/market/instruments';
import { setClock } from '~/platform/clock';
import type { Env } from '~/platform/env';
import { forgetSingleton, singleton } from '~/platform/singleton';
import { computeCrossRates, findCompany, listCompanies } from './analysis/analysis.server';
import { formatPrice, formatPriceChange } from './format';
import { listCalendar, listNews, parseCalendarFilter } from './published/news.server';
import { offerWidgets, type WidgetOffer } from './published/widgets.server';
import { loadRates } from './queries.server';

const settings = {
  MARKET_FEED: 'simulated',
  MARKET_WIDGETS: 'click',
  MODE: 'paper',
  EXCHANGE_URL: 'http://127.0.0.1:1',
  BANK_URL: 'http://127.0.0.1:1',
};

const noon = new Date('2026-03-04T12:00:00Z');

beforeEach(() => {
  Object.assign(settings, { MARKET_FEED: 'simulated', MARKET_WIDGETS: 'click', MODE: 'paper' });
  for (const name of ['env', 'market-feed']) forgetSingleton(name);
  singleton('env', () => settings as Env);
  setClock({ product: () => noon });
});

afterEach(() => setClock({ product: () => new Date() }));

describe('frames of another site', () => {
  const allowed: (readonly string[])[] = [];
  const offers = (query: string): WidgetOffer[] => {
    allowed.length = 0;
    const url = new URL(`http://localhost/news${query}`);
    return offerWidgets({ url, allowFrames: (origins) => allowed.push(origins) }, 'timeline', 'events');
  };

  test('on click: none until requested, and then only the requested one', () => {
    expect(offers('').map(({ src }) => src)).toEqual([null, null]);
    expect(allowed).toEqual([]);
    const [timeline, events] = offers('?country=us&widget=events');
    expect(timeline?.src).toBeNull();
    expect(timeline?.href).toBe('?country=us&widget=timeline#widget-timeline');
    expect(new URL(events?.src as string).hostname).toBe('www.tradingview-widget.com');
    expect(JSON.parse(decodeURIComponent(new URL(events?.src as string).hash.slice(1)))).toMatchObject({
      colorTheme: 'dark',
      importanceFilter: '0,1',
      countryFilter: expect.stringContaining('us'),
    });
    expect(allowed).toHaveLength(1);
  });

  test.each(['?widget=', '?widget=nope', '?widget=__proto__', '?widget=screener', '?widget=https://evil.example'])(
    '%s requests nothing',
    (query) => {
      expect(offers(query).every(({ src }) => src === null)).toBe(true);
      expect(allowed).toEqual([]);
    },
  );

  test('on: all of them; off: none, requested or not', () => {
    settings.MARKET_WIDGETS = 'on';
    expect(offers('').every(({ src }) => src !== null)).toBe(true);
    settings.MARKET_WIDGETS = 'off';
    expect(offers('?widget=events')).toEqual([]);
    expect(allowed).toEqual([]);
  });
});

describe('sample content', () => {
  test('is shown in paper mode only', () => {
    expect([listNews().length, listCalendar(parseCalendarFilter(new URLSearchParams())).length > 0]).toEqual([9, true]);
    expect([listCompanies().length, findCompany('AAPL') === null]).toEqual([instrumentsOfKinds('stock').length, false]);
    settings.MODE = 'live';
    expect([listNews(), listCalendar(parseCalendarFilter(new URLSearchParams()))]).toEqual([[], []]);
    expect([listCompanies(), findCompany('AAPL')]).toEqual([[], null]);
  });

  test('news are in the past, newest first', () => {
    const times = listNews(8).map(({ at }) => at.getTime());
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(times[0]).toBeLessThanOrEqual(noon.getTime());
    expect(new Set(listNews(8).map(({ id }) => id)).size).toBe(8);
  });

  test('the calendar starts now: today’s past events are excluded', () => {
    const times = listCalendar(parseCalendarFilter(new URLSearchParams()), 31).map(({ at }) => at.getTime());
    expect(times[0]).toBeGreaterThanOrEqual(noon.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  test('the calendar filters by importance and country, and ignores invalid values', () => {
    const of = (query: string) => listCalendar(parseCalendarFilter(new URLSearchParams(query)), 31);
    expect(of('importance=1').every(({ importance }) => importance === 1)).toBe(true);
    expect(of('importance=0').length + of('importance=1').length).toBe(of('').length);
    expect(new Set(of('country=gb').map(({ country }) => country))).toEqual(new Set(['gb']));
    for (const odd of [
      'importance=2',
      'importance=__proto__',
      'country=zz',
      'country=constructor',
      'importance=&country=',
    ]) {
      expect(of(odd)).toEqual(of(''));
    }
  });
});

test('in live mode nothing is simulated unless the simulated feed is configured', () => {
  Object.assign(settings, { MODE: 'live', MARKET_FEED: 'public' });
  expect(loadRates('stock', 'index', 'future').every(({ quote, trend }) => quote === null && trend.length === 0)).toBe(
    true,
  );
});

test('cross rates are those of the pairs: none with itself, and each the inverse of the opposite one', () => {
  const { names, cells } = computeCrossRates(loadRates('forex'));
  const euro = simulatedFeed().changes(instrumentsOfKinds('forex')[0] as never, noon).day as number;
  expect(cells[names.indexOf('EUR')]?.[names.indexOf('USD')]).toBeCloseTo(euro, 12);
  names.forEach((_, row) => {
    expect(cells[row]?.[row]).toBeNull();
    names.forEach((_, column) => {
      if (row === column) return;
      const [there, back] = [cells[row]?.[column] as number, cells[column]?.[row] as number];
      expect((1 + there) * (1 + back)).toBeCloseTo(1, 12);
    });
  });
});

test('prices and changes are written with their decimals and a real minus sign', () => {
  expect(formatPrice(64250, { digits: 2 })).toBe('64,250.00');
  expect(formatPrice(-1234.5, { digits: 1 })).toBe('−1,234.5');
  expect(formatPrice(39_120, { digits: 0 })).toBe('39,120');
  expect(formatPrice(1234567.12345, { digits: 5 })).toBe('1,234,567.12345');
  expect([formatPriceChange(0.0125), formatPriceChange(-0.004), formatPriceChange(0.000001)]).toEqual([
    '+1.25%',
    '−0.40%',
    '0.00%',
  ]);
});

test('every instrument has a label of one to three letters', () => {
  expect(INSTRUMENTS.filter(({ mark }) => !/^.{1,3}$/u.test(mark))).toEqual([]);
});

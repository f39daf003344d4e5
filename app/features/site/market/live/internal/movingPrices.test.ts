import { expect, test } from 'vitest';
import { requireInstrument } from '~/market/instruments';
import { createMovingAttribute, createPriceEvents, formatMovingTexts } from './movingPrices';

const row = (id: string, price: number, at: string, day: number | null = 0.0012) => ({
  instrument: requireInstrument(id),
  quote: { price, at: new Date(at), source: 'simulated' as const },
  changes: { hour: 0, day, week: -0.5, month: 0, year: 0 },
});

test('a row is sent as the page writes it', () => {
  expect(formatMovingTexts(row('EURUSD', 1.1, '2026-11-22T10:00:00Z'))).toEqual([
    '1.10000',
    '+0.12%',
    '−50.00%',
    '0.00%',
  ]);
  expect(formatMovingTexts(row('BTCUSD', 64_250, '2026-11-22T10:00:00Z', null))[1]).toBe('');
  expect(createMovingAttribute(row('EURUSD', 1, '2026-11-22T10:00:00Z'), 'week')).toBe('EURUSD 2');
});

test('a row that has not moved is not sent again, and older instants come first', () => {
  const sent = new Map<string, string>();
  const first = row('EURUSD', 1.1, '2026-11-22T10:00:01Z');
  const older = row('BTCUSD', 64_250, '2026-11-22T10:00:00Z');
  const events = createPriceEvents([first, older], sent, () => false)
    .trim()
    .split('\n\n');
  expect(events.map((event) => Object.keys(JSON.parse(event.replace('data: ', '')).of))).toEqual([
    ['BTCUSD'],
    ['EURUSD'],
  ]);
  expect(createPriceEvents([first, older], sent, () => false)).toBe('');
  const moved = row('EURUSD', 1.2, '2026-11-22T10:00:02Z');
  expect(JSON.parse(createPriceEvents([moved, older], sent, () => false).replace('data: ', ''))).toEqual({
    at: '2026-11-22T10:00:02.000Z',
    of: { EURUSD: ['1.20000', '+0.12%', '−50.00%', '0.00%'] },
  });
});

test('without a price nothing is sent', () => {
  expect(
    createPriceEvents([{ ...row('EURUSD', 1, '2026-11-22T10:00:00Z'), quote: null }], new Map(), () => false),
  ).toBe('');
});

test('an event of prices that are too old to be live says so', () => {
  const silent = row('BTCUSD', 64_250, '2026-11-22T09:58:00Z');
  const moving = row('EURUSD', 1.1, '2026-11-22T10:00:00Z');
  const events = createPriceEvents([silent, moving], new Map(), ({ at }) => at.getUTCHours() < 10);
  const sent = events
    .trim()
    .split('\n\n')
    .map((event) => JSON.parse(event.replace('data: ', '')));
  expect(sent.map(({ of, late }) => [Object.keys(of), late])).toEqual([
    [['BTCUSD'], true],
    [['EURUSD'], undefined],
  ]);
});

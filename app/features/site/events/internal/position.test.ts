import { expect, test } from 'vitest';
import { createLowestId, getCreationTime, MAX_ROW_DELAY_MS, parsePosition, SentLog } from './position';

const START = Date.UTC(2026, 2, 2, 9);
let made = 0;
const idAt = (at: number) => createLowestId(at).slice(0, 24) + (++made).toString(16).padStart(12, '0');

test('an ID contains the time of its creation', () => {
  expect(getCreationTime(createLowestId(START))).toBe(START);
  expect(createLowestId(START) <= idAt(START) && idAt(START) < createLowestId(START + 1)).toBe(true);
});

test('a position lists the events sent within the time in which an older row may still be committed', () => {
  const log = new SentLog(START - MAX_ROW_DELAY_MS);
  const [old, late, one, two] = [idAt(START), idAt(START + 500), idAt(START + 1_000), idAt(START + 2_000)];
  for (const id of [old, one, two]) log.note(id);
  const place = parsePosition(log.position());
  expect([old, one, two].map((id) => place?.hasSent(id))).toEqual([true, true, true]);
  expect([place?.hasSent(late), log.has(late)]).toEqual([false, false]);
  expect(place?.since).toBe(START + 2_000 - MAX_ROW_DELAY_MS);
  log.note(idAt(START + 2 * MAX_ROW_DELAY_MS));
  const later = parsePosition(log.position());
  expect([later?.since, log.has(old), log.has(late)]).toEqual([START + MAX_ROW_DELAY_MS, true, true]);
});

test('a position stays short however much happens at once, and lists nothing twice', () => {
  const log = new SentLog(START - MAX_ROW_DELAY_MS);
  const ids = Array.from({ length: 3_000 }, (_, n) => idAt(START + n));
  for (const id of ids) log.note(id);
  const text = log.position();
  const place = parsePosition(text);
  expect(text.length).toBeLessThan(6_000);
  expect(place?.since).toBe(START + 2_000);
  expect(ids.every((id) => getCreationTime(id) < (place?.since ?? 0) || place?.hasSent(id))).toBe(true);
});

test.each(['', '.', 'abc', '1', '-1.', 'lx.a b', `lx.${'A'.repeat(6_000)}`, '1.2.3'])(
  '%j is not a position',
  (text) => {
    expect(parsePosition(text)).toBeNull();
  },
);

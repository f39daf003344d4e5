import { expect, test } from 'vitest';
import { after, DAY, HOUR, MINUTE } from '~/platform/clock';
import {
  type Announcement,
  findMaintenance,
  getSecondsLeft,
  isLongEnough,
  readDismissedIds,
  selectShownTo,
} from './rules';

const AT = new Date('2026-03-02T12:00:00Z');
const NEWS: Announcement = {
  id: 'b',
  kind: 'news',
  audience: 'all',
  text: 'A holiday',
  dismissable: true,
  startsAt: AT,
  endsAt: after(AT, HOUR),
  endedAt: null,
  createdAt: AT,
};
const WORK: Announcement = { ...NEWS, id: 'a', kind: 'maintenance', dismissable: false };

const isShown = (row: Announcement, ms: number) => selectShownTo([row], 'all', after(AT, ms)).length === 1;

test('news are shown from their first instant until before their last, to their audience, until they are ended or dismissed', () => {
  expect([-1, 0, HOUR - 1, HOUR].map((ms) => isShown(NEWS, ms))).toEqual([false, true, true, false]);
  expect(selectShownTo([NEWS], 'staff', AT)).toEqual([]);
  expect(isShown({ ...NEWS, endedAt: AT }, 0)).toBe(false);
  expect(selectShownTo([NEWS], 'all', AT, new Set(['b']))).toEqual([]);
  // News that may not be dismissed stay visible.
  expect(selectShownTo([WORK], 'all', AT, new Set(['a']))).toHaveLength(1);
});

test('maintenance is announced two days before, begins at its time, and lasts until it is ended', () => {
  expect([-2 * DAY - 1, -2 * DAY, 0, 9 * DAY].map((ms) => isShown(WORK, ms))).toEqual([false, true, true, true]);
  const stages = [-1, 0, HOUR].map((ms) => selectShownTo([WORK], 'all', after(AT, ms))[0]?.maintenance?.stage);
  expect(stages).toEqual(['planned', 'on', 'late']);
  const on = [-1, 0, 9 * DAY].map((ms) => findMaintenance([NEWS, WORK], after(AT, ms))?.id ?? null);
  expect(on).toEqual([null, 'a', 'a']);
  expect(findMaintenance([{ ...WORK, endedAt: AT }, NEWS], after(AT, MINUTE))).toBeNull();
});

test('maintenance comes before news, and older announcements come first', () => {
  const rows = [{ ...NEWS, id: 'c' }, NEWS, { ...WORK, id: 'z' }, { ...WORK, id: 'y' }];
  for (const provided of [rows, [...rows].reverse()]) {
    expect(selectShownTo(provided, 'all', AT).map(({ id, maintenance }) => [id, maintenance !== null])).toEqual([
      ['y', true],
      ['z', true],
      ['b', false],
      ['c', false],
    ]);
  }
});

test('a client is told to retry at the expected end, after at least a minute and at most an hour', () => {
  const waits = [0, 30 * MINUTE, HOUR - 1, 5 * HOUR].map((ms) => getSecondsLeft(WORK, after(AT, ms)));
  expect(waits).toEqual([3_600, 1_800, 60, 60]);
  expect(getSecondsLeft(WORK, after(AT, -DAY))).toBe(3_600);
});

test('a period lasts at least a minute', () => {
  expect([0, MINUTE - 1, MINUTE].map((ms) => isLongEnough(AT, after(AT, ms)))).toEqual([false, false, true]);
});

test('only IDs in our own cookie are read', () => {
  expect([...readDismissedIds('theme=dark; put-away=a-1.b-2; x=1')]).toEqual(['a-1', 'b-2']);
  expect([...readDismissedIds('put-away=a-1')]).toEqual(['a-1']);
  expect([...readDismissedIds('not-put-away=a; xput-away=b')]).toEqual(['']);
  expect([...readDismissedIds(`put-away=${'a'.repeat(3_000)}`)]).toEqual(['']);
});

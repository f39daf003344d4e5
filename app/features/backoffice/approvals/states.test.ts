import { expect, test } from 'vitest';
import type { approval } from '#drizzle/schema';
import { approvalState, expiredBefore } from './states';

const ASKED = new Date('2026-03-02T09:00:00Z');
const LAST = new Date('2026-03-09T09:00:00Z');
const PAST = new Date(LAST.getTime() + 1);
const asked = (status: string) => ({ status, requestedAt: ASKED }) as typeof approval.$inferSelect;

test('a request waits for seven days, the last millisecond included, and has expired then', () => {
  expect(expiredBefore(LAST)).toEqual(ASKED);
  expect(approvalState(asked('waiting'), LAST)).toBe('waiting');
  expect(approvalState(asked('waiting'), PAST)).toBe('expired');
});

test('one that was decided stays as it was decided', () => {
  for (const status of ['approved', 'rejected', 'withdrawn']) expect(approvalState(asked(status), PAST)).toBe(status);
});

import { expect, test } from 'vitest';
import type { approval } from '#drizzle/schema';
import { getApprovalState, getExpiryCutoff } from './states';

const ASKED = new Date('2026-03-02T09:00:00Z');
const LAST = new Date('2026-03-09T09:00:00Z');
const PAST = new Date(LAST.getTime() + 1);
const requested = (status: string) => ({ status, requestedAt: ASKED }) as typeof approval.$inferSelect;

test('a request waits for seven days to the last millisecond, and then expires', () => {
  expect(getExpiryCutoff(LAST)).toEqual(ASKED);
  expect(getApprovalState(requested('waiting'), LAST)).toBe('waiting');
  expect(getApprovalState(requested('waiting'), PAST)).toBe('expired');
});

test('a decided request keeps its state', () => {
  for (const status of ['approved', 'rejected', 'withdrawn'])
    expect(getApprovalState(requested(status), PAST)).toBe(status);
});

import { expect, test } from 'vitest';
import type { StatementLine } from '~/ledger/reading/statement.server';
import { mergeDailyCosts, mergeGroup } from './dailyCosts';

const line = (kind: StatementLine['kind'], hour: number, change = 0n) =>
  ({
    kind,
    at: new Date(Date.UTC(2026, 2, 2, hour)),
    change,
    availableChange: 0n,
    amount: change < 0n ? -change : change,
    fundedAfter: 1_000n + change,
    journalId: `j${hour}`,
  }) as StatementLine;

test('consecutive daily costs form a group, and every other line is single', () => {
  const lines = [
    line('position-cost', 9),
    line('position-cost', 8),
    line('deposit', 7),
    line('deposit', 6),
    line('position-cost', 5),
  ];
  const hours = mergeDailyCosts(lines).map((group) => group.map(({ at }) => at.getUTCHours()));
  expect(hours).toEqual([[9, 8], [7], [6], [5]]);
});

test('a group is one line with their sum, the latest balance, and both ends of their time', () => {
  const newest = line('position-cost', 6, -3n);
  // Booked late: its date is after that of the newest line.
  const one = mergeGroup([newest, line('position-cost', 9, -4n), line('position-cost', 5, -1n)]);
  expect(one).toMatchObject({ kind: 'position-cost', change: -8n, amount: 8n, fundedAfter: newest.fundedAfter });
  expect([one.since.getUTCHours(), one.at.getUTCHours()]).toEqual([5, 9]);
});

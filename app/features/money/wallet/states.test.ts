import { expect, test } from 'vitest';
import { getShownWait, listMilestones } from './states';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 9, minute));
const requested = { approvedAt: null, paidAt: null, endedAt: null };

test('a withdrawal shows each event with its own time', () => {
  expect(listMilestones({ ...requested, status: 'requested' })).toEqual([]);
  expect(listMilestones({ ...requested, status: 'rejected', endedAt: at(1) })).toEqual([
    { state: 'rejected', at: at(1) },
  ]);
  const paid = { approvedAt: at(1), paidAt: at(2) };
  const steps = [
    { state: 'approved', at: at(1) },
    { state: 'paid', at: at(2) },
  ];
  expect(listMilestones({ ...paid, status: 'paid', endedAt: at(2) })).toEqual(steps);
  expect(listMilestones({ ...paid, status: 'bounced', endedAt: at(3) })).toEqual([
    ...steps,
    { state: 'bounced', at: at(3) },
  ]);
});

test('a withdrawal shows when it can be approved, and when it can be paid if its wait started again', () => {
  const waits = { approvedAt: null, waitsUntil: at(5) };
  expect(getShownWait({ ...waits, status: 'requested', waitsUntil: null })).toBeNull();
  expect(getShownWait({ ...waits, status: 'requested' })).toEqual({ title: 'Can be approved from', at: at(5) });
  expect(getShownWait({ ...waits, status: 'approved', approvedAt: at(6) })).toBeNull();
  expect(getShownWait({ ...waits, status: 'approved', approvedAt: at(4) })).toEqual({
    title: 'Can be paid from',
    at: at(5),
  });
  expect(getShownWait({ ...waits, status: 'paid', approvedAt: at(4) })).toBeNull();
});

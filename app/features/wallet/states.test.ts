import { expect, test } from 'vitest';
import { milestones } from './states';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 9, minute));
const asked = { approvedAt: null, paidAt: null, endedAt: null };

test('a withdrawal tells each thing that happened to it with its own time', () => {
  expect(milestones({ ...asked, status: 'requested' })).toEqual([]);
  expect(milestones({ ...asked, status: 'rejected', endedAt: at(1) })).toEqual([{ state: 'rejected', at: at(1) }]);
  const paid = { approvedAt: at(1), paidAt: at(2) };
  const steps = [
    { state: 'approved', at: at(1) },
    { state: 'paid', at: at(2) },
  ];
  expect(milestones({ ...paid, status: 'paid', endedAt: at(2) })).toEqual(steps);
  expect(milestones({ ...paid, status: 'bounced', endedAt: at(3) })).toEqual([
    ...steps,
    { state: 'bounced', at: at(3) },
  ]);
});

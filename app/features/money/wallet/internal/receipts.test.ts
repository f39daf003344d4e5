import { describe, expect, it } from 'vitest';
import { DEPOSIT_STATES, WITHDRAWAL_STATES } from '#drizzle/schema';
import { formatReceiptNumber, listDepositSteps, listWithdrawalSteps } from './receipts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));
const read = (steps: ReturnType<typeof listDepositSteps>) => steps.map(({ label, phase }) => `${label} ${phase}`);

it('a receipt’s number is the end of its ID', () => {
  expect(formatReceiptNumber('D', '0198c2b0-7d14-7b3f-9d51-44a63f2a91c4')).toBe('D-3F2A91C4');
});

describe('the states of a deposit', () => {
  const row = { createdAt: at(0), decidedAt: null, proofFileId: 'p' };

  it('are ongoing while it waits, and end with its decision', () => {
    expect(read(listDepositSteps({ ...row, status: 'pending' }, null))).toEqual([
      'Sent done',
      'In review now',
      'Credited later',
    ]);
    expect(read(listDepositSteps({ ...row, status: 'approved', decidedAt: at(9) }, at(9)))).toEqual([
      'Sent done',
      'In review done',
      'Credited done',
    ]);
    expect(read(listDepositSteps({ ...row, status: 'rejected', decidedAt: at(9) }, null)).at(-1)).toBe(
      'Rejected ended',
    );
    expect(read(listDepositSteps({ ...row, status: 'cancelled', decidedAt: at(9) }, null))).toEqual([
      'Sent done',
      'Cancelled ended',
    ]);
  });

  it('keep the time of the credit after a reversal', () => {
    const steps = listDepositSteps({ ...row, status: 'reversed', decidedAt: at(30) }, at(9));
    expect(steps.slice(2)).toEqual([
      { label: 'Credited', at: at(9), phase: 'done' },
      { label: 'Reversed', at: at(30), phase: 'ended' },
    ]);
  });

  it('have no review if management entered the deposit', () => {
    expect(read(listDepositSteps({ ...row, status: 'approved', decidedAt: at(0), proofFileId: null }, at(0)))).toEqual([
      'Credited done',
    ]);
  });
});

describe('the states of a withdrawal', () => {
  const row = { requestedAt: at(0), approvedAt: null, paidAt: null, endedAt: null };

  it('name the coming steps, and no payment that was not made', () => {
    expect(read(listWithdrawalSteps({ ...row, status: 'requested' }))).toEqual([
      'Requested done',
      'In review now',
      'Approved later',
      'Paid later',
    ]);
    expect(read(listWithdrawalSteps({ ...row, status: 'approved', approvedAt: at(5) }))).toEqual([
      'Requested done',
      'Approved done',
      'Being paid now',
      'Paid later',
    ]);
    expect(read(listWithdrawalSteps({ ...row, status: 'rejected', endedAt: at(5) }))).toEqual([
      'Requested done',
      'Rejected ended',
    ]);
    expect(
      read(listWithdrawalSteps({ ...row, status: 'bounced', approvedAt: at(5), paidAt: at(6), endedAt: at(9) })),
    ).toEqual(['Requested done', 'Approved done', 'Paid done', 'Payment returned ended']);
  });
});

it('never show a coming step as ongoing', () => {
  const times = { requestedAt: at(0), approvedAt: at(5), paidAt: at(6), endedAt: at(9) };
  const lines = [
    ...DEPOSIT_STATES.map((status) =>
      listDepositSteps({ status, createdAt: at(0), decidedAt: at(9), proofFileId: 'p' }, at(9)),
    ),
    ...WITHDRAWAL_STATES.flatMap((status) => [
      listWithdrawalSteps({ ...times, status }),
      listWithdrawalSteps({ ...times, status, approvedAt: null, paidAt: null, endedAt: null }),
    ]),
  ];
  const steps = lines.flat();
  const reached = new Set(steps.filter(({ at: time }) => time).map(({ label }) => label));
  const going = steps.filter(({ phase }) => phase === 'now').map(({ label }) => label);
  expect(going.length).toBeGreaterThan(2);
  expect(going.filter((label) => reached.has(label))).toEqual([]);
});

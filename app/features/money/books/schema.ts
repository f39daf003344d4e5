import { z } from 'zod';
import { usdField } from '~/ledger/usdField';
import { reasonLine } from '~/platform/fields/line';

const RESERVES = ['free', 'market'] as const;

export type ReserveName = (typeof RESERVES)[number];

export const otherReserve = (name: ReserveName): ReserveName => (name === 'free' ? 'market' : 'free');

/** Fields to fund a reserve, to withdraw from it, or to move money to another: `reserve` is then the source. */
export const reserveSchema = z.object({
  reserve: z.enum(RESERVES, { error: 'Choose a reserve' }),
  amount: usdField('Amount must be a number'),
  reason: reasonLine('Say why; it is kept in the audit log'),
});

export const RESERVE_STEPS = ['fund', 'take-back', 'shift'] as const;

export type ReserveStep = (typeof RESERVE_STEPS)[number];

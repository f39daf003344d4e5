import { z } from 'zod';
import { usdField } from '~/ledger/usdField';
import { reasonLine } from '~/platform/fields/line';

const RESERVE_NAMES = ['free', 'market'] as const;

export type ReserveName = (typeof RESERVE_NAMES)[number];

export const getOtherReserve = (name: ReserveName): ReserveName => (name === 'free' ? 'market' : 'free');

/**
 * Fields to fund a reserve, withdraw from it, or move money to the other reserve. If money is moved, `reserve` is the
 * source.
 */
export const reserveSchema = z.object({
  reserve: z.enum(RESERVE_NAMES, { error: 'Choose a reserve' }),
  amount: usdField('Amount must be a number'),
  reason: reasonLine('Enter a reason; it is stored in the audit log'),
});

export const RESERVE_OPERATIONS = ['fund', 'take-back', 'shift'] as const;

export type ReserveStep = (typeof RESERVE_OPERATIONS)[number];

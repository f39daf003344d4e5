import type { Order } from '../accounts/account';
import type { Sizing } from './sizing';

export type CopiedOutcome = {
  leaderOrder: number;
  instrument: string;
  takenOver: boolean;
  leaderSize: bigint;
  leaderHeld: bigint;
  leaderPrice: bigint;
  leaderEquity: bigint;
  copyEquity: bigint;
  wanted: bigint;
  size: bigint;
  /**
   * Reason why the copy ordered nothing or, for a leader's order that reverses the position, why the copy opened
   * nothing.
   */
  skipped: Sizing['skipped'];
  cut: Sizing['cut'];
  orders: readonly Order[];
  at: number;
};

import type { Order } from '../accounts/account';
import type { Sizing } from './sizing';

/** What came of one order of the leader, or of a position that was taken over. */
export type Copied = {
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
  /** Why nothing was ordered or, of an order through zero that was closed with, why nothing was opened. */
  skipped: Sizing['skipped'];
  cut: Sizing['cut'];
  orders: readonly Order[];
  at: number;
};

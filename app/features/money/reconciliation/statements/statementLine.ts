import type { statementLine } from '#drizzle/schema';

export type StoredLine = typeof statementLine.$inferSelect;

/** One movement on a statement of a wallet or an account, as its source tells it. */
export type SourceLine = {
  /** Unique among the lines of a source; the same line read again has the same key. */
  key: string;
  /** Time when it was booked: milliseconds since 1970, UTC. */
  at: number;
  /** Hundred-millionths of the coin: more than zero came in, less went out. */
  amount: bigint;
  /** Fee that the source names beside the amount, hundred-millionths of the coin; 0 where it names none. See `costOf`. */
  fee: bigint;
  transactionId: string | null;
  address: string | null;
  note: string;
};

type Moved = Pick<SourceLine, 'amount' | 'fee'>;

/** Returns what a line cost beside its amount, below zero where a chain took one back. A fee beside money that came in is its sender's. */
export const costOf = ({ amount, fee }: Moved): bigint => (amount > 0n && fee > 0n ? 0n : fee);

/** Returns what a line moved: what arrived, or what went out with its fee, below zero. Hundred-millionths of the coin. */
export const movedBy = (line: Moved): bigint => line.amount - costOf(line);

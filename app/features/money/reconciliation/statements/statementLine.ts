import type { statementLine } from '#drizzle/schema';

export type StoredLine = typeof statementLine.$inferSelect;

/** Movement on a statement of a wallet or an account, as its source reports it. */
export type SourceLine = {
  /** Unique among the lines of a source; the same line read again has the same key. */
  key: string;
  /** Time when it was booked: milliseconds since 1970, UTC. */
  at: number;
  /** Hundred-millionths of the coin: more than zero came in, less went out. */
  amount: bigint;
  /** Separate fee by the source, hundred-millionths of the coin; 0 without one. See `costOf`. */
  fee: bigint;
  transactionId: string | null;
  address: string | null;
  note: string;
};

type Moved = Pick<SourceLine, 'amount' | 'fee'>;

/** Returns the cost of a line besides its amount, negative after a reorganisation. The fee of an incoming payment is its sender's. */
export const costOf = ({ amount, fee }: Moved): bigint => (amount > 0n && fee > 0n ? 0n : fee);

/** Returns the balance change of a line: the received amount, or the negative sent amount with its fee. Hundred-millionths of the coin. */
export const movedBy = (line: Moved): bigint => line.amount - costOf(line);

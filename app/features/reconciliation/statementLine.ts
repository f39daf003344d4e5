/** One movement on a statement of a wallet or an account, as its source tells it. */
export type StatementLine = {
  /** Unique among the lines of a source; the same line read again has the same key. */
  key: string;
  /** When it was booked: milliseconds since 1970, UTC. */
  at: number;
  /** Hundred-millionths of the coin: more than zero came in, less went out. */
  amount: bigint;
  /** What the network took for it beside the amount, hundred-millionths of the coin; 0 where the source does not say. */
  fee: bigint;
  transactionId: string | null;
  /** For money that came in our address it came to, for money that went out the address it went to. */
  address: string | null;
  note: string;
};

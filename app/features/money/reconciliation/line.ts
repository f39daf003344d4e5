import type { statementLine } from '#drizzle/schema';
import { writeCoinAmount } from '~/ledger/coinAmount';
import { groupDigits } from '~/platform/text/figure';

export type StoredLine = typeof statementLine.$inferSelect;

/** Movement on a statement of a wallet or an account, as its source reports it. */
export type SourceLine = {
  /** Key of the line, unique in its source. The same line read again has the same key. */
  key: string;
  /** Time of booking, milliseconds since 1970. */
  at: number;
  /** Amount in hundred-millionths of the coin: positive for incoming, negative for outgoing. */
  amount: bigint;
  /** Fee that the source reports separately, hundred-millionths of the coin; 0 without one. See `computeCost`. */
  fee: bigint;
  transactionId: string | null;
  address: string | null;
  note: string;
};

type Moved = Pick<SourceLine, 'amount' | 'fee'>;

/** Returns the cost of a line in addition to its amount; negative after a reorganisation. The sender pays an incoming payment's fee. */
export const computeCost = ({ amount, fee }: Moved): bigint => (amount > 0n && fee > 0n ? 0n : fee);

/** Returns the change of balance by a line: the received amount, or the negative sent amount with its fee. Hundred-millionths. */
export const computeBalanceChange = (line: Moved): bigint => line.amount - computeCost(line);

/** Formats a coin amount (hundred-millionths) as pages show it: `−4,470.5 USDT`. Without a method the coin is omitted. */
export function statementCoinText(units: bigint, method?: string): string {
  const text = groupDigits(writeCoinAmount(units < 0n ? -units : units));
  // A comma alone could be read as a decimal mark.
  const decimals = /^\d+,\d+$/.test(text) ? '.00' : '';
  const [coin] = method?.split('-') ?? [];
  return `${units < 0n ? '−' : ''}${text}${decimals}${coin ? ` ${coin.toUpperCase()}` : ''}`;
}

export const listIds = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

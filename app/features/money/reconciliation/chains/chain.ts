import { DAY, SECOND } from '~/platform/durations';
import type { SourceLine } from '../statements/statementLine';

export type Block = { height: number; hash: string };

/** A line of a statement with the block that has it; null while no block has it yet. */
export type ChainMovement = { line: SourceLine; block: Block | null };

export type ChainRange<Cursor> = {
  from: number;
  tip: number;
  cursor: Cursor | null;
};

/** Part of a range. A cursor of null marks the last part. A line may come twice, and may be older than the range. */
export type ChainPage<Cursor> = { movements: ChainMovement[]; cursor: Cursor | null };

/** A reader of the movements of one coin on some addresses of a network. All its functions throw `ChainFault`. */
export type Chain<Cursor> = {
  /** The setting that has the address of the server. Faults name it instead of the address, which may hold a key. */
  setting: string;
  /** Incoming amounts below this are counted, but are no lines: hundred-millionths of the coin. */
  dust: bigint;
  first: (settled: number) => number;
  tip: () => Promise<number>;
  /** The hash of the block at a height; null where there is none. */
  hashAt: (height: number) => Promise<string | null>;
  read: (stretch: ChainRange<Cursor>) => Promise<ChainPage<Cursor>>;
};

/** A server of a chain can't be used, or gave an answer that can't be true. The message is a sentence for the operator. */
export class ChainFault extends Error {
  override name = 'ChainFault';
}

/** Larger amounts are no real payments: ten thousand million coins, in hundred-millionths. */
const MOST = 10n ** 18n;

/** Returns the amount, or throws `ChainFault` where it is larger than any real payment. */
export function believable(setting: string, amount: bigint): bigint {
  if (amount < 0n || amount > MOST) throw new ChainFault(`${setting} told of an amount that can’t be: ${amount}.`);
  return amount;
}

const FIRST_BLOCK_EVER = Date.UTC(2009, 0, 3);

/** Returns the time of a block in milliseconds. Throws `ChainFault` for one before the first block ever or in the future. */
export function blockTime(setting: string, seconds: number, now: number): number {
  const at = seconds * SECOND;
  if (at < FIRST_BLOCK_EVER || at > now + DAY)
    throw new ChainFault(`${setting} told of a block with a time that can’t be: ${seconds}.`);
  return at;
}

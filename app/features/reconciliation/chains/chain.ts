import { DAY, SECOND } from '~/platform/durations';
import type { StatementLine } from '../statementLine';

/** A block by its height and its hash, in lower case without `0x`. */
export type Block = { height: number; hash: string };

/** A line with the block that it stands in; null while it waits for one. */
export type Movement = { line: StatementLine; block: Block | null };

/** From which block on to read, and where an earlier part ended. */
export type Stretch<Cursor> = {
  from: number;
  /** The newest block when the reading began. */
  tip: number;
  cursor: Cursor | null;
};

/** What one part of a stretch has; a cursor of null says that it was the last. Lines may be given twice, and from before the stretch. */
export type Part<Cursor> = { movements: Movement[]; cursor: Cursor | null };

/** Movements of one coin on some addresses of a network, as a server tells of them. Everything here throws `ChainFault`. */
export type Chain<Cursor> = {
  /** The setting that names the server: what a fault is told with, since its address may hold a key. */
  setting: string;
  /** What came in and is less than this is left out and counted: hundred-millionths of the coin. */
  dust: bigint;
  /** The first block of a first reading. */
  first: (settled: number) => number;
  tip: () => Promise<number>;
  /** The hash of the block at a height; null where there is none. */
  hashAt: (height: number) => Promise<string | null>;
  read: (stretch: Stretch<Cursor>) => Promise<Part<Cursor>>;
};

/** A server of a chain that can't be used, or is not to be believed. The message is a sentence for the operator. */
export class ChainFault extends Error {
  override name = 'ChainFault';
}

/** More of a coin than any wallet holds, hundred-millionths: ten thousand million of it. */
const MOST = 10n ** 18n;

/** An amount as it is, or a fault when nobody can have it. */
export function believable(setting: string, amount: bigint): bigint {
  if (amount < 0n || amount > MOST) throw new ChainFault(`${setting} told of an amount that can’t be: ${amount}.`);
  return amount;
}

const FIRST_BLOCK_EVER = Date.UTC(2009, 0, 3);

/**
 * The time of a block, or a fault when no block can have it.
 * @param seconds since 1970
 * @param now milliseconds since 1970
 */
export function blockTime(setting: string, seconds: number, now: number): number {
  const at = seconds * SECOND;
  if (at < FIRST_BLOCK_EVER || at > now + DAY)
    throw new ChainFault(`${setting} told of a block with a time that can’t be: ${seconds}.`);
  return at;
}

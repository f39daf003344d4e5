import type { SourceLine } from '../statements/statementLine';
import { type Block, type Chain, ChainFault } from './chain.server';

/* Reads the lines of a chain, each only after enough confirmations. The hash of the newest read block is stored; if it
   is replaced later, a reorganisation was deeper than the confirmations, and an administrator decides. */

/** Stored state of a chain's reading, as JSON; times are milliseconds since 1970. */
export type ChainMemory = {
  /** Number of required confirmations. A change repeats the first reading. */
  confirmations: number | null;
  /** Newest block up to which all movements have become lines. */
  newest: Block | null;
  /** Newest block known to the server. */
  tip: number;
  /**
   * Blocks that were the newest in a reading and have not settled yet, oldest first, each with the time when it was
   * first seen.
   */
  seen: { height: number; at: number }[];
  /** Time from which every block was read; null before the first reading. */
  since: number | null;
  /** Period in which all movements have become lines; null until the newest block of a reading has settled. */
  covers: { from: number; until: number } | null;
  /** Number of movements too small to become lines. */
  dust: number;
};

export const EMPTY_CHAIN_MEMORY: ChainMemory = {
  confirmations: null,
  newest: null,
  tip: 0,
  seen: [],
  since: null,
  covers: null,
  dust: 0,
};

/** Range of a reading. `at` is its start; later blocks are not included. */
type Range = { from: number; upTo: Block; tip: number; at: number };

/** `confirmations`: number of blocks, its own included, that a movement needs before it becomes a line. */
type Options = { confirmations: number; now: number };

/**
 * Reads new lines or throws `ChainFault`. The caller stores the lines before the state, so keys may repeat after a
 * crash.
 */
export async function readChain(
  chain: Chain,
  memory: ChainMemory,
  options: Options,
): Promise<{ lines: SourceLine[]; memory: ChainMemory }> {
  const range = await findRangeToRead(chain, memory, options);
  if (!range) return { lines: [], memory };
  const { from, upTo, tip } = range;
  const hashes = new Map([[upTo.height, upTo.hash]]);
  const lines = [];
  let { dust } = memory;
  for (const { line, block } of await chain.read(from, upTo.height)) {
    if (!block || block.height < from || block.height > upTo.height) continue;
    if (line.amount >= 0n && line.amount < chain.dust) {
      dust += 1;
      continue;
    }
    const hash = hashes.get(block.height) ?? (await chain.hashAt(block.height));
    if (hash !== block.hash)
      throw new ChainFault(`${chain.setting} changed during the reading: block ${block.height} was replaced.`);
    hashes.set(block.height, hash);
    lines.push(line);
  }
  const { confirmations } = options;
  return { lines, memory: { ...memory, confirmations, dust, ...computeCoverage(memory, range), newest: upTo, tip } };
}

/** Returns the range above the newest block that was read; null if the server is a few blocks behind. */
async function findRangeToRead(
  { setting, tip: tipOf, first, hashAt }: Chain,
  memory: ChainMemory,
  { confirmations, now }: Options,
): Promise<Range | null> {
  const tip = await tipOf();
  const settled = tip - confirmations + 1;
  if (settled < 0) return null;
  const { newest } = memory;
  const isRepeated = memory.confirmations !== confirmations;
  if (newest && !isRepeated && settled < newest.height) {
    // One of several servers behind the address may be a block or two behind the others.
    if (newest.height - settled <= confirmations) return null;
    throw new ChainFault(`${setting} is at block ${tip}, behind the last reading.`);
  }
  if (newest && !isRepeated && (await hashAt(newest.height)) !== newest.hash)
    throw new ChainFault(
      `${setting} has a different block ${newest.height} than at the last reading: it is a server of another network, or there was a reorganisation of more than ${confirmations} blocks.`,
    );
  const hash = await hashAt(settled);
  if (hash === null) throw new ChainFault(`${setting} has no block ${settled}, though it has later ones.`);
  const next = newest ? newest.height + 1 : settled;
  const from = newest && !isRepeated ? next : Math.max(0, Math.min(first(settled), next));
  return { from, upTo: { height: settled, hash }, tip, at: now };
}

/** Returns the covered period. Once a block that was the newest at some time has settled, everything before that time is complete. */
function computeCoverage(
  memory: ChainMemory,
  { from, upTo, tip, at }: Range,
): Pick<ChainMemory, 'seen' | 'since' | 'covers'> {
  const { seen: before, covers } = memory;
  const since = memory.since ?? (from === 0 ? 0 : at);
  const highest = before.at(-1)?.height ?? upTo.height - 1;
  const seen = tip > highest ? [...before, { height: tip, at }] : before;
  const settled = seen.filter(({ height }) => height <= upTo.height).at(-1);
  if (!settled) return { seen, since, covers };
  return {
    seen: seen.filter(({ height }) => height >= settled.height),
    since,
    covers: { from: since, until: Math.max(settled.at, covers?.until ?? 0) },
  };
}

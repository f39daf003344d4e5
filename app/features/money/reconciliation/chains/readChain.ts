import type { SourceLine } from '../statements/statementLine';
import { type Block, type Chain, ChainFault } from './chain';

/*
 * Reads a chain as statements are read: line after line, each only once enough blocks stand on its own. The hash of the newest block that
 * was read is remembered; where another block stands in its place, a reorganisation went deeper than the confirmations, and a person decides.
 */

/** Stored state of a chain's reading, as JSON; times are milliseconds since 1970. */
export type ChainMemory<Cursor> = {
  /** Number of blocks that had to stand on a line. With another number the first reading is repeated. */
  confirmations: number | null;
  /** Newest block up to which every movement is a line. */
  newest: Block | null;
  /** A reading that has not come to its end. */
  pass: Pass<Cursor> | null;
  /** Newest block that the server knew. */
  tip: number;
  /** Newest blocks of whole readings that have not settled yet, and when each was the newest first, oldest first. */
  seen: { height: number; at: number }[];
  /** Since when every block is read; null before the first whole reading. */
  since: number | null;
  /** From when to when every movement is a line; null before a reading's newest block has settled. */
  covers: { from: number; until: number } | null;
  /** Movements too small to be lines. */
  dust: number;
};

type Pass<Cursor> = {
  from: number;
  upTo: Block;
  tip: number;
  /** When it began: a block of later is not in it. */
  at: number;
  cursor: Cursor | null;
};

export const unread = <Cursor>(): ChainMemory<Cursor> => ({
  confirmations: null,
  newest: null,
  pass: null,
  tip: 0,
  seen: [],
  since: null,
  covers: null,
  dust: 0,
});

/** `confirmations`: blocks that have to stand on a movement, its own included, before it is a line. */
type Options = { confirmations: number; now: number };

/**
 * Reads one part of what is new, or throws `ChainFault`; then nothing is to be remembered.
 * @returns lines to pass before the memory is kept: one that is passed twice has the same key. `isWhole` says that nothing
 * more is to be read now.
 */
export async function readChain<Cursor>(
  chain: Chain<Cursor>,
  memory: ChainMemory<Cursor>,
  options: Options,
): Promise<{ lines: SourceLine[]; memory: ChainMemory<Cursor>; isWhole: boolean }> {
  const hashes = new Map<number, Promise<string | null>>();
  const hashAt = (height: number) => {
    const hash = hashes.get(height) ?? chain.hashAt(height);
    hashes.set(height, hash);
    return hash;
  };
  const stands = async ({ height, hash }: Block) => (await hashAt(height)) === hash;
  const resumes = memory.pass && memory.confirmations === options.confirmations && (await stands(memory.pass.upTo));
  const pass = resumes ? memory.pass : await beginPass({ ...chain, hashAt }, memory, options);
  if (!pass) return { lines: [], memory: { ...memory, pass: null }, isWhole: true };

  const { from, upTo, tip } = pass;
  const { movements, cursor } = await chain.read({ from, tip: upTo.height, cursor: pass.cursor });
  const lines = [];
  let { dust } = memory;
  for (const { line, block } of movements) {
    if (!block || block.height < from || block.height > upTo.height) continue;
    if (line.amount >= 0n && line.amount < chain.dust) dust += 1;
    else if (await stands(block)) lines.push(line);
    else throw new ChainFault(`${chain.setting} changed while it was read: block ${block.height} is another one now.`);
  }
  const next = { ...memory, confirmations: options.confirmations, dust };
  if (cursor !== null) return { lines, memory: { ...next, pass: { ...pass, cursor } }, isWhole: false };
  return { lines, memory: { ...next, ...coverage(memory, pass), newest: upTo, pass: null, tip }, isWhole: true };
}

/** Begins a reading above the newest block that was read; null while the server is a few blocks behind. */
async function beginPass<Cursor>(
  { setting, tip: tipOf, first, hashAt }: Chain<Cursor>,
  memory: ChainMemory<Cursor>,
  { confirmations, now }: Options,
): Promise<Pass<Cursor> | null> {
  const tip = await tipOf();
  const settled = tip - confirmations + 1;
  if (settled < 0) return null;
  const { newest } = memory;
  const isRepeated = memory.confirmations !== confirmations;
  if (newest && !isRepeated && settled < newest.height) {
    // One of several servers behind an address may be a block or two behind the others.
    if (newest.height - settled <= confirmations) return null;
    throw new ChainFault(`${setting} stands at block ${tip}, and had come further when it was read last.`);
  }
  if (newest && !isRepeated && (await hashAt(newest.height)) !== newest.hash)
    throw new ChainFault(
      `${setting} has another block ${newest.height} than when it was read: it is a server of another network, or a reorganisation went deeper than ${confirmations} blocks.`,
    );
  const hash = await hashAt(settled);
  if (hash === null) throw new ChainFault(`${setting} has no block ${settled}, though it has later ones.`);
  const next = newest ? newest.height + 1 : settled;
  const from = newest && !isRepeated ? next : Math.max(0, Math.min(first(settled), next));
  return { from, upTo: { height: settled, hash }, tip, at: now, cursor: null };
}

/** Once a block that was the newest at some time has settled, everything until then is a line. */
function coverage<Cursor>(
  memory: ChainMemory<Cursor>,
  { from, upTo, tip, at }: Pass<Cursor>,
): Pick<ChainMemory<Cursor>, 'seen' | 'since' | 'covers'> {
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

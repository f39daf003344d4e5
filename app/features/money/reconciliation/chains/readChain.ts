import type { SourceLine } from '../statements/statementLine';
import { type Block, type Chain, ChainFault } from './chain';

/*
 * Reads a chain as statements are read: line after line, each passed once, and only once enough blocks stand on its own. What was read
 * is remembered with the hashes of its blocks, so that another chain in its place (a reorganisation) is noticed; it is read again then from
 * the newest block that still stands, and what is not there any more is told as a line of its own, against the first.
 */

/** Blocks back that a reorganisation is followed, by reading again. One that goes further is a fault, which a person looks at. */
const DEPTH = 256;
const MOST_COMING = 500;

type KeptMovement = { line: Omit<SourceLine, 'amount' | 'fee'> & { amount: string; fee: string }; height: number };

/** A movement that too few blocks stand on; a height of null: it waits for its block. */
export type IncomingPart = { transactionId: string; address: string | null; amount: string; height: number | null };

/** Stored state of a chain's reading, as JSON; times are milliseconds since 1970. */
export type ChainMemory<Cursor> = {
  marks: Block[];
  /** Lines of blocks that a reorganisation may still take away. */
  recent: KeptMovement[];
  /** Removals of a line by the key of its source. */
  takenAway: Record<string, number>;
  /** A reading that has not come to its end. */
  pass: Pass<Cursor> | null;
  /** Movements above the settled blocks at the last whole reading, and its newest block. */
  coming: IncomingPart[];
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
  /** Keys of recent lines that this reading has to find again. */
  missing: string[];
  coming: IncomingPart[];
};

export const unread = <Cursor>(): ChainMemory<Cursor> => ({
  marks: [],
  recent: [],
  takenAway: {},
  pass: null,
  coming: [],
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
  const hashes = hashesOf(chain);
  const goesOn = memory.pass && (await hashes.stands(memory.pass.upTo));
  const pass = goesOn ? memory.pass : await begin(chain, hashes, memory, options);
  if (!pass) return { lines: [], memory: { ...memory, pass: null }, isWhole: true };

  const { movements, cursor } = await chain.read({ from: pass.from, tip: pass.tip, cursor: pass.cursor });
  const known = new Map(memory.recent.map((each) => [each.line.key, each]));
  const settled = new Map<string, KeptMovement>();
  const coming = [...pass.coming];
  let { dust } = memory;
  for (const { line, block } of movements) {
    if (block && (block.height < pass.from || block.height > pass.tip)) continue;
    const isSettled = block !== null && block.height <= pass.upTo.height;
    if (line.amount >= 0n && line.amount < chain.dust) dust += isSettled ? 1 : 0;
    else if (isSettled) {
      const kept = await settledLine({ line, block }, chain.setting, hashes, memory);
      const before = (settled.get(kept.line.key) ?? known.get(kept.line.key))?.line;
      if (before && (before.amount !== kept.line.amount || before.address !== kept.line.address))
        throw new ChainFault(`${chain.setting} tells of transaction ${line.transactionId} in two ways.`);
      settled.set(kept.line.key, kept);
    } else {
      const { transactionId, address, amount } = line;
      const height = block?.height ?? null;
      coming.push({ transactionId: transactionId ?? '', address, amount: String(amount), height });
    }
  }

  const found = [...settled.values()];
  const lines = found.map(lineOf);
  const missing = pass.missing.filter((key) => !settled.has(key));
  const recent = [...memory.recent.filter(({ line }) => !settled.has(line.key)), ...found];
  const next = { ...memory, dust };
  const shortened = coming.slice(0, MOST_COMING);
  if (cursor !== null) {
    const oldest = memory.marks[0]?.height ?? pass.upTo.height - DEPTH;
    const left = { ...pass, cursor, missing, coming: shortened };
    return { lines, memory: { ...next, recent: above(recent, oldest), pass: left }, isWhole: false };
  }
  const gone = new Set(missing);
  const takenAway = { ...memory.takenAway };
  for (const key of gone) {
    const [first = key] = key.split('~');
    takenAway[first] = (takenAway[first] ?? 0) + 1;
  }
  const isGone = ({ line }: KeptMovement) => gone.has(line.key);
  const marks = await marksAfter(hashes, memory.marks, pass);
  const standing = recent.filter((each) => !isGone(each));
  return {
    lines: [...lines, ...recent.filter(isGone).map((each) => against(each, options.now))],
    memory: {
      ...next,
      ...coverage(memory, pass),
      recent: above(standing, marks[0]?.height ?? 0),
      marks,
      takenAway,
      pass: null,
      coming: shortened,
      tip: pass.tip,
    },
    isWhole: true,
  };
}

/** Makes a line of a block that still stands; one that was taken away before has a key of its own. */
async function settledLine<Cursor>(
  { line, block }: { line: SourceLine; block: Block },
  setting: string,
  hashes: Hashes,
  { takenAway }: ChainMemory<Cursor>,
): Promise<KeptMovement> {
  if (!(await hashes.stands(block)))
    throw new ChainFault(`${setting} changed while it was read: block ${block.height} is another one now.`);
  const times = takenAway[line.key] ?? 0;
  const key = times > 0 ? `${line.key}~${times + 1}` : line.key;
  return { line: { ...line, key, amount: String(line.amount), fee: String(line.fee) }, height: block.height };
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

function hashesOf({ hashAt, setting }: Pick<Chain<never>, 'hashAt' | 'setting'>) {
  const asked = new Map<number, Promise<string | null>>();
  const at = (height: number) => {
    const hash = asked.get(height) ?? hashAt(height);
    asked.set(height, hash);
    return hash;
  };
  return {
    stands: async ({ height, hash }: Block) => (await at(height)) === hash,
    block: async (height: number): Promise<Block> => {
      const hash = await at(height);
      if (hash === null) throw new ChainFault(`${setting} has no block ${height}, though it has later ones.`);
      return { height, hash };
    },
  };
}

type Hashes = ReturnType<typeof hashesOf>;

/** Begins a reading above the newest block that was read and still stands; null while the server is a few blocks behind. */
async function begin<Cursor>(
  chain: Chain<Cursor>,
  hashes: Hashes,
  { marks, recent }: ChainMemory<Cursor>,
  { confirmations, now }: Options,
): Promise<Pass<Cursor> | null> {
  const tip = await chain.tip();
  const settled = tip - confirmations + 1;
  const newest = marks.at(-1);
  if (settled < 0) return null;
  if (newest && settled < newest.height) {
    // One of several servers behind an address may be a block or two behind the others.
    if (newest.height - settled <= confirmations) return null;
    throw new ChainFault(`${chain.setting} stands at block ${tip}, and had come further when it was read last.`);
  }
  let safe: Block | null = null;
  for (const mark of marks.toReversed()) safe ??= (await hashes.stands(mark)) ? mark : null;
  if (newest && !safe) {
    const [oldest] = marks;
    throw new ChainFault(
      `${chain.setting} has another block ${oldest?.height} than when it was read: that is no short reorganisation. Is it a server of another network?`,
    );
  }
  return {
    from: safe ? safe.height + 1 : Math.max(0, chain.first(settled)),
    upTo: await hashes.block(settled),
    tip,
    at: now,
    cursor: null,
    missing: safe ? above(recent, safe.height).map(({ line }) => line.key) : [],
    coming: [],
  };
}

/** The marks that stand and the new one; and one far below it where nothing else tells how deep a reorganisation went. */
async function marksAfter<Cursor>(hashes: Hashes, marks: readonly Block[], pass: Pass<Cursor>): Promise<Block[]> {
  const { from, upTo } = pass;
  const deepest = Math.max(0, upTo.height - DEPTH);
  const standing = marks.filter(({ height }) => height < from && height < upTo.height && height >= deepest);
  const deep = standing.length === 0 && deepest < upTo.height ? [await hashes.block(deepest)] : standing;
  return [...deep, upTo];
}

const above = <T extends { height: number }>(all: readonly T[], height: number): T[] =>
  all.filter((each) => each.height > height);

const lineOf = ({ line }: KeptMovement): SourceLine => ({
  ...line,
  amount: BigInt(line.amount),
  fee: BigInt(line.fee),
});

/** Returns the line against one which a reorganisation took away: the same amounts, the other way round. */
function against(gone: KeptMovement, now: number): SourceLine {
  const { key, amount, fee, ...rest } = lineOf(gone);
  const note = `A reorganisation of the chain took this away; it stood in block ${gone.height}.`;
  return { ...rest, key: `${key}:away`, at: now, amount: -amount, fee: -fee, note };
}

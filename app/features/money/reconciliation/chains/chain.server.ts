import type { z } from 'zod';
import { DAY, SECOND } from '~/platform/durations';
import { fetchText, RefusedAddressError, ResponseTooLargeError } from '~/platform/outward/outwardFetch.server';
import type { SourceLine } from '../line';

type Block = { height: number; hash: string };

export type ChainMovement = { line: SourceLine; block: Block | null };

/** A reader of the movements of one coin on some addresses of a network. All its functions throw `ChainFault`. */
export type Chain = {
  /** Setting with the server's address. Faults show its name instead of the address, which may contain a key. */
  setting: string;
  /** Smaller incoming amounts are only counted and do not become lines, in hundred-millionths of the coin. */
  dust: bigint;
  first: (settled: number) => number;
  tip: () => Promise<number>;
  /** Returns the hash of the block at a height; null if there is none. */
  hashAt: (height: number) => Promise<string | null>;
  /** Returns all movements in a range of heights. It may also return repeated lines and lines outside the range. */
  read: (from: number, to: number) => Promise<ChainMovement[]>;
};

/** Error of a chain's server that is unusable or answers implausibly. The message is a sentence for the operator. */
export class ChainFault extends Error {
  override name = 'ChainFault';
}

const FIRST_BLOCK_TIME_MS = Date.UTC(2009, 0, 3);

/** Returns the time of a block in milliseconds. Throws `ChainFault` if it is before the first block ever or in the future. */
export function checkBlockTime(setting: string, seconds: number, now: number): number {
  const at = seconds * SECOND;
  if (at < FIRST_BLOCK_TIME_MS || at > now + DAY)
    throw new ChainFault(`${setting} returned a block with an impossible time: ${seconds}.`);
  return at;
}

export type ChainServer = { setting: string; url: string; patience?: number };

const TIMEOUT_MS = 20 * SECOND;
/** Largest answer that is read, bytes: enough for 25 large bitcoin transactions or a full ethereum block. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Sends a request to a chain's server, GET or with a JSON body; null for a 404. Errors name only the setting, since the URL may contain a key. */
export async function requestText(server: ChainServer, path: string, body?: string): Promise<string | null> {
  const { setting, url, patience = TIMEOUT_MS } = server;
  try {
    return await fetchText(url + path, patience, { body, heaviest: MAX_ANSWER_BYTES });
  } catch (error) {
    if (error instanceof RefusedAddressError && error.status === 404) return null;
    throw new ChainFault(`${setting} ${describeError(error as Error, patience)}`);
  }
}

function describeError(error: Error, patience: number): string {
  if (error instanceof RefusedAddressError) return `answered ${error.status}.`;
  if (error instanceof ResponseTooLargeError) return `answered with more than ${MAX_ANSWER_BYTES / 1024 / 1024} MB.`;
  if (error.name === 'TimeoutError') return `did not answer within ${patience / SECOND} seconds.`;
  const cause = error.cause as (Error & { code?: string }) | undefined;
  if (cause?.message === 'unexpected redirect') return 'answered with a redirect, which is not followed.';
  return `could not be reached (${cause?.code ?? cause?.message ?? error.message}).`;
}

type Answer<T> = { what: string; schema: z.ZodType<T> };

/** Requests JSON from a chain's server. `what` names the value in faults. */
export async function requestJson<T>(server: ChainServer, answer: Answer<T>, path: string, body?: string): Promise<T> {
  const text = await requestText(server, path, body);
  if (text === null) throw new ChainFault(`${server.setting} has no ${answer.what}.`);
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw new ChainFault(`${server.setting} did not return JSON for ${answer.what}.`);
  }
  return parseValue(server, answer, found);
}

export function parseValue<T>({ setting }: ChainServer, { what, schema }: Answer<T>, found: unknown): T {
  const parsed = schema.safeParse(found);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') || 'all of it';
  throw new ChainFault(`${setting} returned ${what} with an invalid value: ${where}, ${issue?.message}.`);
}

/** Stored state of a chain's reading, as JSON; times are milliseconds since 1970. */
export type ChainMemory = {
  /** Number of required confirmations. A change repeats the first reading. */
  confirmations: number | null;
  /** Newest block up to which all movements have become lines. A later reading with another hash is a deeper reorganisation. */
  newest: Block | null;
  /** Newest block known to the server. */
  tip: number;
  /** Blocks that were the newest in a reading and have not settled yet, oldest first, each with the time when it was first seen. */
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

/** `confirmations`: number of blocks, its own included, that a movement needs before it becomes a line. */
type Options = { confirmations: number; now: number };

/**
 * Reads new lines or throws `ChainFault`. The caller stores the lines before the state, so keys may repeat after a
 * crash. Reads nothing while the server is a few blocks behind.
 */
export async function readChain(
  chain: Chain,
  memory: ChainMemory,
  { confirmations, now }: Options,
): Promise<{ lines: SourceLine[]; memory: ChainMemory }> {
  const { setting, hashAt } = chain;
  const tip = await chain.tip();
  const height = tip - confirmations + 1;
  const newest = memory.confirmations === confirmations ? memory.newest : null;
  if (height < 0) return { lines: [], memory };
  if (newest && height < newest.height) {
    // One of several servers behind the address may be a block or two behind the others.
    if (newest.height - height <= confirmations) return { lines: [], memory };
    throw new ChainFault(`${setting} is at block ${tip}, behind the last reading.`);
  }
  if (newest && (await hashAt(newest.height)) !== newest.hash)
    throw new ChainFault(
      `${setting} has a different block ${newest.height} than at the last reading: it is a server of another network, or there was a reorganisation of more than ${confirmations} blocks.`,
    );
  const hash = await hashAt(height);
  if (hash === null) throw new ChainFault(`${setting} has no block ${height}, though it has later ones.`);
  const next = memory.newest ? memory.newest.height + 1 : height;
  const from = newest ? next : Math.max(0, Math.min(chain.first(height), next));

  const hashes = new Map([[height, hash]]);
  const lines = [];
  let { dust } = memory;
  for (const { line, block } of await chain.read(from, height)) {
    if (!block || block.height < from || block.height > height) continue;
    if (line.amount >= 0n && line.amount < chain.dust) {
      dust += 1;
      continue;
    }
    const found = hashes.get(block.height) ?? (await hashAt(block.height));
    if (found !== block.hash)
      throw new ChainFault(`${setting} changed during the reading: block ${block.height} was replaced.`);
    hashes.set(block.height, found);
    lines.push(line);
  }

  const highest = memory.seen.at(-1)?.height ?? height - 1;
  const seen = tip > highest ? [...memory.seen, { height: tip, at: now }] : memory.seen;
  // Once a block that was the newest at some time has settled, everything before that time is complete.
  const settled = seen.findLast((block) => block.height <= height);
  const since = memory.since ?? (from === 0 ? 0 : now);
  const until = settled && Math.max(settled.at, memory.covers?.until ?? 0);
  return {
    lines,
    memory: {
      confirmations,
      newest: { height, hash },
      tip,
      dust,
      since,
      seen: seen.filter((block) => !settled || block.height >= settled.height),
      covers: until === undefined ? memory.covers : { from: since, until },
    },
  };
}

import type { z } from 'zod';
import { DAY, SECOND } from '~/platform/durations';
import { fetchText, RefusedAddressError, ResponseTooLargeError } from '~/platform/outward/outwardFetch.server';
import type { SourceLine } from '../statements/statementLine';

export type Block = { height: number; hash: string };

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

/** Largest plausible payment: ten thousand million coins, in hundred-millionths. */
const MAX_AMOUNT = 10n ** 18n;

/** Returns the amount, or throws `ChainFault` where it is larger than any real payment. */
export function checkPlausibleAmount(setting: string, amount: bigint): bigint {
  if (amount < 0n || amount > MAX_AMOUNT) throw new ChainFault(`${setting} returned an impossible amount: ${amount}.`);
  return amount;
}

const FIRST_BLOCK_TIME_MS = Date.UTC(2009, 0, 3);

/** Returns the time of a block in milliseconds. Throws `ChainFault` if it is before the first block ever or in the future. */
export function checkBlockTime(setting: string, seconds: number, now: number): number {
  const at = seconds * SECOND;
  if (at < FIRST_BLOCK_TIME_MS || at > now + DAY)
    throw new ChainFault(`${setting} returned a block with an impossible time: ${seconds}.`);
  return at;
}

export type ChainServer = {
  setting: string;
  url: string;
  patience?: number;
};

const TIMEOUT_MS = 20 * SECOND;
/** Largest answer that is read, bytes: enough for 25 large bitcoin transactions or a full ethereum block. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Sends a request to a chain's server, GET or with a JSON body; null for a 404. Errors name only the setting, since the URL may contain a key. */
export async function requestChain(server: ChainServer, path: string, body?: string): Promise<string | null> {
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

export function parseAnswer<T>(server: ChainServer, what: string, text: string | null, schema: z.ZodType<T>): T {
  if (text === null) throw new ChainFault(`${server.setting} has no ${what}.`);
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw new ChainFault(`${server.setting} did not return JSON for ${what}.`);
  }
  return parseChainResponse(server, what, found, schema);
}

export function parseChainResponse<T>({ setting }: ChainServer, what: string, found: unknown, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(found);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') || 'all of it';
  throw new ChainFault(`${setting} returned ${what} with an invalid value: ${where}, ${issue?.message}.`);
}

import type { z } from 'zod';
import { SECOND } from '~/platform/clock';
import { fetchText, RefusedAddress, TooHeavy } from '~/platform/outward/outwardFetch.server';
import { ChainFault } from './chain';

export type ChainServer = {
  setting: string;
  url: string;
  patience?: number;
};

const PATIENCE = 20 * SECOND;
/** The largest answer that is read, bytes: enough for 25 large transactions of bitcoin or a full block of ethereum. */
const HEAVIEST = 16 * 1024 * 1024;

/** Asks a server of a chain, by GET or with a JSON body; null for a 404. A fault names the setting alone, as the address may hold a key. */
export async function askChain(server: ChainServer, path: string, body?: string): Promise<string | null> {
  const { setting, url, patience = PATIENCE } = server;
  try {
    return await fetchText(url + path, patience, { body, heaviest: HEAVIEST });
  } catch (error) {
    if (error instanceof RefusedAddress && error.status === 404) return null;
    throw new ChainFault(`${setting} ${wordsOf(error as Error, patience)}`);
  }
}

function wordsOf(error: Error, patience: number): string {
  if (error instanceof RefusedAddress) return `answered ${error.status}.`;
  if (error instanceof TooHeavy) return `answered with more than ${HEAVIEST / 1024 / 1024} MB.`;
  if (error.name === 'TimeoutError') return `did not answer within ${patience / SECOND} seconds.`;
  const cause = error.cause as (Error & { code?: string }) | undefined;
  if (cause?.message === 'unexpected redirect') return 'answered with a redirect, which is not followed.';
  return `could not be reached (${cause?.code ?? cause?.message ?? error.message}).`;
}

/** Parses an answer as JSON and checks it by its schema; `what` names it in the message of a fault. */
export function readAnswer<T>(server: ChainServer, what: string, text: string | null, schema: z.ZodType<T>): T {
  if (text === null) throw new ChainFault(`${server.setting} has no ${what}.`);
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw new ChainFault(`${server.setting} answered with something else than JSON when asked for ${what}.`);
  }
  return checked(server, what, found, schema);
}

export function checked<T>({ setting }: ChainServer, what: string, found: unknown, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(found);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') || 'all of it';
  throw new ChainFault(`${setting} answered with ${what} that can’t be: ${where}, ${issue?.message}.`);
}

import { appendFileSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { desc, eq } from 'drizzle-orm';
import { seal } from '#drizzle/schema';
import { MINUTE, systemNow } from '~/platform/clock';
import { type Reader, read } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { log } from '~/platform/log/index.server';
import { isMacValid, macOf } from '~/platform/mac';
import { singleton } from '~/platform/singleton';
import { storage } from '~/platform/storage/index.server';

/** Link at the end of the chain of seals at a time (milliseconds since 1970), stored outside the database. */
export type Head = { position: number; hash: string; at: number };

type HeadPlace = 'heads.log' | 'storage';

/** Name of the newest head in the storage of uploads. */
const STORED_AS = 'newest-head';

/** Largest file in bytes; a longer one is cut to its newest lines. */
const MAX_BYTES = 1024 * 1024;
const MAX_HEAD_LINES = 1_000;

const file = (): string => join(env().DATA_DIR, 'heads.log');

const lineOf = (head: Head): string => JSON.stringify({ ...head, mac: macOf('head', partsOf(head)) });

const partsOf = ({ position, hash, at }: Head) => [String(position), hash, String(at)];

/** Returns the newest head known to this machine, read once, and the time of the last write. */
const state = () =>
  singleton(`heads ${env().DATA_DIR}`, () => ({ newest: readNewest(), notedAt: 0, stored: null as Head | null }));

function readNewest(): Head | null {
  let text = '';
  try {
    text = readFileSync(file(), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const heads = text.split('\n').map(headIn);
  return heads.findLast((head) => head !== null) ?? null;
}

/** Returns the head in a log line if its MAC verifies. */
function headIn(line: string): Head | null {
  try {
    const { mac, ...head } = JSON.parse(line) as Head & { mac: string };
    return isMacValid(mac, 'head', partsOf(head)) ? head : null;
  } catch {
    return null;
  }
}

/** Returns the newest head that was noted on this machine, or null before the first. */
export const newestHead = (): Head | null => state().newest;

/** Records the end of the chain, at most once a minute unless `always`, as after a restore. */
export function noteHead({ position, hash }: Omit<Head, 'at'>, always = false): void {
  const known = state();
  const at = systemNow().getTime();
  if (!always && known.newest && Math.abs(at - known.notedAt) < MINUTE) return;
  const head = { position, hash, at };
  keep(head);
  known.notedAt = at;
}

function keep(head: Head): void {
  appendFileSync(file(), `${lineOf(head)}\n`, { mode: 0o600 });
  state().newest = head;
  if (statSync(file()).size > MAX_BYTES) shorten();
}

/** Returns the head in the storage; null without an authentic one. Throws if the storage is unreachable. */
async function storedHead(): Promise<Head | null> {
  const found = await storage().get(STORED_AS);
  return found && headIn(await textOf(found));
}

/** Reads a newer head from the storage before anything is sealed, since this machine's folder may have been lost. */
export async function loadStoredHead(): Promise<void> {
  const stored = await storedHead().catch((error) => {
    log().warn({ err: error }, 'the head in the storage could not be read');
    return null;
  });
  const newest = newestHead();
  if (stored && stored.at > (newest?.at ?? 0)) keep(stored);
}

/** Stores the newest head in the storage too, unless that of another machine is newer. Runs as a job. */
export async function storeHead(): Promise<boolean> {
  const newest = newestHead();
  const known = state();
  if (!newest || known.stored === newest) return false;
  const stored = await storedHead();
  if (!stored || stored.at < newest.at) await storage().put(STORED_AS, Buffer.from(lineOf(newest)), 'application/json');
  known.stored = newest;
  return false;
}

/** Records that the chain ends where the restored backup ends. */
export async function noteRestored(): Promise<void> {
  const [last] = await read()
    .select({ position: seal.position, hash: seal.hash })
    .from(seal)
    .orderBy(desc(seal.position))
    .limit(1);
  if (last) noteHead(last, true);
}

function shorten(): void {
  const lines = readFileSync(file(), 'utf8').trimEnd().split('\n').slice(-MAX_HEAD_LINES);
  writeFileSync(`${file()}.part`, `${lines.join('\n')}\n`, { mode: 0o600 });
  renameSync(`${file()}.part`, file());
}

/** Returns the newest reachable head with its place, and whether a place was unreachable. */
export async function headToCompare(): Promise<{ head: Head | null; place: HeadPlace; unreached: boolean }> {
  const own = newestHead();
  try {
    const stored = await storedHead();
    if (stored && stored.at > (own?.at ?? 0)) return { head: stored, place: 'storage', unreached: false };
    return { head: own, place: 'heads.log', unreached: false };
  } catch {
    return { head: own, place: 'heads.log', unreached: true };
  }
}

/** Returns whether the chain has this seal at this position. */
export async function isInChain(handle: Reader, { position, hash }: Pick<Head, 'position' | 'hash'>): Promise<boolean> {
  const [found] = await handle.select({ hash: seal.hash }).from(seal).where(eq(seal.position, position));
  return found?.hash === hash;
}

/**
 * Returns whether the chain contains the newest head recorded on this machine or in the storage, so that nothing was sealed elsewhere
 * since.
 */
export async function hasNewestHead(handle: Reader): Promise<boolean> {
  await loadStoredHead();
  const head = newestHead();
  return head === null || (await isInChain(handle, head));
}

/** Describes the head with which the audit compares. */
export async function comparedHead(): Promise<string> {
  const { head, place, unreached } = await headToCompare();
  const without = unreached ? '; the storage could not be reached' : '';
  if (!head) return `no head was kept yet${without}`;
  return `head ${head.position}, noted at ${new Date(head.at).toISOString()}, from ${WHERE[place]}${without}`;
}

const WHERE: Record<HeadPlace, string> = { 'heads.log': 'heads.log of DATA_DIR', storage: 'the storage' };

/** Finds a recorded head that the seals do not reach, or reach with another hash. */
export async function chainBehindHead(): Promise<{ row: string; detail: string }[]> {
  const { head, place } = await headToCompare();
  if (!head || (await isInChain(read(), head))) return [];
  const [last] = await read().select({ position: seal.position }).from(seal).orderBy(desc(seal.position)).limit(1);
  const noted = `the head noted at ${new Date(head.at).toISOString()}, from ${WHERE[place]}`;
  const detail =
    last && last.position >= head.position ? `is not the one of ${noted}` : `is gone: the chain ends before ${noted}`;
  return [{ row: `seal ${head.position}`, detail }];
}

import { appendFileSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { desc, eq } from 'drizzle-orm';
import { seal } from '#drizzle/schema';
import { MINUTE, systemNow } from '~/platform/clock';
import { type Reader, read } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { log } from '~/platform/log/index.server';
import { calculateMac, isMacValid } from '~/platform/mac';
import { singleton } from '~/platform/singleton';
import { getStorage } from '~/platform/storage/index.server';

/** Last link of the chain of seals at a time (milliseconds since 1970), recorded outside the database. */
export type Head = { position: number; hash: string; at: number };

type HeadPlace = 'heads.log' | 'storage';

/** Key of the newest head in the storage of uploads. */
const STORED_HEAD_NAME = 'newest-head';

/** Largest size of `heads.log` in bytes. A larger file is cut to its newest lines. */
const MAX_FILE_BYTES = 1024 * 1024;
const MAX_HEAD_LINES = 1_000;

const headsFile = (): string => join(env().DATA_DIR, 'heads.log');

const formatHead = (head: Head): string => JSON.stringify({ ...head, mac: calculateMac('head', headMacParts(head)) });

const headMacParts = ({ position, hash, at }: Head) => [String(position), hash, String(at)];

/**
 * Returns this process's record of heads. `newest` is read from the file once; `notedAt` is the time of the last write,
 * milliseconds.
 */
const headState = () =>
  singleton(`heads ${env().DATA_DIR}`, () => ({ newest: readNewestHead(), notedAt: 0, stored: null as Head | null }));

function readNewestHead(): Head | null {
  let text = '';
  try {
    text = readFileSync(headsFile(), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const heads = text.split('\n').map(parseHead);
  return heads.findLast((head) => head !== null) ?? null;
}

/** Parses a line of `heads.log`; null if its MAC does not verify. */
function parseHead(line: string): Head | null {
  try {
    const { mac, ...head } = JSON.parse(line) as Head & { mac: string };
    return isMacValid(mac, 'head', headMacParts(head)) ? head : null;
  } catch {
    return null;
  }
}

/** Returns the newest head recorded on this machine; null before the first. */
export const getNewestHead = (): Head | null => headState().newest;

/** Records the end of the chain. Does so at most once a minute unless `always` is set, as after a restore. */
export function recordHead({ position, hash }: Omit<Head, 'at'>, always = false): void {
  const known = headState();
  const at = systemNow().getTime();
  if (!always && known.newest && Math.abs(at - known.notedAt) < MINUTE) return;
  const head = { position, hash, at };
  appendHead(head);
  known.notedAt = at;
}

function appendHead(head: Head): void {
  appendFileSync(headsFile(), `${formatHead(head)}\n`, { mode: 0o600 });
  headState().newest = head;
  if (statSync(headsFile()).size > MAX_FILE_BYTES) trimHeadsFile();
}

/**
 * Returns the head in the storage of uploads; null if there is none that verifies. Throws if the storage is
 * unreachable.
 */
async function readStoredHead(): Promise<Head | null> {
  const found = await getStorage().get(STORED_HEAD_NAME);
  return found && parseHead(await textOf(found));
}

/**
 * Records the head from the storage if it is newer than the local one. Runs before anything is sealed, since this
 * machine's folder may have been lost.
 */
export async function loadStoredHead(): Promise<void> {
  const stored = await readStoredHead().catch((error) => {
    log().warn({ err: error }, 'the stored head of the seals could not be read');
    return null;
  });
  const newest = getNewestHead();
  if (stored && stored.at > (newest?.at ?? 0)) appendHead(stored);
}

/** Copies the newest head to the storage of uploads, unless another machine stored a newer one. Runs as a job. */
export async function storeHead(): Promise<boolean> {
  const newest = getNewestHead();
  const known = headState();
  if (!newest || known.stored === newest) return false;
  const stored = await readStoredHead();
  if (!stored || stored.at < newest.at)
    await getStorage().put(STORED_HEAD_NAME, Buffer.from(formatHead(newest)), 'application/json');
  known.stored = newest;
  return false;
}

/** Records the end of the chain in a restored database as the newest head. */
export async function recordRestoredHead(): Promise<void> {
  const [last] = await read()
    .select({ position: seal.position, hash: seal.hash })
    .from(seal)
    .orderBy(desc(seal.position))
    .limit(1);
  if (last) recordHead(last, true);
}

function trimHeadsFile(): void {
  const lines = readFileSync(headsFile(), 'utf8').trimEnd().split('\n').slice(-MAX_HEAD_LINES);
  writeFileSync(`${headsFile()}.part`, `${lines.join('\n')}\n`, { mode: 0o600 });
  renameSync(`${headsFile()}.part`, headsFile());
}

/** Returns the newest reachable head and where it was found. `unreached` is true if the storage was unreachable. */
export async function findNewestReachableHead(): Promise<{ head: Head | null; place: HeadPlace; unreached: boolean }> {
  const own = getNewestHead();
  try {
    const stored = await readStoredHead();
    if (stored && stored.at > (own?.at ?? 0)) return { head: stored, place: 'storage', unreached: false };
    return { head: own, place: 'heads.log', unreached: false };
  } catch {
    return { head: own, place: 'heads.log', unreached: true };
  }
}

/** Returns whether the chain has a seal with this hash at this position. */
export async function isInChain(handle: Reader, { position, hash }: Pick<Head, 'position' | 'hash'>): Promise<boolean> {
  const [found] = await handle.select({ hash: seal.hash }).from(seal).where(eq(seal.position, position));
  return found?.hash === hash;
}

/**
 * Returns whether the chain contains the newest head recorded here or in the storage. Otherwise seals were created
 * after this database's last one, and are missing here.
 */
export async function hasNewestHead(handle: Reader): Promise<boolean> {
  await loadStoredHead();
  const head = getNewestHead();
  return head === null || (await isInChain(handle, head));
}

/** Describes the recorded head with which the audit compares the chain. */
export async function describeComparedHead(): Promise<string> {
  const { head, place, unreached } = await findNewestReachableHead();
  const without = unreached ? '; the storage could not be reached' : '';
  if (!head) return `no head was kept yet${without}`;
  return `head ${head.position}, noted at ${new Date(head.at).toISOString()}, from ${PLACE_NAMES[place]}${without}`;
}

const PLACE_NAMES: Record<HeadPlace, string> = { 'heads.log': 'heads.log of DATA_DIR', storage: 'the storage' };

/** Returns a finding if the chain lacks the newest recorded head, or has another seal at its position. */
export async function findUnreachedHead(): Promise<{ row: string; detail: string }[]> {
  const { head, place } = await findNewestReachableHead();
  if (!head || (await isInChain(read(), head))) return [];
  const [last] = await read().select({ position: seal.position }).from(seal).orderBy(desc(seal.position)).limit(1);
  const noted = `the head noted at ${new Date(head.at).toISOString()}, from ${PLACE_NAMES[place]}`;
  const detail =
    last && last.position >= head.position ? `is not the one of ${noted}` : `is gone: the chain ends before ${noted}`;
  return [{ row: `seal ${head.position}`, detail }];
}

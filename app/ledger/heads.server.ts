import { appendFileSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { desc, eq } from 'drizzle-orm';
import { seal } from '#drizzle/schema';
import { MINUTE, systemNow } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { macOf, macVerifies } from '~/platform/mac';
import { once } from '~/platform/once';

/** How far the chain of seals had come at a time, milliseconds since 1970, kept outside the database. */
export type Head = { position: number; hash: string; at: number };

/** Bytes; a file that is longer keeps its newest lines. */
const LONGEST = 1024 * 1024;
const LINES_KEPT = 1_000;

const file = (): string => join(env().DATA_DIR, 'heads.log');

const partsOf = ({ position, hash, at }: Head) => [String(position), hash, String(at)];

/** The newest head of this machine, read once; and when one was last written. */
const state = () => once(`heads ${env().DATA_DIR}`, () => ({ newest: readNewest(), notedAt: 0 }));

function readNewest(): Head | null {
  let text = '';
  try {
    text = readFileSync(file(), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return (
    text
      .trimEnd()
      .split('\n')
      .map(headIn)
      .findLast((head) => head !== null) ?? null
  );
}

/** The head that a line tells of, if the product wrote it. */
function headIn(line: string): Head | null {
  try {
    const { mac, ...head } = JSON.parse(line) as Head & { mac: string };
    return macVerifies(mac, 'head', partsOf(head)) ? head : null;
  } catch {
    return null;
  }
}

/** The newest head that was noted on this machine, or null before the first. */
export const newestHead = (): Head | null => state().newest;

/**
 * Notes how far the chain has come, at most once a minute.
 * @param always also when the last was noted a moment ago: the chain now begins from here, as after a restore
 */
export function noteHead({ position, hash }: Omit<Head, 'at'>, always = false): void {
  const known = state();
  const at = systemNow().getTime();
  if (!always && known.newest && Math.abs(at - known.notedAt) < MINUTE) return;
  const head = { position, hash, at };
  const line = `${JSON.stringify({ ...head, mac: macOf('head', partsOf(head)) })}\n`;
  appendFileSync(file(), line, { mode: 0o600 });
  known.newest = head;
  known.notedAt = at;
  if (statSync(file()).size > LONGEST) shorten();
}

/** Notes that the chain now ends where a restored backup has it. */
export async function noteRestored(): Promise<void> {
  const [last] = await read()
    .select({ position: seal.position, hash: seal.hash })
    .from(seal)
    .orderBy(desc(seal.position))
    .limit(1);
  if (last) noteHead(last, true);
}

function shorten(): void {
  const lines = readFileSync(file(), 'utf8').trimEnd().split('\n').slice(-LINES_KEPT);
  writeFileSync(`${file()}.part`, `${lines.join('\n')}\n`, { mode: 0o600 });
  renameSync(`${file()}.part`, file());
}

/** What is off with the chain's end: a head that was noted and that the seals do not reach, or not with this hash. */
export async function chainBehindHead(): Promise<{ row: string; detail: string }[]> {
  const head = newestHead();
  if (!head) return [];
  const [found] = await read().select({ hash: seal.hash }).from(seal).where(eq(seal.position, head.position));
  if (found?.hash === head.hash) return [];
  const noted = `the head noted at ${new Date(head.at).toISOString()}`;
  const detail = found ? `is not the one of ${noted}` : `is gone: the chain ends before ${noted}`;
  return [{ row: `seal ${head.position}`, detail }];
}

import { createHash } from 'node:crypto';
import { like } from 'drizzle-orm';
import { keptAnswer } from '#drizzle/schema';
import { read, write } from '~/platform/db/index.server';
import { singleton } from '~/platform/singleton';
import { saveSnapshot } from '~/platform/snapshots.server';

/** Where a source leaves the last answer it understood, and finds it again after a restart. */
export type ResponseCache = { take: (url: string) => string | undefined; put: (url: string, body: string) => void };

/** A longer answer is not kept over a restart, characters. The longest that we ask for by default is 100,000. */
const LONGEST = 512 * 1024;

const PREFIX = 'source:';

/** An address may hold a key, so only what tells it from others is written. */
const keyOf = (url: string) => PREFIX + createHash('sha256').update(url).digest('base64url');

const held = () =>
  singleton('market-responses', () => ({ answers: new Map<string, string>(), unwritten: new Set<string>() }));

/** In memory; `keepAnswers` writes it to the database now and then, so that no page waits for that. */
export const responseCache: ResponseCache = {
  take: (url) => held().answers.get(keyOf(url)),
  put: (url, body) => {
    const { answers, unwritten } = held();
    if (body.length > LONGEST) return;
    answers.set(keyOf(url), body);
    unwritten.add(keyOf(url));
  },
};

/** Loads what earlier runs stored. At the start, before any source is asked. */
export async function loadResponses(): Promise<void> {
  const rows = await read()
    .select()
    .from(keptAnswer)
    .where(like(keptAnswer.key, `${PREFIX}%`));
  for (const { key, value } of rows) if (typeof value === 'string') held().answers.set(key, value);
}

/** A job: writes what was put there since it last ran. */
export async function saveResponses(): Promise<boolean> {
  const { answers, unwritten } = held();
  const keys = [...unwritten];
  unwritten.clear();
  try {
    await write(async (tx) => {
      for (const key of keys) await saveSnapshot(tx, key, answers.get(key) ?? '');
    });
  } catch (error) {
    for (const key of keys) unwritten.add(key);
    throw error;
  }
  return false;
}

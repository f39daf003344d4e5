import { createHash } from 'node:crypto';
import { like } from 'drizzle-orm';
import { z } from 'zod';
import { keptAnswer } from '#drizzle/schema';
import { DAY, systemNow } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { log } from '~/platform/log/index.server';
import { calculateMac, isMacValid } from '~/platform/mac';
import { singleton } from '~/platform/singleton';
import { saveSnapshot } from '~/platform/snapshots.server';

export type StoredResponse = { body: string; at: number };

/** Cache of a source's last valid response, read after a restart. */
export type ResponseCache = {
  take: (url: string) => StoredResponse | undefined;
  put: (url: string, response: StoredResponse) => void;
};

/** Length in characters of the longest response that is stored; 100,000 by default. */
const MAX_CHARACTERS = 512 * 1024;

/** Age up to which a stored response is used after a restart, milliseconds. */
const MAX_RESPONSE_AGE_MS = DAY;

const CACHE_KEY_PREFIX = 'source:';

const keyOf = (url: string) => CACHE_KEY_PREFIX + createHash('sha256').update(url).digest('base64url');

const cachedResponses = () =>
  singleton('market-responses', () => ({ answers: new Map<string, StoredResponse>(), unwritten: new Set<string>() }));

export const responseCache: ResponseCache = {
  take: (url) => cachedResponses().answers.get(keyOf(url)),
  put: (url, response) => {
    const { answers, unwritten } = cachedResponses();
    if (response.body.length > MAX_CHARACTERS) return;
    answers.set(keyOf(url), response);
    unwritten.add(keyOf(url));
  },
};

const responseMacParts = (key: string, { body, at }: StoredResponse) => [key, body, String(at)];

const storedSchema = z.object({ body: z.string(), at: z.number().int(), mac: z.string() });

/** Loads the responses that earlier runs stored, except altered, old and future ones. */
export async function loadResponses(): Promise<void> {
  const rows = await read()
    .select()
    .from(keptAnswer)
    .where(like(keptAnswer.key, `${CACHE_KEY_PREFIX}%`));
  const time = systemNow().getTime();
  for (const { key, value } of rows) {
    const stored = storedSchema.safeParse(value);
    if (!stored.success) continue;
    const { mac, ...response } = stored.data;
    if (!isMacValid(mac, 'market response', responseMacParts(key, response))) {
      log().error({ key }, 'a stored answer of a market source was altered');
    } else if (response.at <= time && response.at > time - MAX_RESPONSE_AGE_MS)
      cachedResponses().answers.set(key, response);
  }
}

export async function saveResponses(): Promise<boolean> {
  const { answers, unwritten } = cachedResponses();
  const keys = [...unwritten];
  unwritten.clear();
  try {
    await write(async (tx) => {
      for (const key of keys) {
        const response = answers.get(key);
        if (response)
          await saveSnapshot(tx, key, {
            ...response,
            mac: calculateMac('market response', responseMacParts(key, response)),
          });
      }
    });
  } catch (error) {
    for (const key of keys) unwritten.add(key);
    throw error;
  }
  return false;
}

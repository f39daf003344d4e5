import { eq, ne } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { keptAnswer } from '#drizzle/schema';
import { loadResponses, responseCache, saveResponses } from '~/market/feed/responseCache.server';
import { DAY } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { forgetSingleton } from '~/platform/singleton';
import { clock, useDatabase } from '../../support/database';

useDatabase();

const URL = 'https://prices.example/ticker?key=secret';
const response = (body: string) => ({ body, at: clock.machine.getTime() });

async function restart(): Promise<void> {
  forgetSingleton('market-responses');
  await loadResponses();
}

test('the last answers of sources survive a restart, without their addresses', async () => {
  responseCache.put(URL, response('first'));
  responseCache.put(URL, response('second'));
  responseCache.put('https://other.example/', response('x'.repeat(600_000)));
  await saveResponses();
  await restart();
  expect(responseCache.take(URL)).toEqual(response('second'));
  const rows = await read().select().from(keptAnswer);
  expect(rows.map(({ value }) => value)).toMatchObject([{ body: 'second' }]);
  expect(JSON.stringify(rows)).not.toContain('secret');
});

type Stored = { body: string; at: number; mac: string };

test.each<[string, (stored: Stored, other: Stored) => unknown]>([
  ['another body', (stored) => ({ ...stored, body: 'eve' })],
  ['another time', (stored) => ({ ...stored, at: stored.at + 1 })],
  ['no MAC, as version 1.0.0 stored it', ({ body }) => body],
  ['the answer of another source', (_, other) => other],
  [
    'an age of a day',
    (stored) => {
      clock.advance(DAY);
      return stored;
    },
  ],
  [
    'a time later than now',
    (stored) => {
      clock.advance(-1);
      return stored;
    },
  ],
])('an answer with %s is not used after a restart', async (_, alter) => {
  responseCache.put(URL, response('{}'));
  await saveResponses();
  const [own] = await read().select().from(keptAnswer);
  responseCache.put('https://other.example/', response('{"price":1}'));
  await saveResponses();
  const [other] = await read()
    .select()
    .from(keptAnswer)
    .where(ne(keptAnswer.key, own?.key ?? ''));
  const value = alter(own?.value as Stored, other?.value as Stored);
  await write((tx) =>
    tx
      .update(keptAnswer)
      .set({ value })
      .where(eq(keptAnswer.key, own?.key ?? '')),
  );
  await restart();
  expect(responseCache.take(URL)).toBeUndefined();
});

test('only changes are written', async () => {
  responseCache.put(URL, response('third'));
  await saveResponses();
  const [before] = await read().select().from(keptAnswer);
  await saveResponses();
  expect(await read().select().from(keptAnswer)).toEqual([before]);
});

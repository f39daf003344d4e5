import { expect, test } from 'vitest';
import { keptAnswer } from '#drizzle/schema';
import { loadResponses, responseCache, saveResponses } from '~/market/feed/responseCache.server';
import { read } from '~/platform/db/index.server';
import { forgetSingleton } from '~/platform/singleton';
import { useDatabase } from '../../support/database';

useDatabase();

const URL = 'https://prices.example/ticker?key=secret';

test('the last answers of others outlive a restart, without their addresses', async () => {
  responseCache.put(URL, 'first');
  responseCache.put(URL, 'second');
  responseCache.put('https://other.example/', 'x'.repeat(600_000));
  await saveResponses();
  forgetSingleton('market-responses');
  expect(responseCache.take(URL)).toBeUndefined();
  await loadResponses();
  expect(responseCache.take(URL)).toBe('second');
  const rows = await read().select().from(keptAnswer);
  expect(rows.map(({ value }) => value)).toEqual(['second']);
  expect(JSON.stringify(rows)).not.toContain('secret');
});

test('only what is new is written', async () => {
  responseCache.put(URL, 'third');
  await saveResponses();
  const [before] = await read().select().from(keptAnswer);
  await saveResponses();
  expect(await read().select().from(keptAnswer)).toEqual([before]);
});

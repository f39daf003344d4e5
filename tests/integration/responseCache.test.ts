import { expect, test } from 'vitest';
import { keptAnswer } from '#drizzle/schema';
import { keepAnswers, recallAnswers, shelf } from '~/market/feed/responseCache.server';
import { read } from '~/platform/db/index.server';
import { forget } from '~/platform/singleton';
import { useDatabase } from '../support/database';

useDatabase();

const URL = 'https://prices.example/ticker?key=secret';

test('the last answers of others outlive a restart, without their addresses', async () => {
  shelf.put(URL, 'first');
  shelf.put(URL, 'second');
  shelf.put('https://other.example/', 'x'.repeat(600_000));
  await keepAnswers();
  forget('market-shelf');
  expect(shelf.take(URL)).toBeUndefined();
  await recallAnswers();
  expect(shelf.take(URL)).toBe('second');
  const rows = await read().select().from(keptAnswer);
  expect(rows.map(({ value }) => value)).toEqual(['second']);
  expect(JSON.stringify(rows)).not.toContain('secret');
});

test('only what is new is written', async () => {
  shelf.put(URL, 'third');
  await keepAnswers();
  const [before] = await read().select().from(keptAnswer);
  await keepAnswers();
  expect(await read().select().from(keptAnswer)).toEqual([before]);
});

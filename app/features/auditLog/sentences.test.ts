import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { Machine } from '~/platform/states';
import { hasSentence, sentenceOf } from './sentences';

const isMachine = (value: unknown): value is Machine<string, string> =>
  typeof value === 'object' && value !== null && 'thing' in value && 'events' in value;

const paths = readdirSync('app', { recursive: true, encoding: 'utf8' }).map((path) => join('app', path));

test('every event of every state table has a sentence of its own', async () => {
  const told: [string, string][] = [];
  for (const path of paths.filter((path) => path.endsWith('/states.ts') && !path.includes('platform'))) {
    for (const value of Object.values((await import(pathToFileURL(path).href)) as Record<string, unknown>)) {
      if (isMachine(value))
        told.push(...Object.keys(value.events).map((event): [string, string] => [value.thing, event]));
    }
  }
  expect(told.length).toBeGreaterThan(40);
  expect(told.filter(([thing, event]) => !hasSentence(thing, event))).toEqual([]);
});

test('what is recorded by its name has a sentence of its own, too', () => {
  const written = paths
    .filter((path) => path.endsWith('.server.ts'))
    .flatMap((path) => [
      ...readFileSync(path, 'utf8').matchAll(/thing: '([^']+)',\s+(?:thingId[^,]*,\s+)?event: '([^']+)'/g),
    ])
    .map(([, thing = '', event = '']) => [thing, event] as const);
  expect(written.length).toBeGreaterThan(30);
  expect(written.filter(([thing, event]) => !hasSentence(thing, event))).toEqual([]);
});

const inWords = (said: Partial<Parameters<typeof sentenceOf>[0]>) =>
  sentenceOf({ thing: 'deposit', thingId: 'd', event: 'submit', own: true, hasTrader: false, ...said })
    .map((part) => ('text' in part ? part.text : `<${part.name}>${part.after}`))
    .join('');

test('a sentence names whose matter it is and the money, and does without what is not known', () => {
  expect(inWords({ amount: '$2,500.00' })).toBe('sent a deposit of $2,500.00');
  expect(inWords({ event: 'approve', own: false, amount: '$2,500.00' })).toBe('approved <whom>’s deposit of $2,500.00');
  expect(inWords({ event: 'approve', own: true })).toBe('approved their deposit');
  expect(inWords({ thing: 'copy', event: 'start', hasTrader: true })).toBe('began to copy <trader>');
  expect(inWords({ thing: 'rank bonus', event: 'reach', own: false })).toBe('recorded that <whom> reached a rank');
  expect(inWords({ thing: 'plan', thingId: 'gold', event: 'change' })).toBe('changed the plan gold');
});

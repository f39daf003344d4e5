import { expect, test } from 'vitest';
import { sourcesOf } from './sources';

const sources = sourcesOf('app').filter(({ path }) => !/\.test\.tsx?$/.test(path));

test('what counts addresses asks one function who they belong to, and counts both subscriber and network', () => {
  const counting = sources.filter(({ text }) => /\boriginOf\(/.test(text) && !/function originOf/.test(text));
  // The gates of requests, bodies, posts, uploads and working time; price streams; tries to sign in.
  expect(counting.length).toBeGreaterThanOrEqual(8);
  const lines = sources.find(({ path }) => path.endsWith('limits/lines.ts'));
  expect(lines?.text).toMatch(/\bnetwork\b/);
  const partly = counting.filter(
    ({ text }) => !/\bsubscriber, network\b/.test(text) && !/createLines|createTurns\(|createQueue\(/.test(text),
  );
  expect(partly.map(({ path }) => path)).toEqual([]);
});

test('a gate takes the address of a request only to ask who it belongs to', () => {
  const uses = sources
    .filter(({ path }) => path.startsWith('app/web/server/'))
    .flatMap(({ path, text }) => [...text.matchAll(/.*\brequest\.ip\b.*/g)].map(([line]) => ({ path, line })));
  expect(uses.length).toBeGreaterThan(4);
  expect(uses.filter(({ line }) => !line.includes('originOf(request.ip)'))).toEqual([]);
});

import { expect, test } from 'vitest';
import { isProgram } from './program';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

test.each<[string, Record<string, string>, boolean]>([
  ['a browser that opens a page', { Accept: BROWSER, 'Sec-Fetch-Dest': 'document' }, false],
  ['a browser that opens a page, and takes JSON too', { Accept: `${BROWSER},application/json` }, false],
  ['a browser that fetches ahead', { Accept: '*/*', 'Sec-Fetch-Dest': 'empty', 'Sec-Purpose': 'prefetch' }, false],
  ['an older one that fetches ahead', { Accept: '*/*', 'Sec-Fetch-Dest': 'empty', Purpose: 'prefetch' }, false],
  ['a scanner of mails', { Accept: '*/*' }, false],
  ['a scanner that says nothing', {}, false],
  ['an image of a page', { Accept: 'image/*', 'Sec-Fetch-Dest': 'image' }, false],
  ['a library', { Accept: 'application/json, text/plain, */*' }, true],
  ['a script of a page', { Accept: '*/*', 'Sec-Fetch-Dest': 'empty' }, true],
  ['a script of another origin', { Accept: '*/*', Origin: 'https://app.example' }, true],
  ['a script that asks for anything a page does', { Accept: BROWSER, 'Sec-Fetch-Dest': 'empty' }, true],
])('%s: %j is a program: %s', (_, headers, program) => {
  expect(isProgram((name) => headers[name] ?? null)).toBe(program);
});

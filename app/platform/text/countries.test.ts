import { expect, test } from 'vitest';
import { isPlainPlace } from '../fields/plainName';
import { countriesWith, countryName, countryNamed } from './countries.server';

test('countries are all there once, in order, each a name that a form takes', async () => {
  const all = await countriesWith(null);
  expect(all.length).toBeGreaterThan(240);
  expect(new Set(all).size).toBe(all.length);
  expect(all.filter((name) => !isPlainPlace(name))).toEqual([]);
  for (const name of ['Ireland', 'Netherlands', 'United Kingdom', 'China', 'Malta']) expect(all).toContain(name);
  expect(all.slice(0, 2)).toEqual(['Afghanistan', 'Åland Islands']);
});

test('what is kept already is offered, also when it was written in another way', async () => {
  const all = await countriesWith('');
  expect(await countriesWith('Malta')).toEqual(all);
  expect(await countriesWith('Great Britain')).toEqual(['Great Britain', ...all]);
});

test.each([
  ['united kingdom', 'United Kingdom'],
  ['UK', 'United Kingdom'],
  ['GB', 'United Kingdom'],
  ['GBR', 'United Kingdom'],
  ['Great Britain', 'United Kingdom'],
  ['England', 'United Kingdom'],
  ['United States of America', 'United States'],
  ['usa', 'United States'],
  ['U.S.A.', 'United States'],
  ['Aland  Islands', 'Åland Islands'],
  ['Czech Republic', 'Czechia'],
  ['Puerto Rico', 'Puerto Rico'],
  ['The Netherlands', 'Netherlands'],
  ['Deutschland', 'Germany'],
  ['España', 'Spain'],
  ['日本', 'Japan'],
  ['Atlantis', null],
  ['Europe', null],
  ['12', null],
  ['', null],
])('"%s" is the country %s', async (text, name) => {
  expect(await countryNamed(text)).toBe(name);
});

test('a code that stands for no country has no name', () => {
  expect([countryName('FR'), countryName('XY')]).toEqual(['France', null]);
});

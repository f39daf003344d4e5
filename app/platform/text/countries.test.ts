import { borders } from '@rapideditor/country-coder';
import { expect, test } from 'vitest';
import { isValidPlaceName } from '../fields/plainName';
import { FORMER_NAMES, isZone } from '../fields/zone';
import { ZONE_NAMES } from '../fields/zoneNames';
import { findCountryName, getCountryName } from './countries.server';
import { COUNTRY_NAMES } from './countryNames';

test('forms list every country and territory once, in order, each by a name that a form takes', () => {
  const shapes = borders.features as { properties: { level: string; iso1A2?: string } }[];
  const codes = shapes
    .filter(({ properties: { level } }) => level === 'country' || level === 'territory')
    .flatMap(({ properties: { iso1A2 } }) => iso1A2 ?? []);
  const names = new Set(codes.map(getCountryName).filter((name) => name !== null));
  expect(COUNTRY_NAMES).toEqual([...names].sort(new Intl.Collator('en').compare));
  expect(COUNTRY_NAMES.filter((name) => !isValidPlaceName(name))).toEqual([]);
});

test('forms list every time zone of this engine by its current name', () => {
  const current = new Map(Object.entries(FORMER_NAMES).map(([name, former]) => [former, name]));
  const known = Intl.supportedValuesOf('timeZone').map((name) => current.get(name) ?? name);
  expect(known.filter((name) => !ZONE_NAMES.includes(name))).toEqual([]);
  expect(ZONE_NAMES).toEqual([...new Set(['UTC', ...ZONE_NAMES.toSorted()])]);
  expect(ZONE_NAMES.filter((name) => !isZone(FORMER_NAMES[name] ?? name))).toEqual([]);
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
  expect(await findCountryName(text)).toBe(name);
});

test('a code that stands for no country has no name', () => {
  expect([getCountryName('FR'), getCountryName('XY')]).toEqual(['France', null]);
});

import { expect, test } from 'vitest';
import { submitKYC } from './documents';

const { document: _, ...names } = submitKYC.example;

/** Names of the fields that are wrong or missing. */
async function errorFields(sent: object): Promise<string[]> {
  const { error } = await submitKYC.input.safeParseAsync(sent);
  return (error?.issues ?? []).map(({ path }) => String(path[0])).sort();
}

test('all missing ones of the eight fields are reported together with the invalid ones', async () => {
  expect(await errorFields({ ...names, email: 'no address', lastName: undefined })).toEqual([
    'document',
    'email',
    'lastName',
  ]);
  expect(await errorFields({})).toEqual([...Object.keys(names), 'document'].sort());
});

test('the form of seventeen fields reports them too, and requires none of the names', async () => {
  expect(await errorFields({ city: 'Dublin', dateOfBirth: '31/31/1990', idExpiry: '' })).toEqual(
    ['address', 'dateOfBirth', 'idDocumentFront', 'idNumber', 'idType', 'nationality'].sort(),
  );
  expect(await errorFields({ ...names, document: 'an id', city: 'Dublin' })).toEqual([]);
});

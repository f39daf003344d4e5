import { expect, test } from 'vitest';
import { submitKYC } from './documents';

const { document: _, ...names } = submitKYC.example;

/** The fields that are wrong or missing. */
async function errorFields(sent: object): Promise<string[]> {
  const { error } = await submitKYC.input.safeParseAsync(sent);
  return (error?.issues ?? []).map(({ path }) => String(path[0])).sort();
}

test('of the eight fields all that is missing is told, together with what is wrong', async () => {
  expect(await errorFields({ ...names, email: 'no address', lastName: undefined })).toEqual([
    'document',
    'email',
    'lastName',
  ]);
  expect(await errorFields({})).toEqual([...Object.keys(names), 'document'].sort());
});

test('of the seventeen fields as well; none of the names is asked for', async () => {
  expect(await errorFields({ city: 'Dublin', dateOfBirth: '31/31/1990', idExpiry: '' })).toEqual(
    ['address', 'dateOfBirth', 'idDocumentFront', 'idNumber', 'idType', 'nationality'].sort(),
  );
  expect(await errorFields({ ...names, document: 'an id', city: 'Dublin' })).toEqual([]);
});

import { expect, test } from 'vitest';
import { areSamePerson, type IdentityCheck, isSameMailbox, toMailbox } from './rules';

test.each([
  ['ann@example.com', 'Ann+two@Example.com', true],
  ['ann+1@example.com', 'ann+2@example.com', true],
  ['ann@example.com', 'anne@example.com', false],
  ['ann@example.com', 'ann@example.org', false],
])('%s and %s are one mailbox: %s', (a, b, same) => {
  expect(isSameMailbox(a, b)).toBe(same);
  expect(toMailbox(a) === toMailbox(b)).toBe(same);
});

test('a mailbox is normalised to lower case without its label', () => {
  expect(toMailbox('Ann+Two+3@Example.com')).toBe('ann@example.com');
});

const ann: IdentityCheck = {
  firstName: 'Ann',
  lastName: 'Lee',
  postalCode: 'SW1A 1AA',
  address: '1 High Street',
  document: 'a',
};
const other = { postalCode: 'N1', address: '2 Low Road', document: 'b' };

test.each<[string, Partial<IdentityCheck>, boolean]>([
  ['the same document under another name', { ...other, firstName: 'Bea', lastName: 'Day', document: 'a' }, true],
  [
    'the same name and postal address, spelled otherwise',
    { ...ann, document: 'b', postalCode: 'sw1a1aa', address: '1, HIGH street' },
    true,
  ],
  [
    'the same address, and the name with its parts exchanged and an accent',
    { firstName: 'Lée', lastName: 'ANN', document: 'b' },
    true,
  ],
  [
    'the same address, and the name with marks around it',
    { firstName: '(Ann)', lastName: 'Lee.', document: 'b' },
    true,
  ],
  [
    'the same address, and other names of the same letters',
    { firstName: 'An', lastName: 'Nlee', document: 'b' },
    false,
  ],
  ['only the same name', other, false],
  ['only the same postal address, as people who live together', { firstName: 'Bea', document: 'b' }, false],
  ['the same name, both without a document', { ...other, document: null }, false],
])('identity checks with %s are of one person: %#', (_, theirs, same) => {
  const own = theirs.document === null ? { ...ann, document: null } : ann;
  expect(areSamePerson(own, { ...ann, ...theirs })).toBe(same);
  expect(areSamePerson({ ...ann, ...theirs }, own)).toBe(same);
});

test('identity checks without a postal code are of one person by their document alone', () => {
  const nowhere = { ...ann, postalCode: '' };
  expect(areSamePerson(nowhere, { ...nowhere, document: 'b' })).toBe(false);
  expect(areSamePerson(nowhere, { ...nowhere, address: '2 Low Road' })).toBe(true);
});

import { describe, expect, test } from 'vitest';
import { isSamePerson } from './rules';

const ann = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com', phone: '+44 20 7946 0000' };
const bob = { firstName: 'Bob', lastName: 'Lee', email: 'bob@example.com', phone: '+44 20 7946 0001' };

describe('the same person', () => {
  test.each([
    [{ ...bob, email: 'ann@example.com' }, true],
    [{ ...bob, email: 'Ann+second@Example.com' }, true],
    [{ ...bob, firstName: 'ANN', phone: '44-2079460000' }, true],
    // Some people add leading zeros to a number with a country code.
    [{ ...bob, firstName: 'Ann', phone: '00 44 20 7946 0000' }, true],
    [{ ...bob, firstName: 'Ann', phone: '44 2 7946' }, false],
    [{ ...bob, firstName: 'ann', email: 'ANN@EXAMPLE.COM' }, true],
    [bob, false],
    [{ ...bob, firstName: 'Ann' }, false],
    [{ ...bob, phone: ann.phone }, false],
  ])('%o: %s', (other, same) => {
    expect(isSamePerson(ann, other)).toBe(same);
    expect(isSamePerson(other, ann)).toBe(same);
  });
});

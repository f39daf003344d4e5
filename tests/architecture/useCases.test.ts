import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OF_BOTH, OF_INVESTORS, OF_STAFF, STEPS, useCases } from '../support/useCases';

test('each use case is in one list that names who is refused, and the lists contain no others', () => {
  const listed = [OF_INVESTORS, OF_STAFF, OF_BOTH, STEPS].flatMap((list) => Object.keys(list));
  expect(listed.sort()).toEqual(
    useCases()
      .map(({ key }) => key)
      .sort(),
  );
});

test('each use case that investors call for themselves is raced against the closing of their account', () => {
  const races = readFileSync(join(import.meta.dirname, '../support/people/investorActs.ts'), 'utf8');
  // Unfreezing needs a second factor, and creates no session.
  const { 'profile unfreezeAccount': _, ...both } = OF_BOTH;
  const expected = Object.keys({ ...OF_INVESTORS, ...both });
  expect(expected.filter((key) => !races.includes(`  '${key}': async `))).toEqual([]);
});

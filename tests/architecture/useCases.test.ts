import { expect, test } from 'vitest';
import { OF_BOTH, OF_INVESTORS, OF_STAFF, STEPS, useCases } from '../support/useCases';

test('each use-case is in one list that says by whom it is refused, and the lists have no others', () => {
  const listed = [OF_INVESTORS, OF_STAFF, OF_BOTH, STEPS].flatMap((list) => Object.keys(list));
  expect(listed.sort()).toEqual(
    useCases()
      .map(({ key }) => key)
      .sort(),
  );
});

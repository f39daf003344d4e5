import { expect, test } from 'vitest';
import { REVIEWS, TEAM } from '~/features/marketing/samples';
import { COPIED_INVESTOR, NEWCOMERS, SIGNAL_TRADER, TYPED_TRADER } from '~/seed/people';
import { STRATEGIES } from '~/trading/leaders';
import { LOOKS } from '~/ui/pictures/Portrait';

const firstNames = [
  ...STRATEGIES.map(({ firstName }) => firstName),
  ...[SIGNAL_TRADER, TYPED_TRADER].map(({ firstname }) => firstname),
  ...[COPIED_INVESTOR, ...NEWCOMERS].map(({ firstName }) => firstName),
  ...[...TEAM, ...REVIEWS].map(({ name }) => name.split(' ')[0] ?? ''),
];

test('a face goes with the name of everybody whom the demonstration made up', () => {
  expect(firstNames.filter((name) => !LOOKS[name])).toEqual([]);
});

test('nobody is drawn who is not there', () => {
  expect(Object.keys(LOOKS).filter((name) => !firstNames.includes(name))).toEqual([]);
});

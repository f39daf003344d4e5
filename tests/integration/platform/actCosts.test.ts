// On both engines: the statements that an act runs, each prepared once by the means of its engine.
import { expect, test } from 'vitest';
import { settleInstallation } from '~/platform/installation/index.server';
import { useDatabase } from '../../support/database';
import { moneyActs } from '../../support/moneyActs';
import { type Counted, statementsOf } from '../../support/statements';

useDatabase();

/** Statements that each act runs, at most; more of them have to be worth it (`npm run bench acts` says what they cost). */
const MOST: Record<string, number> = {
  'deposit credited': 43,
  'deposit told': 17,
  'withdrawal asked': 28,
  'plan opened': 38,
  'copy started': 23,
  'copy stopped': 41,
  'own order': 22,
  'balance debited': 24,
  getData: 29,
};

test('no act that moves money runs more statements than it did, or prepares one that was run before', async () => {
  await settleInstallation();
  const acts = await moneyActs();
  const found: Record<string, Counted> = {};
  // The first time some are prepared; the first copy, plan or order of a user takes other ones.
  for (let time = 0; time < 3; time++) {
    for (const [name, act] of Object.entries(acts)) found[name] = await statementsOf(act);
  }
  const over = Object.entries(found).filter(([name, { run, prepared }]) => run > (MOST[name] ?? 0) || prepared > 0);
  expect(over).toEqual([]);
  expect(Object.keys(found)).toEqual(Object.keys(MOST));
});

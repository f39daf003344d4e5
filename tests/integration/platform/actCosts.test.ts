// On both engines: the statements that an act runs, each prepared once, and the round trips of its transaction.
import { expect, test } from 'vitest';
import { prepareInstallation } from '~/platform/installation/index.server';
import { useDatabase } from '../../support/database';
import { moneyActs } from '../../support/moneyActs';
import { type Counted, statementsOf } from '../../support/statements';
import { type Trips, watchTrips } from '../../support/trips';

useDatabase();

/** Maximum statements of each act, and trips of its transaction to PostgreSQL (`npm run bench acts` prints their cost). */
const MAX_COSTS: Record<string, [statements: number, trips: number]> = {
  'deposit credited': [43, 6],
  'deposit told': [17, 6],
  'withdrawal asked': [28, 5],
  'plan opened': [38, 5],
  'copy started': [23, 4],
  'copy stopped': [33, 6],
  'own order': [22, 3],
  'balance debited': [24, 4],
  getData: [29, 0],
};

test('no act that moves money runs more statements or trips than its limit, or prepares one twice', async () => {
  await prepareInstallation();
  const acts = await moneyActs();
  const found: Record<string, Counted & Trips> = {};
  // The first run prepares statements; a user's first copy, plan or order needs others.
  for (let time = 0; time < 3; time++) {
    for (const [name, act] of Object.entries(acts)) {
      const watched = watchTrips();
      const counted = await statementsOf(act);
      watched.stop();
      // On a busy machine an answer may arrive before the next statement is sent, so the least number of trips counts.
      const trips = Math.min(watched.taken.trips, found[name]?.trips ?? watched.taken.trips);
      found[name] = { ...watched.taken, ...counted, trips };
    }
  }
  const over = Object.entries(found).filter(([name, { run, prepared, trips }]) => {
    const [statements, max] = MAX_COSTS[name] ?? [0, 0];
    return run > statements || prepared > 0 || trips > max;
  });
  expect(over).toEqual([]);
  expect(Object.keys(found)).toEqual(Object.keys(MAX_COSTS));
});

import pg from 'pg';
import { expect, test } from 'vitest';
import { sizeOf } from '../support/depth';
import { newInvestor } from '../support/pages/calls';
import { select } from '../support/people/rows';
import { Installation } from '../support/servers/installation';
import { startPostgres } from '../support/servers/postgres.server';
import { UNSEALED } from './unsealed';

const TIMES = sizeOf('STOPS');

type Place = { environment: Record<string, string>; unsealed(one: Installation): Promise<unknown[]>; stop(): unknown };

const PLACES: Record<string, () => Promise<Place>> = {
  SQLite: async () => ({
    environment: {},
    unsealed: async (installation) => select(installation, UNSEALED),
    stop: () => {},
  }),
  PostgreSQL: async () => {
    const server = await startPostgres();
    const client = new pg.Client({ connectionString: server.url('postgres') });
    await client.connect();
    return {
      // The demonstration takes as long as many stops, and its jobs run without it too.
      environment: { DATABASE_URL: server.url('postgres'), DEMONSTRATION: '0' },
      unsealed: async () => (await client.query(UNSEALED)).rows,
      stop: () => client.end().then(server.stop),
    };
  },
};

test.each(Object.entries(PLACES))(
  `${TIMES} clean stops on %s leave nothing without a seal, and each audit is clean`,
  async (_engine, prepare) => {
    const place = await prepare();
    const installation = new Installation(place.environment);
    try {
      for (let time = 0; time < TIMES; time++) {
        await installation.start();
        // Written after the job that seals has run, and right before the end.
        await newInvestor(installation);
        await installation.stop('SIGTERM');
        expect(await place.unsealed(installation)).toEqual([]);
        expect(await installation.audit()).toMatchObject({ clean: true });
      }
    } finally {
      await installation.remove();
      await place.stop();
    }
  },
  600_000,
);

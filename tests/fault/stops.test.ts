import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { expect, test } from 'vitest';
import { isLong, sizeOf } from '../support/depth';
import { newInvestor } from '../support/pages/calls';
import { Installation } from '../support/servers/installation';
import { startPostgres } from '../support/servers/postgres.server';
import { UNSEALED } from './unsealed';

const TIMES = sizeOf('STOPS');

type Place = { environment: Record<string, string>; unsealed(one: Installation): Promise<unknown[]>; stop(): unknown };

const PLACES: Record<string, () => Promise<Place>> = {
  SQLite: async () => ({
    environment: {},
    unsealed: async ({ dataDir }) => {
      const database = new Database(join(dataDir, 'mirrorbook.db'), { readonly: true });
      try {
        return database.prepare(UNSEALED).all();
      } finally {
        database.close();
      }
    },
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

/** In the short run those on PostgreSQL are the two processes of `nodes.test.ts`. */
const places = Object.entries(PLACES).slice(0, isLong ? 2 : 1);

test.each(places)(
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

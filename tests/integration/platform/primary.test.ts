// On both engines: which of its servers PostgreSQL's engine works with, and over what.
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { open } from '~/platform/db/engines/postgres.server';
import { DatabaseUnavailableError } from '~/platform/db/errors';
import { databaseUrl, onPostgres, useDatabase } from '../../support/database';
import { startPooler } from '../../support/servers/pooler';

useDatabase();

/** The same database at an address where nothing listens, and at its own. */
const beside = (): string => databaseUrl().replace(/@([^/]+)/, '@127.0.0.1:1,$1');

const number = (engine: Awaited<ReturnType<typeof open>>, handle = engine.read) =>
  engine.rows<{ n: number }>(handle, sql`select 1 as n`);

test.runIf(onPostgres)('of several servers the one that answers is used', async () => {
  const engine = await open(beside());
  expect(await number(engine)).toEqual([{ n: 1 }]);
  expect(await engine.write((tx) => number(engine, tx))).toEqual([{ n: 1 }]);
  await engine.close();
});

test.runIf(onPostgres)(
  'a connection that has come to read only is dropped, and the work is done over another',
  async () => {
    const engine = await open(databaseUrl());
    await engine.write((tx) => engine.run(tx, sql`create table told (n integer)`));
    await engine.write((tx) => engine.run(tx, sql`set session characteristics as transaction read only`));
    await engine.write((tx) => engine.run(tx, sql`insert into told values (1)`));
    // Readers of that server are dropped as well, and connect anew.
    expect(await number(engine).catch(() => number(engine))).toEqual([{ n: 1 }]);
    expect(await engine.rows(engine.read, sql`select n from told`)).toEqual([{ n: 1 }]);
    await engine.write((tx) => engine.run(tx, sql`drop table told`));
    await engine.close();
  },
);

test.runIf(onPostgres)('a server that takes no writes is not worked with', async () => {
  const engine = await open(databaseUrl());
  const [database] = await engine.rows<{ name: string }>(engine.read, sql`select current_database() as name`);
  const readOnly = (state: string) =>
    engine.run(engine.read, sql.raw(`alter database "${database?.name}" set default_transaction_read_only = ${state}`));
  await readOnly('on');
  await expect(open(databaseUrl())).rejects.toBeInstanceOf(DatabaseUnavailableError);
  await readOnly('off');
  await engine.close();
});

test.runIf(onPostgres).each([
  ['keeps a session for each connection', false],
  ['gives each transaction any session', true],
])('a pooler that %s', async (_which, shares) => {
  const pooler = await startPooler(databaseUrl(), { shares });
  const opened = open(pooler.url);
  if (shares) await expect(opened).rejects.toThrow('Set pool_mode = session');
  else {
    const engine = await opened;
    expect(await engine.write((tx) => number(engine, tx))).toEqual([{ n: 1 }]);
    await engine.close();
  }
  await pooler.stop();
});

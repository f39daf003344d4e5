// On both engines: the choice of the PostgreSQL server, and what a change of it interrupts.
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { open } from '~/platform/db/engines/postgres.server';
import { DatabaseUnavailableError } from '~/platform/db/errors';
import { thisProcess } from '~/platform/process/thisProcess';
import { databaseUrl, onPostgres, useDatabase } from '../../support/database';
import { startPooler } from '../../support/servers/pooler';

useDatabase();

/** Lists an address without a server, then the address of the database. */
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
  'a connection that has become read-only is dropped, and the work is done over another',
  async () => {
    const engine = await open(databaseUrl());
    await engine.write((tx) => engine.run(tx, sql`create table told (n integer)`));
    await engine.write((tx) => engine.run(tx, sql`set session characteristics as transaction read only`));
    await engine.write((tx) => engine.run(tx, sql`insert into told values (1)`));
    // Readers of that server are dropped as well, and reconnect.
    expect(await number(engine).catch(() => number(engine))).toEqual([{ n: 1 }]);
    expect(await engine.rows(engine.read, sql`select n from told`)).toEqual([{ n: 1 }]);
    await engine.write((tx) => engine.run(tx, sql`drop table told`));
    await engine.close();
  },
);

test.runIf(onPostgres)('a read-only server is not used', async () => {
  const engine = await open(databaseUrl());
  const [database] = await engine.rows<{ name: string }>(engine.read, sql`select current_database() as name`);
  const readOnly = (state: string) =>
    engine.run(engine.read, sql.raw(`alter database "${database?.name}" set default_transaction_read_only = ${state}`));
  await readOnly('on');
  await expect(open(databaseUrl())).rejects.toBeInstanceOf(DatabaseUnavailableError);
  await readOnly('off');
  await engine.close();
});

describe.runIf(onPostgres)('a pooler', () => {
  let pooler: Awaited<ReturnType<typeof startPooler>>;
  afterEach(() => pooler.stop());

  test('that keeps a session for each connection needs nothing more', async () => {
    pooler = await startPooler(databaseUrl(), { shares: false });
    const engine = await open(pooler.url);
    expect(await engine.write((tx) => number(engine, tx))).toEqual([{ n: 1 }]);
    await engine.close();
  });

  test('that gives each transaction any session is refused where locks or prepared statements would be lost', async () => {
    pooler = await startPooler(databaseUrl(), { shares: true });
    await expect(open(pooler.url)).rejects.toThrow('Name PostgreSQL itself in DATABASE_DIRECT_URL');
    await expect(open(pooler.url, 'postgres://me:a-password@127.0.0.1:1/books')).rejects.toThrow(
      'DATABASE_DIRECT_URL: PostgreSQL at 127.0.0.1:1/books: nothing listens there',
    );
    await expect(open(pooler.url, databaseUrl())).rejects.toThrow('Set max_prepared_statements = 200');
  });

  test('that does so is used beside a direct address, and leaves no settings in its sessions', async () => {
    pooler = await startPooler(databaseUrl(), { shares: true });
    const engine = await open(`${pooler.url}?prepared_statements=false`, databaseUrl());
    const limits = (handle = engine.read) =>
      engine.rows(
        handle,
        sql`select current_setting('lock_timeout') as locks, current_setting('statement_timeout') as statements,
        current_setting('idle_in_transaction_session_timeout') as idle`,
      );
    const heard: string[] = [];
    const stop = await engine.subscribeToProcesses((text) => heard.push(text));
    expect(await engine.write(limits)).toEqual([{ locks: '9s', statements: '10s', idle: '7s' }]);
    for (let at = 0; at < 20; at++) {
      expect(await Promise.all([limits(), limits()])).toEqual(
        Array(2).fill([{ locks: '0', statements: '0', idle: '0' }]),
      );
    }
    await engine.publishToProcesses('heard');
    await vi.waitUntil(() => heard.includes('heard'));
    expect(await engine.isConnected(thisProcess)).toBe(true);
    await stop?.();
    await engine.close();
  });
});

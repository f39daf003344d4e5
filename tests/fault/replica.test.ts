import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Engine, Handle, ReplicaReader } from '~/platform/db/engine';
import { open } from '~/platform/db/engines/postgres.server';
import { isLong } from '../support/depth';
import { ADMIN } from '../support/pages/calls';
import { Client, formsOf } from '../support/pages/client';
import { Installation } from '../support/servers/installation';
import { startPostgres, startReplica } from '../support/servers/postgres.server';

/** How long a reader waits for a replica, at the most, with what a busy machine adds, milliseconds. */
const A_MOMENT = 1_000;

let primary: Awaited<ReturnType<typeof startPostgres>>;
let replica: typeof primary;
let engine: Engine;
let reader: ReplicaReader;

const at = async (server: typeof primary, statement: string, database = 'postgres') => {
  const client = new pg.Client({ connectionString: server.url(database) });
  await client.connect();
  return await client.query(statement).finally(() => client.end());
};
const told: (string | null)[] = [];
const follow = (url: string) =>
  (engine.follow as NonNullable<Engine['follow']>)(url, (trouble) => void told.push(trouble));
const noteCount = async () => {
  const [row] = await engine.rows<{ n: number }>(reader.read, sql`select count(*)::int as n from note`);
  return row?.n ?? 0;
};
/** Writes one more, and says where that ends. */
const write = async () => {
  await engine.write((tx) => engine.run(tx, sql`insert into note values (1)`));
  return await reader.written();
};

beforeAll(async () => {
  // As it is outside of tests: what is committed is sent at once.
  primary = await startPostgres({ synchronous_commit: 'on' });
  await at(primary, 'create table note (n int)');
  // What the turns of writers stand in line at.
  await at(primary, 'create schema drizzle');
  await at(primary, 'create table drizzle.__drizzle_migrations (id int)');
  await at(primary, "create user someone password 'someone'");
  await at(primary, 'grant all on note, drizzle.__drizzle_migrations to someone');
  await at(primary, 'grant usage on schema drizzle to someone');
  replica = await startReplica(primary, 'second');
  // As an ordinary user of PostgreSQL's.
  const asSomeone = (server: typeof primary) =>
    server.url('postgres').replace('postgres:postgres@', 'someone:someone@');
  engine = await open(asSomeone(primary));
  reader = await follow(asSomeone(replica));
  await vi.waitUntil(() => reader.state.used, { timeout: 10_000, interval: 50 });
});
afterAll(async () => {
  await engine?.close();
  await replica?.stop();
  await primary?.stop();
});

test('a reader who has written is given the replica once it has that, and the primary until then', async () => {
  expect(await reader.reaches(await write())).toBe(true);
  expect(await noteCount()).toBe(1);
  await at(replica, 'select pg_wal_replay_pause()');
  const position = await write();
  const asked = performance.now();
  expect([await reader.reaches(position), await reader.reaches(null)]).toEqual([false, true]);
  expect(performance.now() - asked).toBeLessThan(A_MOMENT);
  // It is the replica that is read.
  expect(await noteCount()).toBe(1);
  await at(replica, 'select pg_wal_replay_resume()');
  await vi.waitUntil(() => reader.reaches(position), { timeout: 10_000 });
  expect(await noteCount()).toBe(2);
});

test('nothing is written through it', async () => {
  await expect(engine.run(reader.read as Handle, sql`insert into note values (1)`)).rejects.toThrow();
  expect((await at(primary, 'select * from note')).rowCount).toBe(2);
});

test('a server with another database is refused in words, and the primary itself is left out', async () => {
  await at(primary, 'create database other');
  await expect(follow(primary.url('other'))).rejects.toThrow(
    /^DATABASE_REPLICA_URL: the server at .* has another database/,
  );
  const itself = await follow(primary.url('postgres'));
  expect(itself.state).toMatchObject({ used: false, trouble: expect.stringMatching(/takes writes/) });
});

test.runIf(isLong)(
  'an administrator sees what they did on their next page, and what others did a moment later',
  async () => {
    await at(primary, 'drop database if exists product with (force)');
    await at(primary, 'create database product');
    await at(primary, 'drop database if exists another');
    await at(primary, 'create database another');
    const environment = { DATABASE_URL: primary.url('product'), DEMONSTRATION: '0' };
    const one = new Installation({ ...environment, DATABASE_REPLICA_URL: replica.url('product') });
    const two = new Installation({ ...environment, DATABASE_REPLICA_URL: primary.url('another') }, { beside: one });
    try {
      await one.start();
      await expect(two.start()).rejects.toThrow(/DATABASE_REPLICA_URL: the server at \S+ has another database/);
      expect((await two.doctor()).said).toMatch(/^FAIL the replica: DATABASE_REPLICA_URL: .* another database/m);
      expect((await one.doctor()).said).toMatch(/^ok {3}the replica: follows the database/m);
      await one.createAdministrator(ADMIN.email, 'Ada', ADMIN.password);
      const [doer, other] = [await new Client(one).signInAdmin(ADMIN), await new Client(one).signInAdmin(ADMIN)];
      const used = async () =>
        /^database_replica_used (\d)$/m.exec(await (await fetch(`${one.origin}/metrics`)).text())?.[1];
      expect(await used()).toBe('1');
      other.cookies.delete('written');
      const end = new Date(Date.now() + 600_000).toISOString().slice(0, 16);
      const shows = async (client: Client, text: string) => (await client.page('/admin/audit')).includes(text);
      // Where it all takes ten seconds, the replica is left out for that, and nothing is seen of what this is about.
      for (let tried = 1; ; tried++) {
        const text = `Seen at once, ${tried}`;
        const forms = formsOf(await doer.page('/admin/announcements'), '/admin/announcements');
        const form = forms.find(({ fields }) => fields._intent === 'announce');
        if (!form) throw new Error('There is no form to announce');
        const previewed = await doer.previewed(form, { text, audience: 'investors', end });
        await at(replica, 'select pg_wal_replay_pause()');
        expect((await doer.post(previewed, { text, audience: 'investors', end })).status).toBe(303);
        const seen = [await shows(doer, text), await shows(other, text)];
        const was = await used();
        await at(replica, 'select pg_wal_replay_resume()');
        await vi.waitUntil(() => shows(other, text), { timeout: 10_000 });
        if (was !== '1' && tried < 5) continue;
        expect(seen).toEqual([true, false]);
        break;
      }
      await at(replica, 'select pg_wal_replay_pause()');
      await vi.waitUntil(async () => (await used()) === '0', { timeout: 30_000, interval: 100 });
      expect(await (await fetch(`${one.origin}/readyz`)).json()).toMatchObject({
        status: 'ready',
        notes: [expect.stringMatching(/more than 10 seconds behind/)],
      });
    } finally {
      await at(replica, 'select pg_wal_replay_resume()');
      await one.remove();
    }
  },
);

test.runIf(isLong)('one that is too far behind is left out until it has caught up', async () => {
  await at(replica, 'select pg_wal_replay_pause()');
  await write();
  await vi.waitUntil(() => !reader.state.used, { timeout: 30_000, interval: 50 });
  expect(reader.state.trouble).toMatch(/seconds behind/);
  expect(await noteCount()).toBe(3);
  await at(replica, 'select pg_wal_replay_resume()');
  await vi.waitUntil(() => reader.state.used, { timeout: 30_000, interval: 50 });
});

test('one that promotes itself is read no more, and one that is gone keeps nobody waiting', async () => {
  await at(replica, 'select pg_promote()');
  await vi.waitUntil(() => !reader.state.used, { timeout: 10_000, interval: 20 });
  expect(reader.state.trouble).toMatch(/takes writes/);
  await write();
  const before = await noteCount();
  expect((await at(primary, 'select * from note')).rowCount).toBe(before);
  await replica.kill();
  const asked = performance.now();
  expect([await noteCount(), await reader.reaches(null)]).toEqual([before, false]);
  expect(performance.now() - asked).toBeLessThan(A_MOMENT);
});

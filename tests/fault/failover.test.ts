import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { MirrorbookClient } from '~/api/client';
import { isLong } from '../support/depth';
import { ADMIN, newInvestor, succeed } from '../support/pages/calls';
import { Installation } from '../support/servers/installation';
import { startPostgres, startReplica } from '../support/servers/postgres.server';

/** Number of credits under way at any time. */
const AT_ONCE = 4;
/** Maximum time from the promotion until writes continue, milliseconds. */
const SOON = 10_000;

test.runIf(isLong)('a primary that dies: its replica takes over, and nothing acknowledged is lost', async () => {
  const primary = await startPostgres({ synchronous_commit: 'on' });
  const replica = await startReplica(primary, 'second');
  const at = async (server: typeof primary, statement: string) => {
    const client = new pg.Client({ connectionString: server.url('postgres') });
    await client.connect();
    return await client.query(statement).finally(() => client.end());
  };
  await at(primary, "alter system set synchronous_standby_names = 'second'");
  await at(primary, 'select pg_reload_conf()');
  const both = primary.url('postgres').replace(/@[^/]+/, `@127.0.0.1:${primary.port},127.0.0.1:${replica.port}`);
  const installation = new Installation({ DATABASE_URL: both, DEMONSTRATION: '0' });
  try {
    await installation.start();
    await installation.createAdministrator(ADMIN.email, 'Ada', ADMIN.password);
    const anonymous = new MirrorbookClient(installation.origin);
    const admin = anonymous.with((await succeed(anonymous, 'admin', ADMIN)).token);
    const person = await newInvestor(installation);
    const acknowledged = new Set<string>();
    const statuses = new Set<number>();
    let [last, credits, going] = [0, 0, true];
    const crediting = Array.from({ length: AT_ONCE }, async () => {
      while (going) {
        credits += 1;
        const key = `credit-${credits}`;
        // Each credit has a unique amount, so that it can be identified.
        const answer = await admin.call('fundwallet', { amount: (100 + credits) / 100, email: person.email }, { key });
        statuses.add(answer.ok ? 200 : Number(answer.body.status));
        if (answer.ok) {
          acknowledged.add(key);
          last = Date.now();
        }
      }
    });
    await vi.waitUntil(() => acknowledged.size >= 20, { timeout: 30_000 });
    await primary.kill();
    await new Promise((resume) => setTimeout(resume, 1_000));
    const promoted = Date.now();
    await at(replica, 'select pg_promote()');
    await vi.waitUntil(() => last > promoted, { timeout: SOON });
    const before = acknowledged.size;
    await vi.waitUntil(() => acknowledged.size >= before + 20, { timeout: 30_000 });
    going = false;
    await Promise.all(crediting);
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    const { rows } = await at(replica, 'select key from idempotency where succeeded');
    expect(rows.map(({ key }) => key)).toEqual(expect.arrayContaining([...acknowledged].map((key) => `api:${key}`)));
    expect(await installation.audit()).toMatchObject({ clean: true });
  } finally {
    await installation.remove();
    await primary.stop();
    await replica.stop();
  }
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { CALLS } from '~/api/calls';
import { MirrorbookClient } from '~/api/client';
import { demonstrationOnPostgres } from '../support/demonstration/onPostgres';
import { isFull, isLong, sizeOf } from '../support/depth';
import { makeNextVersion } from '../support/nextVersion';
import { succeed } from '../support/pages/calls';
import { Client, formsOf } from '../support/pages/client';
import { pictureFile } from '../support/pages/files';
import { textOf } from '../support/pages/text';
import { Installation } from '../support/servers/installation';
import { startPostgres } from '../support/servers/postgres.server';
import { startSmtp } from '../support/servers/smtp';
import { migrateElsewhere, populatedDatabase } from './migrating';
import { UNSEALED } from './unsealed';

type Rows = (statement: string) => Promise<Record<string, unknown>[]>;
type Place = {
  environment: Record<string, string>;
  rows: (one: Installation) => Rows;
  /** Locks what every posting needs, or one user's row where the engine has row locks; returns the release. */
  hold: (one: Installation, email?: string) => Promise<() => Promise<unknown>>;
  /** Adds the demonstration before the start, where that is cheaper than making it. */
  fill?: (one: Installation) => Promise<void>;
  /** Runs an operator's statements, where there is a server. */
  operate?: (statement: string) => Promise<unknown>;
  stop: () => Promise<void>;
};

/** Databases that two processes share; a file is for `npm run test:fault`, since two processes should not share one. */
const PLACES: Record<string, () => Promise<Place>> = {
  'one SQLite file': async () => ({
    environment: {},
    rows: (one) => async (statement) => {
      const database = new Database(join(one.dataDir, 'mirrorbook.db'), { readonly: true });
      try {
        return database.prepare(statement).all() as Record<string, unknown>[];
      } finally {
        database.close();
      }
    },
    hold: async (one) => {
      const database = new Database(join(one.dataDir, 'mirrorbook.db'));
      database.exec('begin immediate');
      return async () => database.close();
    },
    stop: async () => {},
  }),
  'one PostgreSQL database': async () => {
    const server = await startPostgres();
    const url = server.url('postgres');
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return {
      environment: { DATABASE_URL: url },
      rows: () => async (statement) => (await client.query(statement)).rows,
      hold: async (_one, email) => {
        await client.query('begin');
        if (email) await client.query('select from "user" where email = $1 for no key update', [email]);
        else await client.query('lock table account in exclusive mode');
        return () => client.query('rollback');
      },
      fill: (one) => demonstrationOnPostgres(url, one.dataDir),
      operate: (statement) => client.query(statement),
      stop: async () => {
        await client.end();
        await server.stop();
      },
    };
  },
};

/** A browser behind a balancer that sends each of its requests to the other process. */
class Balanced extends Client {
  #sent = 0;

  constructor(private readonly both: readonly [Installation, Installation]) {
    super(both[0]);
  }

  override get origin(): string {
    return this.both[this.#sent % 2 === 0 ? 0 : 1].origin;
  }

  override async fetch(path: string, init?: RequestInit): Promise<Response> {
    const answer = await super.fetch(path, init);
    this.#sent += 1;
    return answer;
  }

  /** Opens the redirect of an answer. */
  async landed(answer: Response): Promise<string> {
    expect([answer.status, answer.status === 303 ? '' : await answer.text()]).toEqual([303, '']);
    return await this.page(answer.headers.get('Location') ?? '');
  }
}

/** The same browser at the other address. */
function elsewhere(client: Client, installation: Installation): Client {
  const other = new Client(installation);
  for (const [name, value] of client.cookies) other.cookies.set(name, value);
  return other;
}

const places = Object.entries(PLACES).slice(isFull ? 0 : 1);

/** Limit of requests per minute of an address: more than a test sends from its own. */
const REQUEST_LIMIT = 600;

const WITHDRAW = '/withdraw?method=BTC&WithdrawAmount=25';
const entered = { wallet: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', _again: '1' };

describe.each(places)('two processes on %s', (where, start) => {
  let place: Place;
  let smtp: Awaited<ReturnType<typeof startSmtp>>;
  let one: Installation;
  let two: Installation;
  let rows: Rows;
  const counted = async (statement: string) => Number(Object.values((await rows(statement))[0] ?? {})[0]);

  beforeAll(async () => {
    [place, smtp] = await Promise.all([start(), startSmtp()]);
    const limits = { LIMITS: `requestsPerMinute=${REQUEST_LIMIT}`, TRUSTED_PROXIES: '1' };
    const environment = { ...place.environment, ...limits, SMTP_URL: smtp.url };
    one = new Installation(environment);
    two = new Installation(environment, { beside: one });
    rows = place.rows(one);
    // With `--all` they also make the demonstration, both at once; once in turn, and whole, it is made by
    // tests/integration/platform/transactions.test.ts and demonstration.test.ts.
    if (!isLong) await place.fill?.(one);
    await Promise.all([one.start(), two.start()]);
  });
  afterAll(async () => {
    await Promise.all([one.stop(), two.stop()]);
    await one.remove();
    await smtp.stop();
    await place.stop();
  });

  test('have one demonstration, and a session at one is one at the other, and ends there too', async () => {
    expect(await counted('select count(*) from administrator')).toBe(1);
    const here = await new Client(one).signIn(one.demonstration.investor);
    const there = elsewhere(here, two);
    expect((await there.fetch('/dashboard')).status).toBe(200);
    const signOut = formsOf(await here.page('/dashboard'), '/dashboard').find(({ action }) => action === '/logout');
    if (!signOut) throw new Error('There is no way to sign out');
    expect((await here.post(signOut)).status).toBe(303);
    expect((await there.fetch('/dashboard')).headers.get('Location')).toBe('/login');
  });

  test.runIf(isLong)('a form sent to both at once counts once', async () => {
    const here = await new Client(one).signIn(one.demonstration.investor);
    const there = elsewhere(here, two);
    const form = await here.form(WITHDRAW, 'wallet');
    const before = await counted('select count(*) from withdrawal');
    const posts = Array.from({ length: 20 }, (_, at) => (at % 2 ? here : there).post(form, entered));
    expect(new Set((await Promise.all(posts)).map(({ status }) => status))).toEqual(new Set([303]));
    expect(await counted('select count(*) from withdrawal')).toBe(before + 1);
  });

  test('while a third party holds their locks, writers wait for it and others are served', async () => {
    const here = await new Client(one).signIn(one.demonstration.investor);
    const there = elsewhere(here, two);
    const forms = [await here.form(WITHDRAW, 'wallet'), await there.form(WITHDRAW, 'wallet')] as const;
    const before = await counted('select count(*) from withdrawal');
    const letGo = await place.hold(one);
    const output: unknown[] = [];
    const posts = [here.post(forms[0], entered), there.post(forms[1], entered)].map(async (post) =>
      output.push((await post).status),
    );
    for (const client of [here, there]) {
      for (const path of ['/dashboard', '/transactions', '/readyz'])
        expect((await client.fetch(path)).status).toBe(200);
    }
    output.push('let go');
    await letGo();
    await Promise.all(posts);
    expect(output).toEqual(['let go', 303, 303]);
    expect(await counted('select count(*) from withdrawal')).toBe(before + 2);
  });

  test('a lock held too long: 503 with a time to retry, nothing written, and other users continue', async () => {
    const here = await new Client(one).signIn(one.demonstration.investor);
    const form = await here.form(WITHDRAW, 'wallet');
    const other = await new Client(two).signIn(one.demonstration.copied);
    const otherForm = await other.form(WITHDRAW, 'wallet');
    const before = await counted('select count(*) from withdrawal');
    const letGo = await place.hold(one, one.demonstration.investor.email);
    const refusing = here.post(form, entered);
    const gone: unknown[] = [refusing.then(() => gone.push('held'))];
    if (place.operate) {
      for (let time = 0; time < 3; time++) expect((await other.post(otherForm, entered)).status).toBe(303);
      gone.push('others');
    }
    const refused = await refusing;
    await letGo();
    if (place.operate) expect(gone.slice(1)).toEqual(['others', 'held']);
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '10']);
    const since = before + (place.operate ? 1 : 0);
    expect(await counted('select count(*) from withdrawal')).toBe(since);
    expect((await here.post(form, entered)).status).toBe(303);
    expect((await here.post(form, entered)).status).toBe(303);
    expect(await counted('select count(*) from withdrawal')).toBe(since + 1);
  });

  async function aboutToWithdraw() {
    const here = await new Client(one).signIn(one.demonstration.investor);
    const form = await here.form(WITHDRAW, 'wallet');
    return { here, form, before: await counted('select count(*) from withdrawal') };
  }

  test.runIf(where.includes('PostgreSQL'))(
    'a connection that is lost at COMMIT: the page says that it may have been done, and sent again it counts once',
    async () => {
      const { here, form, before } = await aboutToWithdraw();
      await place.operate?.(`create function lose_connection() returns trigger language plpgsql as
        $$ begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(0.1); return null; end $$`);
      await place.operate?.(`create constraint trigger lose_connection after insert on withdrawal
        deferrable initially deferred for each row execute function lose_connection()`);
      const lost = await here.post(form, entered);
      await place.operate?.('drop trigger lose_connection on withdrawal; drop function lose_connection');
      expect([lost.status, lost.headers.get('Retry-After')]).toEqual([503, '10']);
      expect(await lost.text()).toContain('so this may or may not have been done');
      expect((await here.post(form, entered)).status).toBe(303);
      expect((await here.post(form, entered)).status).toBe(303);
      expect(await counted('select count(*) from withdrawal')).toBe(before + 1);
    },
  );

  test.runIf(where.includes('PostgreSQL'))(
    'a server without room, or that breaks connections: 503 and never 500',
    async () => {
      const { here, form, before } = await aboutToWithdraw();
      // The error of a full disk, from where the rows are written.
      await place.operate?.(`create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
      await place.operate?.('create trigger full_disk before insert on withdrawal execute function full_disk()');
      const refused = await here.post(form, entered);
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '10']);
      expect((await here.fetch('/dashboard')).status).toBe(200);
      await place.operate?.('drop trigger full_disk on withdrawal');
      expect(await counted('select count(*) from withdrawal')).toBe(before);

      const cut =
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and client_port > 0';
      // A mail whose sending is interrupted waits for its lease to end, which others below would wait for.
      const underWay = "select count(*) from mail where status = 'waiting' and leased_until is not null";
      await vi.waitUntil(async () => (await counted(underWay)) === 0, { timeout: 20_000, interval: 50 });
      const reading = Array.from({ length: 10 }, async () => (await here.fetch('/dashboard')).status);
      await place.operate?.(cut);
      for (const status of await Promise.all(reading)) expect([200, 503]).toContain(status);
      await vi.waitUntil(async () => (await here.fetch('/readyz')).status === 200, { timeout: 30_000, interval: 50 });
      expect((await here.post(form, entered)).status).toBe(303);
      expect(await counted('select count(*) from withdrawal')).toBe(before + 1);
    },
  );

  test('jobs take effect once: days of plans, mirrored trades, mails', async () => {
    const signIn = one.demonstration;
    const admin = new MirrorbookClient(two.origin);
    const { token } = await succeed(admin, 'admin', signIn.admin);
    // A trader with manual results, because copies of other traders also get results from orders during the test.
    const [entered] = await rows("select id from trader where source = 'log'");
    const trader = String(entered?.id);
    const copies = await counted(`select count(*) from copy where trader_id = '${trader}' and status = 'active'`);
    const losses = () => counted("select count(*) from journal where kind = 'copy-loss'");
    const before = await losses();
    // Mails of the demonstration's past, which were never given to a mail server.
    const ofThePast = (await rows("select id from mail where status = 'sent'")).map(({ id }) => id);
    const tradeLog = { pair: 'EUR/USD', amount: '50', tradeType: 'loss', id: trader } as const;
    for (let trade = 0; trade < 5; trade++) {
      await succeed(admin.with(token), 'updateTraderLog', { tradeLog }, `trade-${trade}`);
    }
    await one.moveClock('+20d');
    // Every trade has reached its copies, every plan has matured, and every mail is sent.
    await vi.waitFor(
      async () =>
        expect({
          losses: await losses(),
          plansRunning: await counted("select count(*) from investment where status = 'running'"),
          // Mails over a recipient's budget are gathered for ten minutes.
          mailsWaiting: await rows("select subject from mail where status = 'waiting' and lane <> 'digest'"),
        }).toEqual({ losses: before + 5 * copies, plansRunning: 0, mailsWaiting: [] }),
      { timeout: 60_000, interval: 100 },
    );
    // The Message-ID contains the ID of the mail.
    const delivered = smtp.received.map(({ raw }) => /^message-id: <(.*)@/im.exec(raw)?.[1]);
    expect(new Set(delivered).size).toBe(delivered.length);
    const sent = (await rows("select id from mail where status = 'sent'"))
      .map(({ id }) => id)
      .filter((id) => !ofThePast.includes(id));
    expect(sent.length).toBeGreaterThan(0);
    expect(delivered).toEqual(expect.arrayContaining(sent));
    expect(copies).toBeGreaterThan(0);
    expect(await losses()).toBe(before + 5 * copies);
  });

  test('the main job, each request at the other process', async () => {
    const ivy = new Balanced([one, two]);
    const wrong = await ivy.submit('/login', { email: one.demonstration.investor.email, password: 'not the password' });
    expect([wrong.status, await wrong.text()]).toEqual([
      400,
      expect.stringContaining(one.demonstration.investor.email),
    ]);
    await ivy.signIn(one.demonstration.investor);
    const ada = await new Balanced([two, one]).signInAdmin(one.demonstration.admin);

    // The proof of a refused form is stored, and found by the other process.
    const checkout = await ivy.form('/checkout?method=BTC&amount=5002', 'proof');
    const proof = await pictureFile({ width: 43 });
    const refused = await ivy.post(checkout, { amount: '1', proof });
    expect(refused.status).toBe(400);
    const again = formsOf(await refused.text(), checkout.action).find(({ names }) => names.has('_proof'));
    if (!again) throw new Error('The proof was not kept');
    const deposits = await counted('select count(*) from deposit');
    const sent = await ivy.post(again, { amount: '5002' });
    // The repeated form results in one notification and one deposit.
    const message = 'Your deposit is being reviewed';
    expect(textOf(await ivy.landed(sent))).toContain(message);
    const receipt = sent.headers.get('Location') ?? '';
    expect(textOf(await ivy.page(receipt))).not.toContain(message);
    const twice = await ivy.post(again, { amount: '5002' });
    expect([twice.status, twice.headers.get('Location')]).toEqual([303, receipt]);
    expect(await counted('select count(*) from deposit')).toBe(deposits + 1);

    // An administrator sees the effect at one process and confirms it at the other.
    const id = receipt.replace(/.*\/|#.*/g, '');
    const decision = await ada.form(`/admin/deposits?item=${id}`, 'received');
    await ada.landed(await ada.agree(decision, { received: '5002', _intent: 'approve' }));
    expect(await rows(`select status, cast(received as text) as received from deposit where id = '${id}'`)).toEqual([
      { status: 'approved', received: '500200' },
    ]);
    expect(textOf(await ivy.page('/notifications'))).toContain('Deposit approved: $5,002.00');

    expect(
      textOf(await ivy.landed(await ivy.submit('/plans?plan=starter&amount=502', { amount: '502.00' }))),
    ).toContain('$502.00');
    const paid = await ivy.submit('/withdraw?method=BTC&WithdrawAmount=32', { wallet: entered.wallet });
    expect(textOf(await ivy.landed(paid))).toContain('$32.00');
  });

  test('changes by the staff, and of their rights, take effect at the other within a second', async () => {
    const admin = await new Client(one).signInAdmin(one.demonstration.admin);
    await two.createAdministrator('bea@example.com', 'Bea', 'a walk in the snow');
    const bea = await new Client(two).signInAdmin({ email: 'bea@example.com', password: 'a walk in the snow' });
    const change = async (path: string, field: string, added: Record<string, string>) =>
      expect((await admin.agree(await admin.form(path, field), added)).status).toBe(303);

    // The page was rendered before and is cached.
    const page = async () => await (await fetch(`${two.origin}/buybitcoin`)).text();
    expect(await page()).not.toContain('Ether of old');
    const method = { name: 'Ether of old', icon: 'coin', reason: 'For the test' };
    await change('/admin/catalogue?edit=deposit-method:ETH', 'address', method);
    const changed = performance.now();
    await vi.waitUntil(async () => (await page()).includes('Ether of old'), { timeout: 10_000, interval: 20 });
    // A second, plus the time that a busy machine takes to answer.
    expect(performance.now() - changed).toBeLessThan(2_500);

    await change('/admin/catalogue?edit=rate:limit-deposit', 'value', { value: '54321', reason: 'For the test' });
    expect(await bea.page('/admin/catalogue?edit=rate:limit-deposit')).toMatch(/value="54,?321/);

    expect((await bea.fetch('/admin/users')).status).toBe(200);
    const [found] = await rows("select id from administrator where email = 'bea@example.com'");
    await change(`/admin/staff/${found?.id}?do=role`, 'reason', { role: 'traders', reason: 'For the test' });
    expect((await bea.fetch('/admin/users')).status).toBe(403);

    // Both processes simulate the same prices, but a new second may begin between the two requests.
    const price = async ({ origin }: Installation) => {
      const stream = await fetch(`${origin}/prices?of=BTCUSD`);
      const events = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
      for (let text = ''; ; ) {
        const frame = await events?.read();
        text += frame?.value ?? '';
        if (!frame?.value || text.includes('data:')) return await events?.cancel().then(() => text);
      }
    };
    await vi.waitUntil(async () => new Set(await Promise.all([one, two].map(price))).size === 1, { timeout: 10_000 });
  });

  test('announcements and new traders are visible at the other within a second', async () => {
    const admin = await new Client(one).signInAdmin(one.demonstration.admin);
    const caller = new MirrorbookClient(one.origin);
    const { token } = await succeed(caller, 'admin', one.demonstration.admin);
    /** Milliseconds until the other process answers so; its answers are cached by then. */
    const seenAfter = async (path: string, words: string) => {
      const done = performance.now();
      const shows = async () => (await (await fetch(two.origin + path)).text()).includes(words);
      await vi.waitUntil(shows, { timeout: 10_000, interval: 20 });
      return performance.now() - done;
    };
    for (const path of ['/faq', '/api/fetchTraders']) await (await fetch(two.origin + path)).text();
    const end = new Date(Date.now() + 600_000).toISOString().slice(0, 16);
    const forms = formsOf(await admin.page('/admin/announcements'), '/admin/announcements');
    const form = forms.find(({ fields }) => fields._intent === 'announce');
    if (!form) throw new Error('There is no form to announce');
    expect((await admin.agree(form, { text: 'Told at both', audience: 'all', end })).status).toBe(303);
    const announced = await seenAfter('/faq', 'Told at both');
    await succeed(caller.with(token), 'createTrader', { ...CALLS.createTrader.example, firstname: 'Newest' });
    const listed = await seenAfter('/api/fetchTraders', 'Newest');
    expect(Math.max(announced, listed)).toBeLessThan(2_500);
  });

  test.runIf(isLong)('failed tries at one are counted at the other', async () => {
    const clients = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        const client = new Client(at % 2 ? one : two);
        return { client, form: await client.form('/login', 'password') };
      }),
    );
    const wrong = { email: 'nobody@example.com', password: 'a wrong one' };
    const statuses = await Promise.all(
      clients.map(async ({ client, form }) => (await client.post(form, wrong)).status),
    );
    const tried = statuses.filter((status) => status !== 429).length;
    expect(new Set(statuses)).toEqual(new Set([400, 429]));
    // Five are allowed in total; separate counts would allow ten.
    expect(tried).toBeGreaterThanOrEqual(5);
    expect(tried).toBeLessThan(10);
  });

  test.runIf(where.includes('PostgreSQL'))(
    'mails that a killed process was sending are sent by the other',
    async () => {
      const caller = new MirrorbookClient(one.origin);
      const { token } = await succeed(caller, 'admin', one.demonstration.admin);
      const held = smtp.holdNext();
      const { email } = one.demonstration.investor;
      await succeed(
        caller.with(token),
        'fundwallet',
        { amount: 12.34, email, reason: 'Sent by the other' },
        'sent-by-other',
      );
      await held;
      const [sending] = await rows(
        "select place from running_process where id = (select holder from job where name = 'mail')",
      );
      const killed = String(sending?.place).endsWith(`process ${one.pid}`) ? one : two;
      const leased = await rows("select id from mail where status = 'waiting' and leased_until is not null");
      expect(leased).toHaveLength(1);
      // All writes that the killed process acknowledged exist, and the other process accepts writes immediately.
      await killed.stop('SIGKILL');
      const began = performance.now();
      const other = killed === one ? two : one;
      const alive = new MirrorbookClient(other.origin).with(token);
      await succeed(alive, 'fundwallet', { amount: 12.35, email, reason: 'Meanwhile' }, 'meanwhile');
      expect(performance.now() - began).toBeLessThan(5_000);
      const stored =
        "select key from idempotency where succeeded and key in ('api:sent-by-other', 'api:meanwhile') order by key";
      expect(await rows(stored)).toEqual([{ key: 'api:meanwhile' }, { key: 'api:sent-by-other' }]);
      const sent = `select count(*) from mail where id = '${leased[0]?.id}' and status = 'sent'`;
      await vi.waitUntil(async () => (await counted(sent)) === 1, { timeout: 60_000, interval: 100 });
      // Five seconds until it counts as dead, two until the job runs, and a reserve for a busy machine; its lease is two minutes.
      expect(performance.now() - began).toBeLessThan(30_000);
      expect(smtp.received.filter(({ raw }) => raw.includes(`<${leased[0]?.id}@`))).toHaveLength(1);
      await killed.start();
    },
  );

  test('both stopped, nothing is without a seal, and the audit is clean', async () => {
    await Promise.all([one.stop(), two.stop()]);
    expect(await rows(UNSEALED)).toEqual([]);
    expect(await one.audit()).toMatchObject({ clean: true });
  });
});

test('a migration killed midway on PostgreSQL: the old schema or the new, and the next start completes it', async () => {
  const server = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'mirrorbook-next-'));
  const next = join(folder, 'next');
  makeNextVersion(next);
  try {
    const url = server.url('migrated');
    const inside = async <T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
      const client = new pg.Client({ connectionString: server.url(database) });
      await client.connect();
      return await work(client).finally(() => client.end());
    };
    await inside('postgres', (client) => client.query('create database old'));
    await inside('old', async (client) => {
      for (const statement of populatedDatabase()) await client.query(statement);
    });
    const afresh = () =>
      inside('postgres', async (client) => {
        await client.query('drop database if exists migrated with (force)');
        await client.query('create database migrated template old');
      });
    const poll = (database: string) =>
      inside(database, async (client) => {
        const columns = 'select table_name, column_name, data_type from information_schema.columns';
        const { rows } = await client.query(`${columns} where table_schema = 'public' order by 1, 2`);
        const { rows: people } = await client.query('select count(*)::int as n from "user"');
        return JSON.stringify([rows, people]);
      });
    const environment = { DATABASE_URL: url };
    const before = await poll('old');
    await afresh();
    const took = (await migrateElsewhere(next, environment)) ?? 0;
    const after = await poll('migrated');
    expect(after).not.toBe(before);
    const times = sizeOf('MIDWAY');
    for (let time = 0; time < times; time++) {
      await afresh();
      await migrateElsewhere(next, environment, (took * (time + 0.5)) / times);
      expect([before, after]).toContain(await poll('migrated'));
      await migrateElsewhere(next, environment);
      expect(await poll('migrated')).toBe(after);
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}, 600_000);

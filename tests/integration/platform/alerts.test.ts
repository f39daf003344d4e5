import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { administrator, alert, alertCall, job, mail, throttle } from '#drizzle/schema';
import { alertChecks } from '~/alerts.server';
import { countWaiting } from '~/features/backoffice/admin/overview.server';
import { ALERT_QUEUE } from '~/features/backoffice/alerts/alertQueue.server';
import { checkForAlerts, loadAlertsPage, postAlerts } from '~/features/backoffice/alerts/alerts.server';
import { ALERT_NAMES, type AlertChecks, type AlertFinding, type AlertName } from '~/features/backoffice/alerts/kinds';
import { createHealthWatch } from '~/features/backoffice/alerts/processHealth.server';
import { sendAlertAgain, testAlerts } from '~/features/backoffice/alerts/sendAlerts.server';
import { JOBS } from '~/jobs.server';
import { DAY, HOUR, MINUTE, SECOND } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { findTimeline } from '~/platform/events/index.server';
import { isPrivateAddress, postOutward } from '~/platform/outward/outwardPost.server';
import { createAdminActor } from '~/platform/states';
import { clock, useDatabase } from '../../support/database';
import { requested } from '../../support/people/bonuses';
import { makeAdmin, makeUser } from '../../support/people/people';

useDatabase();

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

const nothing = Object.fromEntries(ALERT_NAMES.map((name) => [name, async () => []])) as unknown as AlertChecks;
const finding = (name: AlertName, found: AlertFinding[]): AlertChecks => ({ ...nothing, [name]: async () => found });
const low = finding('reserve-low', [{ about: 'reserve:free', message: 'It holds $1.00.' }]);

const SUPERADMIN = { role: 'superadmin' } as const;

const set = (values: Partial<ReturnType<typeof env>>) => Object.assign(env(), values);
const mails = () => read().select().from(mail);
const calls = () => read().select().from(alertCall);
const bodies = async () => (await calls()).map(({ body }) => JSON.parse(body) as { type: string; data: object });

describe('an alert', () => {
  test('is sent once two consecutive checks have seen it, to those concerned, and so is its end', async () => {
    set({ SMTP_URL: 'smtp://mail.example', ALERTS_URL: 'https://alerts.example', ALERTS_SECRET: SECRET });
    await write((tx) => tx.delete(administrator));
    const payments = await makeAdmin({ role: 'payments' });
    await makeAdmin({ role: 'support' });
    await checkForAlerts(low);
    expect([(await countWaiting(SUPERADMIN)).alerts, (await mails()).length]).toEqual([0, 0]);
    clock.advance(MINUTE);
    await checkForAlerts(low);
    await checkForAlerts(low);
    expect((await mails()).map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [payments.email, expect.stringContaining('A reserve is low')],
    ]);
    await checkForAlerts(nothing);
    expect((await bodies()).map(({ type }) => type)).toEqual(['alert.begun', 'alert.ended']);
    expect((await loadAlertsPage(SUPERADMIN)).ended).toMatchObject([
      { title: 'A reserve is low', words: 'It holds $1.00.' },
    ]);
  });

  test('of a late decision says in its title what is late, and concerns those who decide that', async () => {
    set({ SMTP_URL: 'smtp://mail.example' });
    await write((tx) => tx.delete(administrator));
    const traders = await makeAdmin({ role: 'traders' });
    await makeAdmin({ role: 'payments' });
    const late = finding('decision-late', [{ about: 'trader application', message: 'It waits since long.' }]);
    for (const looks of [late, late]) await checkForAlerts(looks);
    expect((await loadAlertsPage(traders)).open).toMatchObject([{ title: 'A decision is late: trader application' }]);
    expect((await loadAlertsPage({ role: 'payments' })).open).toEqual([]);
    expect([(await countWaiting(traders)).alerts, (await countWaiting({ role: 'payments' })).alerts]).toEqual([1, 0]);
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([traders.email]);
  });

  test('is assigned to an administrator who may act on it, with a note, until it is over', async () => {
    const [one, two] = [await makeAdmin({ role: 'payments' }), await makeAdmin({ role: 'payments' })];
    const [support, auditor] = [await makeAdmin({ role: 'support' }), await makeAdmin({ role: 'auditor' })];
    for (const looks of [low, low]) await checkForAlerts(looks);
    const [{ id } = { id: '' }] = (await loadAlertsPage(one)).open;
    const mark = async (by: { id: string }, name: string, more = {}) => {
      const done = await write(async (tx) =>
        ALERT_QUEUE.decisions[name]?.run(tx, createAdminActor(by.id), { id, ...more }),
      );
      return done?.ok ? 'done' : done?.error.code;
    };
    expect([await mark(support, 'take'), await mark(auditor, 'note', { note: 'Seen' })]).toEqual([
      'forbidden',
      'forbidden',
    ]);
    expect(await mark(one, 'assign', { to: support.id })).toBe('no-right');
    expect(await mark(one, 'assign', { to: two.id })).toBe('done');
    expect(await mark(one, 'take')).toBe('taken');
    expect(await mark(two, 'note', { note: 'Treasury sends money today' })).toBe('done');
    const shown = { owner: { name: two.name }, notes: [{ by: two.name, text: 'Treasury sends money today' }] };
    expect((await loadAlertsPage(auditor)).open).toMatchObject([shown]);
    const events = (await findTimeline(read(), 'alert', id)).map(({ event, details }) => [event, details?.alert]);
    expect(events).toEqual([
      ['assign', 'A reserve is low'],
      ['note', 'A reserve is low'],
    ]);
    await checkForAlerts(nothing);
    expect(await mark(one, 'take', { from: two.id })).toBe('decided');
    expect((await loadAlertsPage(one)).ended).toMatchObject([shown]);
  });

  test('that only one check has seen is discarded', async () => {
    await checkForAlerts(low);
    await checkForAlerts(nothing);
    expect(await read().select().from(alert)).toEqual([]);
  });

  test('that returns is posted again, and mailed again unless it was mailed minutes ago', async () => {
    set({ SMTP_URL: 'smtp://mail.example', ALERTS_URL: 'https://alerts.example', ALERTS_SECRET: SECRET });
    await makeAdmin({ role: 'payments' });
    for (const looks of [low, low, nothing, low]) await checkForAlerts(looks);
    expect((await bodies()).map(({ type }) => type)).toEqual(['alert.begun', 'alert.ended', 'alert.begun']);
    const mailed = (await mails()).length;
    expect([(await countWaiting(SUPERADMIN)).alerts, mailed > 0]).toEqual([1, true]);
    clock.advance(11 * MINUTE);
    for (const looks of [nothing, low]) await checkForAlerts(looks);
    expect((await bodies()).at(-1)).toMatchObject({ type: 'alert.begun', data: { endedAt: null } });
    expect((await mails()).length).toBe(2 * mailed);
    expect(await read().select().from(alert)).toHaveLength(1);
  });

  test('whose check fails neither starts nor ends', async () => {
    for (const looks of [low, low]) await checkForAlerts(looks);
    const failing = { ...nothing, 'reserve-low': async () => Promise.reject(new Error('away')) };
    await checkForAlerts(failing);
    expect((await countWaiting(SUPERADMIN)).alerts).toBe(1);
  });
});

describe('a component that a process monitors without the database', () => {
  test('is reported once when its fault lasts, and once when it has worked again for as long', async () => {
    let words: string | null = null;
    const reported: string[] = [];
    const watch = createHealthWatch({ storage: { everyMs: 0, check: async () => words } }, (type, fault) =>
      reported.push(`${type} ${fault.message}`),
    );
    const lookFor = async (seconds: number) => {
      for (let n = 0; n < seconds; n += 5) {
        clock.advance(5 * SECOND);
        await watch.check();
      }
    };
    words = 'away';
    await lookFor(5);
    expect([watch.faults().length, reported]).toEqual([1, []]);
    words = null;
    await lookFor(5);
    expect([watch.faults().length, reported]).toEqual([0, []]);
    words = 'away';
    await lookFor(60);
    words = null;
    await lookFor(5);
    words = 'still away';
    await lookFor(60);
    expect(reported).toEqual(['alert.begun away']);
    words = null;
    await lookFor(60);
    expect([watch.faults(), reported]).toEqual([[], ['alert.begun away', 'alert.ended still away']]);
  });
});

describe('conditions of alerts', () => {
  const found = async (name: AlertName) => await alertChecks(() => JOBS)[name]();

  test('a new installation has no alerts except for what it lacks', async () => {
    const off: string[] = [];
    for (const name of ALERT_NAMES) if ((await found(name)).length > 0) off.push(name);
    expect(off).toEqual([]);
  });

  test('a withdrawal that waits for longer than its deadline, unless it is on hold', async () => {
    const ann = await makeUser({}, { dollars: 1_000 });
    await requested(ann, 100_00n);
    expect(await found('decision-late')).toEqual([]);
    clock.advance(2 * DAY);
    expect(await found('decision-late')).toMatchObject([{ about: 'withdrawal' }]);
  });

  test('passwords that are tried for five accounts', async () => {
    const at = clock.machine;
    const tries = (n: number) => ({ key: `sign-in:account:${n}@example.com`, failures: 10, lastAt: at });
    await write((tx) => tx.insert(throttle).values([0, 1, 2, 3].map(tries)));
    expect(await found('sign-ins-attacked')).toEqual([]);
    await write((tx) => tx.insert(throttle).values(tries(4)));
    expect(await found('sign-ins-attacked')).toHaveLength(1);
    clock.advance(2 * HOUR);
    expect(await found('sign-ins-attacked')).toEqual([]);
  });

  test('a job that failed, or has not ended for long', async () => {
    const ran = { lastStartedAt: clock.machine, lastFinishedAt: clock.machine };
    await write((tx) =>
      tx.insert(job).values([
        { name: 'heads', ...ran },
        { name: 'seals', ...ran, lastError: 'away' },
        { name: 'of another version', ...ran, lastError: 'away' },
      ]),
    );
    expect((await found('job-late')).map(({ about }) => about)).toEqual(['seals']);
    clock.advance(HOUR);
    expect((await found('job-late')).map(({ about }) => about).toSorted()).toEqual(['heads', 'seals']);
  });

  test('a failed mail', async () => {
    const row = { kind: 'verify', recipient: 'a@example.com', subject: '', text: '', html: '', effectKey: 'one' };
    const times = { nextAt: clock.machine, createdAt: clock.machine };
    await write((tx) => tx.insert(mail).values({ ...row, ...times, id: crypto.randomUUID(), status: 'failed' }));
    expect(await found('mail-failing')).toHaveLength(1);
  });
});

describe('a post to the receiver', () => {
  test('fails if the receiver speaks another protocol, or nothing', async () => {
    for (const answer of ['HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n', '']) {
      const server = createTcpServer((socket) => socket.end(answer)).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      const post = { headers: {}, body: '{}', limit: 5 * SECOND };
      expect(await postOutward(url, post)).toMatch(/^It (closed the connection|could not be reached|answered 101)/);
      server.close();
    }
  });

  /** Receiver that returns these responses in order. */
  async function receiver(answers: number[]) {
    const got: { headers: NodeJS.Dict<string | string[]>; body: string }[] = [];
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const part of request) body += part;
      got.push({ headers: request.headers, body });
      response.writeHead(answers.shift() ?? 200, { location: 'http://10.0.0.1/' }).end();
    });
    await new Promise<void>((resume) => server.listen(0, '127.0.0.1', resume));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    return { got, url, close: () => server.close() };
  }

  test('is retried after growing pauses under the same ID, and a redirect is not followed', async () => {
    const { got, url, close } = await receiver([500, 302, 200]);
    set({ ALERTS_URL: url, ALERTS_SECRET: SECRET });
    const admin = createAdminActor((await makeAdmin()).id);
    expect(await write((tx) => testAlerts(tx, admin))).toMatchObject({ ok: true });
    await postAlerts();
    expect(await calls()).toMatchObject([{ status: 'waiting', problem: 'It answered 500.' }]);
    await postAlerts();
    clock.advance(10 * SECOND);
    await postAlerts();
    expect(await calls()).toMatchObject([{ attempts: 2, problem: expect.stringContaining('redirect') }]);
    clock.advance(MINUTE);
    await postAlerts();
    expect(await calls()).toMatchObject([{ status: 'delivered', attempts: 3, problem: null }]);
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const [{ id = '' } = {}] = await calls();
    expect(await write((tx) => sendAlertAgain(tx, admin, id))).toMatchObject({ ok: true });
    await postAlerts();
    expect(got).toHaveLength(4);
    close();
  });

  test('an address of a private network is recognised', () => {
    for (const address of [
      '10.1.2.3',
      '169.254.169.254',
      '192.168.0.1',
      '172.31.0.1',
      '100.64.0.1',
      'fd00::1',
      'fe80::1',
      '::ffff:127.0.0.1',
    ])
      expect([address, isPrivateAddress(address)]).toEqual([address, true]);
    for (const address of ['8.8.8.8', '172.32.0.1', '2606:4700::1111'])
      expect([address, isPrivateAddress(address)]).toEqual([address, false]);
  });
});

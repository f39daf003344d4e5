import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { MirrorbookClient } from '~/api/client';
import { isLong, someOf } from '../support/depth';
import { PASSWORD } from '../support/pages/calls';
import { Client } from '../support/pages/client';
import { Installation } from '../support/servers/installation';
import { startSmtp } from '../support/servers/smtp';

/* One account that sends expensive requests, and another that has to be served meanwhile. */

describe('an account that keeps the process busy', () => {
  const installation = new Installation({ LIMITS: 'processorSeconds=3', TRUSTED_PROXIES: '1' });
  beforeAll(async () => {
    await installation.start();
  });
  afterAll(() => installation.remove());

  const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });

  test('is answered 429 from any address, and all others are served', async () => {
    // Signs in sequentially, so that neither sign-in is charged for the flood.
    const other = await new Client(installation).signInAdmin(installation.demonstration.admin);
    const hungry = await new Client(installation).signIn(installation.demonstration.investor);

    let refused: Response | null = null;
    for (let round = 0; round < 200 && !refused; round += 1) {
      const at = Array.from({ length: 10 }, (_, n) => from(`203.0.113.${n}`));
      const answers = await Promise.all(at.map((init) => hungry.fetch('/traders', init)));
      refused = answers.find(({ status }) => status === 429) ?? null;
      for (const answer of answers) await answer.text().catch(() => '');
    }
    expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(0);
    for (const path of ['/dashboard', '/withdraw', '/live-trading']) {
      expect([path, (await hungry.fetch(path, from('203.0.113.200'))).status]).toEqual([path, 429]);
    }
    // Another account and a visitor, from the address of the flood.
    expect((await other.fetch('/admin/users', from('203.0.113.1'))).status).toBe(200);
    expect((await new Client(installation).fetch('/login', from('203.0.113.1'))).status).toBe(200);
  });
});

describe('hundreds of pages, sign-ins or forms in one moment', () => {
  const installation = new Installation({ TRUSTED_PROXIES: '1', LIMITS: 'processorSeconds=60' });
  beforeAll(async () => {
    await installation.start();
  });
  afterAll(() => installation.remove());

  test('of one address make another wait only for a few of them', async () => {
    const visitor = new Client(installation);
    const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });
    let answered = 0;
    const request = Array.from({ length: 200 }, async () => {
      const answer = await visitor.fetch('/login', from('203.0.113.1'));
      await answer.text();
      answered += 1;
    });
    // The first of them have reached the server.
    await Promise.race(request);
    expect((await visitor.fetch('/login', from('203.0.113.2'))).status).toBe(200);
    expect(answered).toBeLessThan(100);
    await Promise.all(request);
  });

  test('more simultaneous sign-ins than may wait are refused with a time to retry, and pages are served', async () => {
    const stranger = new Client(installation);
    const form = await stranger.form('/login', 'password');
    const wrong = (n: number) =>
      stranger.post(
        form,
        { email: `nobody${n}@example.com`, password: 'not the password' },
        { 'X-Forwarded-For': `10.1.${n}.1` },
      );
    const answers = await Promise.all(Array.from({ length: 250 }, (_, n) => wrong(n)));
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers.get('Retry-After')).toBe('5');
    expect((await stranger.fetch('/login', { headers: { 'X-Forwarded-For': '198.51.100.1' } })).status).toBe(200);
  });

  test('of two hundred addresses whose forms never end delay nobody', async () => {
    const { hostname, port } = new URL(installation.origin);
    const unfinished = Array.from({ length: 200 }, (_, n) => {
      const headers = {
        Origin: installation.origin,
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': '1000',
        'X-Forwarded-For': `10.0.${n}.1`,
        Expect: '100-continue',
      };
      const sent = httpRequest({ hostname, port, path: '/login', method: 'POST', headers });
      sent.on('error', () => {});
      sent.flushHeaders();
      return sent;
    });
    await Promise.all(unfinished.map((sent) => once(sent, 'continue')));
    const started = performance.now();
    const answer = await new Client(installation).fetch('/login', { headers: { 'X-Forwarded-For': '198.51.100.1' } });
    // It would be 25 if each request held a slot for a second.
    expect([answer.status, performance.now() - started < 8_000]).toEqual([200, true]);
    for (const sent of unfinished) sent.destroy();
  });
});

describe('a network of many addresses', () => {
  const ask = async (installation: Installation, address: string) => {
    const answer = await new Client(installation).fetch('/no-such-page', { headers: { 'X-Forwarded-For': address } });
    await answer.text();
    return answer.status;
  };

  const limits: [string, string][] = [
    ['requests', 'requestsPerMinute=5'],
    ['working time', 'processorSeconds=0.3'],
  ];
  test.each(someOf(limits))('has its %s counted together, and others are served', async (_, limit) => {
    const installation = new Installation({ TRUSTED_PROXIES: '1', DEMONSTRATION: '0', LIMITS: limit });
    await installation.start();
    try {
      // The first page of a process is more expensive than others.
      await ask(installation, '192.0.2.1');
      let refused = 0;
      // Each address sends one request, which is allowed.
      for (let n = 0; n < 1_000 && refused === 0; n++) {
        if ((await ask(installation, `2001:db8:1:${n.toString(16)}::1`)) === 429) refused = n;
      }
      expect(refused).toBeGreaterThan(0);
      expect(await ask(installation, '2001:db8:2::1')).toBe(404);
    } finally {
      await installation.remove();
    }
  });
});

const BATCHES = isLong ? 30 : 3;

describe(`an account without a cent that has ${20 * BATCHES} mails sent`, () => {
  let smtp: Awaited<ReturnType<typeof startSmtp>>;
  let installation: Installation;
  beforeAll(async () => {
    smtp = await startSmtp();
    installation = await new Installation({
      SMTP_URL: smtp.url,
      LIMITS: 'mailsIn10Minutes=10,minutesBetweenMails=15',
      TRUSTED_PROXIES: '1',
    }).start();
  });
  afterAll(async () => {
    await installation.remove();
    await smtp.stop();
  });

  const to = (address: string) =>
    smtp.received.filter(({ envelope }) => envelope.rcptTo.some((each) => each.address === address));
  /** Returns the first mail to an address whose text matches. */
  const mailTo = (address: string, pattern: RegExp) =>
    vi.waitFor(
      () => {
        // Quoted-printable breaks lines in the middle of links.
        const texts = to(address).map(({ raw }) => raw.replaceAll('=\r\n', '').replaceAll('=3D', '='));
        const found = texts.map((text) => pattern.exec(text)?.[0]).find(Boolean);
        if (!found) throw new Error(`No mail to ${address} has ${pattern}`);
        return found;
      },
      { timeout: 20_000, interval: 100 },
    );

  test('gets a few of them, and the reset mail of another account is sent next', async () => {
    const email = 'penniless@example.com';
    const anonymous = new MirrorbookClient(installation.origin);
    const names = { firstName: 'Pen', lastName: 'Less', userName: 'penniless', phonenumber: '+44 20 7946 0001' };
    const signedUp = await anonymous.call('register', {
      ...names,
      email,
      password: PASSWORD,
      server: 'x',
      deviceName: 'x',
    });
    expect(signedUp.http).toBe(200);
    const link = await mailTo(email, /http\S+\/verify\/[\w-]+/);
    expect((await fetch(link, { headers: { Accept: 'application/json' } })).status).toBe(200);
    const login = await anonymous.call('login', { email, password: PASSWORD });
    const client = anonymous.with((login.body as { token: string }).token);

    const wallet = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
    const before = to(email).length;
    const answers: unknown[] = [];
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const calls = Array.from({ length: 20 }, (_, n) =>
        client.call('withdraw', { method: 'BTC', WithdrawAmount: 1_000 + batch * 20 + n, wallet }),
      );
      answers.push(...(await Promise.all(calls)).map(({ body }) => (body as { status: unknown }).status));
    }
    expect(answers).toHaveLength(20 * BATCHES);
    expect(answers.filter((status) => status === 'ok')).toEqual([]);

    const other = installation.demonstration.investor.email;
    const request = smtp.received.length;
    const reset = await new Client(installation).submit('/passwordreset', { email: other });
    expect(reset.status).toBeLessThan(400);
    await mailTo(other, /http\S+\/resetpassword\/\S+/);
    const meanwhile = smtp.received.slice(request);
    const place = meanwhile.findIndex(({ raw }) => /Subject: Password Reset/.test(raw));
    // One mail may already have been in delivery at the time of the request.
    expect(place).toBeLessThanOrEqual(1);
    expect(to(email).length - before).toBeLessThanOrEqual(10);
  });

  test('gets one reset mail, however many networks a stranger requests it from', async () => {
    const { email } = installation.demonstration.copied;
    const ask = async (n: number) => {
      const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': `198.51.100.${n}` };
      const body = JSON.stringify({ email });
      return await fetch(`${installation.origin}/api/requestpasswordreset`, { method: 'POST', headers, body });
    };
    const answers = await Promise.all(Array.from({ length: 32 }, (_, n) => ask(n + 1)));
    expect(answers.map(({ status }) => status)).toContain(200);
    await mailTo(email, /http\S+\/resetpassword\/\S+/);
    // A later request of another account is sent after all earlier requests.
    const { email: last } = installation.demonstration.admin;
    await new Client(installation).submit('/staff/passwordreset', { email: last });
    await mailTo(last, /http\S+\/staff\/resetpassword\?token=\S+/);
    expect(to(email)).toHaveLength(1);
  });
});

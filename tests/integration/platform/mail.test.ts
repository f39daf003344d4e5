import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { mail as mailTable } from '#drizzle/schema';
import { deliverMail, mailRetryWait, messageIdOf } from '~/mail/deliver.server';
import { enqueueMail, type OutgoingMail } from '~/mail/outbox.server';
import { type MailTransport, smtpTransport } from '~/mail/transport.server';
import { DAY, MINUTE, SECOND } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { clock, useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { type Received, startSmtp } from '../../support/servers/smtp';

useDatabase();

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

const SHORT = { connection: 300, greeting: 300, idle: 300, whole: 900 };

/** A real SMTP server until the end of the test, and a transport to it. */
async function mailServer(port?: number, refuse?: (to: string) => Error | null) {
  const { received, port: taken, url, stop } = await startSmtp(port, refuse);
  cleanups.push(stop);
  return { received, port: taken, transport: smtpTransport(url) };
}

/** A server that speaks another protocol: `talk` gets each connection. */
async function badServer(talk: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    talk(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((closed) => server.close(closed));
  });
  const { port } = server.address() as AddressInfo;
  return { server, port, transport: smtpTransport(`smtp://127.0.0.1:${port}`, SHORT) };
}

const enqueue = (mail: Partial<OutgoingMail> = {}) =>
  write((tx) =>
    enqueueMail(tx, {
      effectKey: 'welcome:ann',
      kind: 'plan-opened',
      to: 'ann@example.com',
      subject: 'Welcome',
      paragraphs: ['Hello Ann.'],
      ...mail,
    }),
  );

const rows = async () => await read().select().from(mailTable).orderBy(mailTable.effectKey);

/** Value of a header, unfolded, or undefined; throws if it is repeated. */
function header({ raw }: Received, name: string): string | undefined {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  const found = head.split('\r\n').filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  if (found.length > 1) throw new Error(`${name} stands there ${found.length} times`);
  return found[0]?.slice(name.length + 1).trim();
}

function part({ raw }: Received, type: string): string {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1];
  const found = raw.split(`--${boundary}`).find((each) => each.toLowerCase().includes(`content-type: ${type}`)) ?? '';
  const start = found.indexOf('\r\n\r\n');
  const body = found.slice(start + 4);
  if (/quoted-printable/i.test(found.slice(0, start))) {
    const bytes = body
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Buffer.from(bytes, 'latin1').toString('utf8');
  }
  return /base64/i.test(found.slice(0, start)) ? Buffer.from(body, 'base64').toString('utf8') : body;
}

describe('the outbox', () => {
  test('delivers a mail once, as text and HTML with the same content', async () => {
    const { received, transport } = await mailServer();
    await enqueue({
      paragraphs: ['Hello Ann, here is €5.', 'Confirm your address.'],
      action: { label: 'Confirm', href: 'https://mirrorbook.example/verify?a=1&b=2' },
    });
    await enqueue({ subject: 'The same effect, asked for again' });
    expect(await deliverMail({ transport })).toBe(true);
    expect(await deliverMail({ transport })).toBe(false);

    expect(received).toHaveLength(1);
    const mail = received[0]!;
    const [row] = await rows();
    expect(mail.envelope.rcptTo.map(({ address }) => address)).toEqual(['ann@example.com']);
    expect(mail.envelope.mailFrom).toMatchObject({ address: 'no-reply@mirrorbook.example' });
    expect(header(mail, 'From')).toBe('Mirrorbook <no-reply@mirrorbook.example>');
    expect(header(mail, 'To')).toBe('ann@example.com');
    expect(header(mail, 'Reply-To')).toBe('support@mirrorbook.example');
    expect(header(mail, 'Subject')).toBe('[paper] Welcome');
    expect(header(mail, 'X-Mode')).toBe('paper');
    expect(header(mail, 'Message-ID')).toBe(messageIdOf(row!.id));
    expect(part(mail, 'text/plain')).toContain('Hello Ann, here is €5.');
    expect(part(mail, 'text/plain')).toContain('Confirm:\r\nhttps://mirrorbook.example/verify?a=1&b=2');
    expect(part(mail, 'text/html')).toContain('Hello Ann, here is €5.');
    expect(part(mail, 'text/html')).toContain('href="https://mirrorbook.example/verify?a=1&amp;b=2"');
    expect(row).toMatchObject({ status: 'sent', attempts: 1, sentAt: clock.machine, leasedUntil: null, error: null });
  });

  test('is written or not with its transaction', async () => {
    const undone = write(async (tx) => {
      await enqueueMail(tx, {
        effectKey: 'x',
        kind: 'plan-opened',
        to: 'ann@example.com',
        subject: 'x',
        paragraphs: ['x'],
      });
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect(await rows()).toEqual([]);
  });

  test('does not wait for a clock that was set back to catch up', async () => {
    const { transport: hanging } = await badServer((socket) => socket.destroy());
    const { received, transport } = await mailServer();
    await enqueue();
    clock.advance(-DAY);
    // Tests a new mail, one that waits for a retry, and one with the lease of a dead process.
    expect(await deliverMail({ transport: hanging })).toBe(false);
    expect((await rows())[0]).toMatchObject({ status: 'waiting', attempts: 1 });
    clock.advance(-DAY);
    await write((tx) => tx.update(mailTable).set({ leasedUntil: new Date(clock.machine.getTime() + DAY) }));
    expect(await deliverMail({ transport })).toBe(true);
    expect(received).toHaveLength(1);
    expect((await rows())[0]).toMatchObject({ status: 'sent', attempts: 2 });
    // A mail with a later time is still sent later.
    await enqueue({ effectKey: 'later', at: new Date(clock.machine.getTime() + DAY) });
    expect(await deliverMail({ transport })).toBe(false);
  });

  test('sends nothing before its time', async () => {
    const { received, transport } = await mailServer();
    await enqueue({ at: new Date(clock.machine.getTime() + MINUTE) });
    expect(await deliverMail({ transport })).toBe(false);
    clock.advance(MINUTE);
    expect(await deliverMail({ transport })).toBe(true);
    expect(received).toHaveLength(1);
  });

  test('a name full of markup and line breaks stays text', async () => {
    const { received, transport } = await mailServer();
    const name = 'Eve <script>alert(1)</script>\r\nBcc: bob@example.com\r\n\r\n<b>x</b>';
    await enqueue({ subject: `Welcome ${name}`, paragraphs: [`Dear ${name}`] });
    await deliverMail({ transport });
    const mail = received[0]!;
    expect(header(mail, 'Bcc')).toBeUndefined();
    expect(mail.envelope.rcptTo).toHaveLength(1);
    expect(header(mail, 'Subject')).toBe('[paper] Welcome Eve <script>alert(1)</script> Bcc: bob@example.com <b>x</b>');
    const html = part(mail, 'text/html');
    expect(html).not.toMatch(/<script|<b>/);
    expect(html).toContain('Dear Eve &lt;script&gt;alert(1)&lt;/script&gt; Bcc: bob@example.com');
  });

  test.each([
    'ann@example.com\r\nBcc: bob@example.com',
    'ann@example.com, bob@example.com',
    'Ann <ann@example.com>',
    '"ann" ann@example.com',
  ])('the address %j gets no mail and rolls back no transaction', async (to) => {
    const { received, transport } = await mailServer();
    await enqueue({ to });
    expect(await deliverMail({ transport })).toBe(false);
    expect(received).toEqual([]);
    expect(await rows()).toMatchObject([{ status: 'failed', recipient: '' }]);
  });
});

describe('a mail server in trouble', () => {
  test('down, then up: tries back off, and then exactly one mail is sent', async () => {
    const { port, server } = await badServer(() => {});
    await new Promise((closed) => server.close(closed));
    cleanups.length = 0;
    const transport = smtpTransport(`smtp://ann:hunter2@127.0.0.1:${port}`, SHORT);
    await enqueue();
    for (let attempts = 1; attempts <= 3; attempts++) {
      expect(await deliverMail({ transport })).toBe(false);
      const [row] = await rows();
      expect(row).toMatchObject({ status: 'waiting', attempts, leasedUntil: null });
      expect(row!.nextAt.getTime() - clock.machine.getTime()).toBe(5 * SECOND * 2 ** (attempts - 1));
      expect(row!.error).toMatch(/^E[A-Z]+( |$)/);
      expect(row!.error).not.toContain('hunter2');
      // No mail is tried before it is due.
      expect(await deliverMail({ transport })).toBe(false);
      expect((await rows())[0]!.attempts).toBe(attempts);
      clock.advance(row!.nextAt.getTime() - clock.machine.getTime());
    }
    const { received, transport: up } = await mailServer(port);
    expect(await deliverMail({ transport: up })).toBe(true);
    expect(await deliverMail({ transport: up })).toBe(false);
    clock.advance(60 * MINUTE);
    expect(await deliverMail({ transport: up })).toBe(false);
    expect(received).toHaveLength(1);
    expect(await rows()).toMatchObject([{ status: 'sent', attempts: 4, error: null }]);
  });

  test('hanging: the database stays free, the others are not tried, and the try ends', async () => {
    const { server, transport } = await badServer(() => {});
    await enqueue();
    await enqueue({ effectKey: 'welcome:bob', to: 'bob@example.com' });
    const connected = once(server, 'connection');
    const delivery = deliverMail({ transport });
    await connected;
    // A write and a read of a page must succeed while the mail hangs.
    await enqueue({ effectKey: 'welcome:zoe', to: 'zoe@example.com' });
    expect(await rows()).toHaveLength(3);
    expect(await Promise.race([delivery, Promise.resolve('hanging')])).toBe('hanging');
    expect(await delivery).toBe(false);
    expect((await rows()).map(({ attempts }) => attempts).sort()).toEqual([0, 0, 1]);
  });

  test('that drips a byte at a time is given up as well', async () => {
    const { transport } = await badServer((socket) => {
      socket.write('220 hello\r\n');
      const drip = setInterval(() => socket.write('250-more\r\n'), 20);
      socket.on('close', () => clearInterval(drip));
    });
    await enqueue();
    expect(await deliverMail({ transport })).toBe(false);
    expect(await rows()).toMatchObject([{ status: 'waiting', attempts: 1 }]);
  });

  test('a recipient refused for good holds up no other mail and fails after three tries', async () => {
    const refusal = Object.assign(new Error('No such user: token=canary'), { responseCode: 550 });
    const { received, transport } = await mailServer(0, (to) => (to === 'ann@example.com' ? refusal : null));
    await enqueue();
    await enqueue({ effectKey: 'welcome:bob', to: 'bob@example.com' });
    expect(await deliverMail({ transport })).toBe(true);
    expect(received.map(({ envelope }) => envelope.rcptTo[0]?.address)).toEqual(['bob@example.com']);
    for (let more = 0; more < 5; more++) {
      clock.advance(15 * MINUTE);
      await deliverMail({ transport });
    }
    const [ann] = await rows();
    expect(ann).toMatchObject({ status: 'failed', attempts: 3, error: 'EENVELOPE 550 at RCPT TO' });
  });

  test('a recipient refused temporarily is retried for about two days', async () => {
    const refusal = Object.assign(new Error('Greylisted'), { responseCode: 451 });
    const { transport } = await mailServer(0, () => refusal);
    await enqueue();
    for (let tries = 0; tries < 5; tries++) {
      await deliverMail({ transport });
      clock.advance(15 * MINUTE);
    }
    expect(await rows()).toMatchObject([{ status: 'waiting', attempts: 5, error: 'EENVELOPE 451 at RCPT TO' }]);
    const whole = Array.from({ length: 199 }, (_, index) => mailRetryWait(index + 1)).reduce(
      (sum, wait) => sum + wait,
      0,
    );
    expect(whole / (60 * MINUTE)).toBeGreaterThan(46);
  });
});

describe('several processes', () => {
  test('deliver each mail once', async () => {
    const { received, transport } = await mailServer();
    for (let each = 0; each < 8; each++) await enqueue({ effectKey: `welcome:${each}`, to: `u${each}@example.com` });
    await Promise.all([deliverMail({ transport }), deliverMail({ transport }), deliverMail({ transport })]);
    expect(received.map(({ envelope }) => envelope.rcptTo[0]?.address).sort()).toEqual(
      Array.from({ length: 8 }, (_, each) => `u${each}@example.com`),
    );
  });

  test('one that dies after the server accepted the mail: sent again when the lease ends, under the same Message-ID', async () => {
    const { received, transport } = await mailServer();
    await enqueue();
    let died = () => {};
    const death = new Promise<void>((resolve) => {
      died = resolve;
    });
    const dying: MailTransport = {
      send: async (message) => {
        await transport.send(message);
        died();
        await new Promise(() => {});
      },
    };
    void deliverMail({ transport: dying });
    await death;
    clock.advance(MINUTE);
    expect(await deliverMail({ transport })).toBe(false);
    expect(received).toHaveLength(1);
    clock.advance(MINUTE);
    expect(await deliverMail({ transport })).toBe(true);
    expect(received.map((mail) => header(mail, 'Message-ID'))).toEqual(
      Array(2).fill(messageIdOf((await rows())[0]!.id)),
    );
  });

  test('stop on request', async () => {
    const { received, transport } = await mailServer();
    await enqueue();
    await enqueue({ effectKey: 'welcome:bob' });
    expect(await deliverMail({ transport, stop: () => received.length === 1 })).toBe(true);
    expect(received).toHaveLength(1);
  });
});

describe('without an SMTP_URL', () => {
  test('paper mode prints the mail, framed, on standard output', async () => {
    const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    await enqueue({ action: { label: 'Confirm', href: 'https://mirrorbook.example/verify' } });
    expect(await deliverMail()).toBe(true);
    const printed = print.mock.calls.map(([chunk]) => String(chunk)).join('');
    print.mockRestore();
    expect(printed).toContain('Mail (no SMTP_URL is set, so it is printed here; paper mode only)');
    expect(printed).toContain('To:         ann@example.com');
    expect(printed).toContain('Paper mode: simulated money');
    expect(printed).toContain('https://mirrorbook.example/verify');
  });
});

test('live mode has no paper mark, names the operator, and stores no delivered text', async () => {
  const { received, port } = await mailServer();
  testEnv({
    MODE: 'live',
    OPERATOR_NAME: 'Harbour Ltd',
    OPERATOR_LICENCE: '77',
    OPERATOR_REGULATOR: 'the FMA',
    OPERATOR_JURISDICTION: 'New Zealand',
    OPERATOR_ADDRESSES: 'BTC=1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
    SUPPORT_EMAIL: 'help@harbour.example',
    MAIL_FROM: 'Harbour, Ltd <mail@harbour.example>',
    PUBLIC_URL: 'https://harbour.example',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    STORAGE_URL: 'file:unused',
    SESSION_SECRET: 'a-session-secret-of-the-tests-only',
    SEAL_SECRET: 'another-secret-for-seals-of-the-tests',
  });
  await enqueue({ paragraphs: ['Your link: token-canary'] });
  expect(await deliverMail()).toBe(true);
  const mail = received[0]!;
  expect(mail.raw).not.toMatch(/paper/i);
  expect(header(mail, 'Subject')).toBe('Welcome');
  expect(header(mail, 'From')).toBe('"Harbour, Ltd" <mail@harbour.example>');
  expect(part(mail, 'text/plain')).toContain('Harbour Ltd, licence 77, regulated by the FMA, New Zealand');
  expect(JSON.stringify(await rows())).not.toContain('token-canary');
});

import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { mail as mailTable } from '#drizzle/schema';
import { deliverMail } from '~/mail/deliver.server';
import { isSecurityMail } from '~/mail/lanes';
import { enqueueMail, MAIL_WINDOW } from '~/mail/outbox.server';
import type { MailTransport } from '~/mail/transport.server';
import { MINUTE } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { sourcesOf } from '../../architecture/sources';
import { clock, useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';

useDatabase();

const SUPPORT = 'support@mirrorbook.example';

let made = 0;
async function enqueue(kind: string, to: string, named?: string): Promise<void> {
  made += 1;
  const subject = named ?? `${kind} ${made}`;
  const mail = { effectKey: `${kind}:${subject}:${to}`, kind, to, subject, paragraphs: [subject] };
  await write((tx) => enqueueMail(tx, mail));
}

/** Keeps what goes out; `meanwhile` runs while the first mail is on its way. */
function collecting(meanwhile?: () => Promise<void>) {
  const sent: { to: string; subject: string; text: string }[] = [];
  const transport: MailTransport = {
    send: async ({ to, subject, text }) => {
      sent.push({ to, subject, text });
      if (sent.length === 1) await meanwhile?.();
    },
  };
  return { sent, transport };
}

const deliverAll = async (transport: MailTransport) => {
  while (await deliverMail({ transport }));
};

describe('mails about security', () => {
  test('go out before all that waited longer', async () => {
    for (let n = 0; n < 60; n += 1) await enqueue('withdrawal-refused', `person${n}@example.com`);
    clock.advance(MINUTE);
    await enqueue('reset', 'ann@example.com', 'Reset your password');
    const { sent, transport } = collecting();
    await deliverMail({ transport });
    expect(sent[0]).toMatchObject({ to: 'ann@example.com' });
    expect(sent).toHaveLength(10);
  });

  test('that come while others are sent are the next', async () => {
    for (let n = 0; n < 5; n += 1) await enqueue('deposit-submitted', `person${n}@example.com`);
    const { sent, transport } = collecting(() => enqueue('sign-in-tries', 'ann@example.com'));
    await deliverMail({ transport });
    expect(sent.map(({ to }) => to).indexOf('ann@example.com')).toBe(1);
  });

  test('are held back by no budget', async () => {
    testEnv({ MAILS_IN_10_MINUTES: '2' });
    for (let n = 0; n < 6; n += 1) await enqueue('reset', 'ann@example.com');
    const { sent, transport } = collecting();
    await deliverAll(transport);
    expect(sent).toHaveLength(6);
  });

  /** Kinds as they stand in the sources: named, or the beginning of a key of news. */
  const kinds = sourcesOf('app/features')
    .filter(({ path }) => /[mM]ail\.server\.ts$/.test(path))
    .flatMap(({ text }) => [
      ...Array.from(text.matchAll(/\bkind: '([\w-]+)'/g), ([, kind = '']) => kind),
      ...Array.from(text.matchAll(/\beffectKey: `([\w-]+):/g), ([, kind = '']) => kind),
    ]);

  test('are of these kinds, and of no others in the sources', () => {
    expect([...new Set(kinds.filter(isSecurityMail))].sort()).toEqual([
      'account-closed',
      'account-frozen',
      'account-reopened',
      'account-unfrozen',
      'approval-asked',
      'password-changed',
      'reset',
      'sign-in-tries',
      'sign-up-known',
      'staff-changed',
      'two-factor',
      'verify',
    ]);
    expect(kinds).toContain('withdrawal-refused');
  });
});

describe('more ordinary mails than a recipient’s budget', () => {
  test('come together in one, each told once', async () => {
    testEnv({ MAILS_IN_10_MINUTES: '10' });
    for (let n = 0; n < 230; n += 1) await enqueue('withdrawal-requested', SUPPORT, `Withdrawal ${n}.`);
    const { sent, transport } = collecting();
    await deliverAll(transport);
    expect(sent).toHaveLength(10);
    clock.advance(MAIL_WINDOW);
    await deliverAll(transport);
    await deliverAll(transport);
    const digests = sent.slice(10);
    expect(digests).toHaveLength(3);
    const told = sent.map(({ text }) => text).join('\n');
    for (let n = 0; n < 230; n += 1) expect([n, told.split(`Withdrawal ${n}.`).length]).toEqual([n, 2]);
    expect(await read().select().from(mailTable).where(eq(mailTable.status, 'waiting'))).toEqual([]);
  });

  test('delay no other recipient', async () => {
    testEnv({ MAILS_IN_10_MINUTES: '3' });
    for (let n = 0; n < 50; n += 1) await enqueue('withdrawal-refused', 'eve@example.com');
    await enqueue('deposit-approved', 'ann@example.com');
    const { sent, transport } = collecting();
    await deliverAll(transport);
    expect(sent.filter(({ to }) => to === 'eve@example.com')).toHaveLength(3);
    expect(sent.filter(({ to }) => to === 'ann@example.com')).toHaveLength(1);
  });

  test('a single one over it goes out as it is', async () => {
    testEnv({ MAILS_IN_10_MINUTES: '1' });
    await enqueue('deposit-approved', 'ann@example.com', 'First');
    await enqueue('deposit-approved', 'ann@example.com', 'Second');
    const { sent, transport } = collecting();
    await deliverAll(transport);
    clock.advance(MAIL_WINDOW);
    await deliverAll(transport);
    expect(sent.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('First'),
      expect.stringContaining('Second'),
    ]);
  });
});

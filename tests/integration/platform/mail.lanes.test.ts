import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { mail as mailTable, setting } from '#drizzle/schema';
import { mailDepositSubmitted } from '~/features/money/wallet/deposits/internal/depositMail.server';
import { submitDeposit } from '~/features/money/wallet/deposits/submitDeposit.server';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { deliverMail } from '~/mail/deliver.server';
import { isFoldable, MAIL_KINDS, type MailKind } from '~/mail/lanes';
import { enqueueMail, MAIL_WINDOW_MS } from '~/mail/outbox.server';
import type { MailTransport } from '~/mail/transport.server';
import { MINUTE } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { utcText } from '~/platform/text/dayText';
import { clock, useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { makeUser } from '../../support/people/people';

useDatabase();

const SUPPORT = 'support@mirrorbook.example';

let made = 0;
async function enqueue(kind: MailKind, to: string, named?: string): Promise<void> {
  made += 1;
  const subject = named ?? `${kind} ${made}`;
  const mail = { effectKey: `${kind}:${subject}:${to}`, kind, to, subject, paragraphs: [subject] };
  await write((tx) => enqueueMail(tx, mail));
}

/** Records sent mails; `meanwhile` runs while the first mail is being sent. */
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
  test('are sent before all that waited longer', async () => {
    for (let n = 0; n < 60; n += 1) await enqueue('withdrawal-refused', `person${n}@example.com`);
    clock.advance(MINUTE);
    await enqueue('reset', 'ann@example.com', 'Reset your password');
    const { sent, transport } = collecting();
    await deliverMail({ transport });
    expect(sent[0]).toMatchObject({ to: 'ann@example.com' });
    expect(sent).toHaveLength(10);
  });

  test('that arrive while others are sent are the next', async () => {
    for (let n = 0; n < 5; n += 1) await enqueue('deposit-submitted', `person${n}@example.com`);
    const { sent, transport } = collecting(() => enqueue('sign-in-tries', 'ann@example.com'));
    await deliverMail({ transport });
    expect(sent.map(({ to }) => to).indexOf('ann@example.com')).toBe(1);
  });

  test('are held back by no budget', async () => {
    testEnv({ LIMITS: 'mailsIn10Minutes=2' });
    for (let n = 0; n < 6; n += 1) await enqueue('withdrawal-paid', 'ann@example.com');
    const { sent, transport } = collecting();
    await deliverAll(transport);
    expect(sent).toHaveLength(6);
  });

  test('are the only mails that are never combined in a digest', () => {
    expect(MAIL_KINDS.filter((kind) => !isFoldable(kind)).sort()).toEqual([
      'account-closed',
      'account-frozen',
      'account-reopened',
      'account-unfrozen',
      'administrator-added',
      'approval-asked',
      'books-off',
      'operator-debit',
      'password-changed',
      'receivable-written-off',
      'reset',
      'sign-in-tries',
      'sign-up-known',
      'staff-changed',
      'staff-invitation',
      'staff-reset',
      'two-factor',
      'verify',
      'withdrawal-approved',
      'withdrawal-bounced',
      'withdrawal-paid',
      'withdrawal-rejected',
      'withdrawal-requested',
    ]);
  });
});

describe('a withdrawal after a flood of a stranger’s own mails', () => {
  test('is mailed to its owner, with the link that freezes the account, and to support, at once and separately', async () => {
    await write((tx) => tx.update(setting).set({ value: 1 }).where(eq(setting.key, 'withdrawal-wait-days')));
    const ann = await makeUser({ email: 'ann@example.com' }, { dollars: 1_000 });
    for (let n = 0; n < 11; n += 1) {
      const input = { method: 'BTC', amount: 1_000_00n + BigInt(n), proof: null };
      expect((await write((tx) => submitDeposit(tx, ann, input))).ok).toBe(true);
    }
    const request = { method: 'BTC', amount: 300_00n, wallet: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' };
    expect((await write((tx) => requestWithdrawal(tx, ann, request))).ok).toBe(true);
    const { sent, transport } = collecting();
    await deliverAll(transport);
    const sentMails = sent.filter(({ text }) => /\$300\.00 by .+ to 1BoatSLRHtKNngkdXEeobR76b53LETtpyT/.test(text));
    expect(sentMails.map(({ to }) => to)).toEqual([ann.email, SUPPORT]);
    expect(sentMails[0]?.text).toMatch(/Freeze my account:\nhttp\S+\/freeze\?token=\S+/);
    expect(sentMails[1]?.text).toMatch(/ann@example\.com requested .*\n\nDecide:\nhttp\S+\/admin\/withdrawals/);

    clock.advance(MAIL_WINDOW_MS);
    await deliverAll(transport);
    const [digest] = sent.filter(({ to, subject }) => to === SUPPORT && /deposit/.test(subject)).slice(10);
    // The eleventh deposit alone is over the budget, so it is sent unchanged.
    expect(digest?.text).toContain('ann@example.com says that $1,000.10 was sent by ');
  });
});

describe('more ordinary mails than a recipient’s budget', () => {
  test('are combined in one, each listed once', async () => {
    testEnv({ LIMITS: 'mailsIn10Minutes=10' });
    for (let n = 0; n < 230; n += 1) await enqueue('deposit-submitted', SUPPORT, `Deposit ${n}.`);
    const { sent, transport } = collecting();
    await deliverAll(transport);
    expect(sent).toHaveLength(10);
    clock.advance(MAIL_WINDOW_MS);
    await deliverAll(transport);
    await deliverAll(transport);
    const digests = sent.slice(10);
    expect(digests).toHaveLength(3);
    const sentMails = sent.map(({ text }) => text).join('\n');
    for (let n = 0; n < 230; n += 1) expect([n, sentMails.split(`Deposit ${n}.`).length > 1]).toEqual([n, true]);
    expect(await read().select().from(mailTable).where(eq(mailTable.status, 'waiting'))).toEqual([]);
  });

  test('have the person, amount and link of each in the digest, in both parts', async () => {
    testEnv({ LIMITS: 'mailsIn10Minutes=1' });
    const people = [];
    for (const email of ['ann@example.com', 'bob@example.com', 'eve@example.com']) {
      people.push(await makeUser({ email, firstName: 'Ann' }));
    }
    for (const [n, person] of people.entries()) {
      const news = { id: `id-${n}`, amount: BigInt(n + 1) * 100_00n, method: 'Bitcoin', hasProof: n > 0 };
      await write((tx) => mailDepositSubmitted(tx, person, news));
      await write((tx) =>
        mailDepositSubmitted(tx, { ...person, email: 'all@example.com' }, { ...news, id: `own-${n}` }),
      );
    }
    const request = utcText(clock.machine);
    clock.advance(MAIL_WINDOW_MS);
    const bodies: { to: string; text: string; html: string }[] = [];
    await deliverAll({ send: async (message) => void bodies.push(message) });
    const digestTo = (to: string) =>
      bodies.find((each) => each.to === to && each.text.includes('Here they are together'));
    const support = digestTo(SUPPORT);
    const line = (email: string, dollars: string) =>
      `${request}: A deposit waits for a decision. ${email} says that ${dollars} was sent by Bitcoin. The proof is attached to it.`;
    for (const [first, id] of [
      [line('bob@example.com', '$200.00'), people[1]?.id],
      [line('eve@example.com', '$300.00'), people[2]?.id],
    ]) {
      const href = `http://mirrorbook.test/admin/deposits?user=${id}`;
      expect(support?.text).toContain(`${first}\n${href}\n`);
      expect(support?.html).toContain(`${first}<br><a href="${href}"`);
    }
    const own = digestTo('all@example.com')?.text ?? '';
    expect(own).toContain('Deposit submitted. you reported a deposit of $300.00 by Bitcoin.');
    expect(own).toContain('http://mirrorbook.test/deposit/own-2\n');
    expect(own).not.toContain('Hi Ann');
  });

  test('delay no other recipient', async () => {
    testEnv({ LIMITS: 'mailsIn10Minutes=3' });
    for (let n = 0; n < 50; n += 1) await enqueue('withdrawal-refused', 'eve@example.com');
    await enqueue('deposit-approved', 'ann@example.com');
    const { sent, transport } = collecting();
    await deliverAll(transport);
    expect(sent.filter(({ to }) => to === 'eve@example.com')).toHaveLength(3);
    expect(sent.filter(({ to }) => to === 'ann@example.com')).toHaveLength(1);
  });

  test('are sent unchanged if only one exceeds the budget', async () => {
    testEnv({ LIMITS: 'mailsIn10Minutes=1' });
    await enqueue('deposit-approved', 'ann@example.com', 'First');
    await enqueue('deposit-approved', 'ann@example.com', 'Second');
    const { sent, transport } = collecting();
    await deliverAll(transport);
    clock.advance(MAIL_WINDOW_MS);
    await deliverAll(transport);
    expect(sent.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('First'),
      expect.stringContaining('Second'),
    ]);
  });
});

// On both engines: a backup contains the waiting mails.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { eq, is, Table } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { beforeEach, describe, expect, test } from 'vitest';
import * as schema from '#drizzle/schema';
import { alertChecks } from '~/alerts.server';
import { DATABASE_FILE_NAME, makeBackup, restoreBackup } from '~/backups/index.server';
import { mailWithdrawalRequested } from '~/features/money/wallet/withdrawals/internal/withdrawalMail.server';
import { requestPasswordReset } from '~/features/people/auth/passwords/requestPasswordReset.server';
import { inviteAdministrator } from '~/features/people/staff/invitations.server';
import { deliverMail } from '~/mail/deliver.server';
import { ALTERED_MAIL_TEXT, enqueueMail, MAIL_WINDOW_MS } from '~/mail/outbox.server';
import type { MailTransport } from '~/mail/transport.server';
import { MINUTE } from '~/platform/clock';
import { closeDatabase, openDatabase, read, write } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { newId } from '~/platform/ids';
import { prepareInstallation } from '~/platform/installation/index.server';
import { encryptText } from '~/platform/sealedText';
import { createAdminActor } from '~/platform/states';
import { clock, emptyDatabase, useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { mailsPut } from '../../support/people/outbox';
import { makeAdmin, makeUser } from '../../support/people/people';

/* If a mail server is set, a copy of the database contains no usable login link. */

/** The tests run in paper mode, so a mail server is configured for it. */
const SENDING = { SMTP_URL: 'smtp://127.0.0.1:1' };

useDatabase();
beforeEach(async () => {
  testEnv(SENDING);
  await prepareInstallation();
});

/** Secrets of the links in the mails' bodies. */
const secretsIn = (bodies: { text: string }[]) =>
  bodies.flatMap(({ text }) => [...text.matchAll(/[?&]token=([\w-]{20,})/g)].map(([, secret = '']) => secret));

/** Puts mails with each sort of link in the outbox. */
async function putMails(): Promise<string[]> {
  const ann = await makeUser({ email: 'ann@example.com' });
  await requestPasswordReset({ email: ann.email }, { address: '192.0.2.1' });
  const by = createAdminActor((await makeAdmin()).id);
  await write(async (tx) => {
    const wait = { until: new Date(1), why: 'it is new' };
    await mailWithdrawalRequested(tx, ann, { id: 'one', amount: 1_00n, method: 'Bitcoin', wallet: 'bc1', wait });
    await inviteAdministrator(tx, by, {
      name: 'Bob',
      email: 'bob@example.com',
      role: 'support',
    });
  });
  const secrets = secretsIn(await mailsPut());
  expect(secrets).toHaveLength(3);
  return secrets;
}

/** Every row of every table, as JSON. */
async function wholeDatabase(): Promise<string> {
  const tables = Object.values<unknown>(schema).filter((each): each is SQLiteTable => is(each, Table));
  const rows: unknown[] = [];
  for (const each of tables) rows.push(await read().select().from(each));
  return JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value));
}

function collecting() {
  const sent: { to: string; text: string; html: string }[] = [];
  const transport: MailTransport = { send: async (message) => void sent.push(message) };
  return { sent, transport };
}

test('no table contains a secret of a mailed link, and sent mails contain them all', async () => {
  const secrets = await putMails();
  const rows = await wholeDatabase();
  for (const secret of secrets) expect(rows).not.toContain(secret);
  expect(rows).not.toContain('/freeze?token');
  const { sent, transport } = collecting();
  while (await deliverMail({ transport }));
  expect(secretsIn(sent).sort()).toEqual(secrets.sort());
  for (const { html } of sent) expect(html).toContain('<!doctype html>');
});

test('a digest reads its mails, and is itself encrypted', async () => {
  testEnv({ ...SENDING, LIMITS: 'mailsIn10Minutes=1' });
  for (let n = 0; n < 3; n += 1) {
    const action = { label: 'See it', href: `https://m.example/${n}` };
    const input = { effectKey: `deposit-approved:${n}`, kind: 'deposit-approved', to: 'ann@example.com' } as const;
    await write((tx) => enqueueMail(tx, { ...input, subject: 'Deposit', paragraphs: [`It is ${n} dollars.`], action }));
  }
  clock.advance(MAIL_WINDOW_MS);
  const { sent, transport } = collecting();
  const stop = { send: () => Promise.reject(new Error('not now')) };
  await deliverMail({ transport: stop });
  expect(await wholeDatabase()).not.toContain('It is 2 dollars.');
  clock.advance(MINUTE);
  while (await deliverMail({ transport }));
  const digest = sent.find(({ text }) => text.includes('Here they are together'));
  expect(digest?.text).toContain('Deposit. It is 2 dollars.\nhttps://m.example/2\n');
});

test('mails from before a rotation of keys are sent, and without the old secret they wait', async () => {
  const secrets = await putMails();
  const { SESSION_SECRET } = env();
  const fresh = { ...SENDING, SESSION_SECRET: 'a new secret, made long after the first' };
  const { sent, transport } = collecting();
  testEnv(fresh);
  while (await deliverMail({ transport }));
  expect(sent).toEqual([]);
  const waiting = await read().select().from(schema.mail);
  expect(new Set(waiting.map(({ status, error }) => `${status}: ${error}`))).toEqual(
    new Set(['waiting: Encrypted with a SESSION_SECRET that is not in SESSION_SECRETS_OLD']),
  );
  testEnv({ ...fresh, SESSION_SECRETS_OLD: SESSION_SECRET });
  clock.advance(MINUTE);
  while (await deliverMail({ transport }));
  expect(secretsIn(sent).sort()).toEqual(secrets.sort());
});

test('a backup contains none of the secrets, and waiting mails are sent once it is restored', async () => {
  const secrets = await putMails();
  const folder = join(env().DATA_DIR, 'backups', 'one');
  await makeBackup(folder);
  const stored = gunzipSync(readFileSync(join(folder, DATABASE_FILE_NAME))).toString('utf8');
  for (const secret of secrets) expect(stored).not.toContain(secret);

  await closeDatabase();
  await openDatabase(await emptyDatabase());
  await restoreBackup(folder, { replace: false });
  const { sent, transport } = collecting();
  while (await deliverMail({ transport }));
  expect(secretsIn(sent).sort()).toEqual(secrets.sort());
});

type MailRow = typeof schema.mail.$inferSelect;
type Alter = (row: MailRow, others: MailRow[]) => Partial<MailRow>;

/** Bodies as version 1.0.0 stored them: bound only to the ID of their row. */
async function storeAsBefore(): Promise<void> {
  for (const { id, text, html } of await mailsPut()) {
    const body = { text: encryptText(JSON.stringify([text, html]), { purpose: 'mails', holder: id }), html: '' };
    await write((tx) => tx.update(schema.mail).set(body).where(eq(schema.mail.id, id)));
  }
}

async function deliverAll() {
  const { sent, transport } = collecting();
  while (await deliverMail({ transport }));
  return sent;
}

const rowOf = (row: MailRow) => eq(schema.mail.id, row.id);

const alterations: [string, Alter][] = [
  ['another recipient', () => ({ recipient: 'eve@example.com' })],
  ['another subject', () => ({ subject: 'Send your coins to bc1qeve' })],
  ['another kind', () => ({ kind: 'plan-opened' })],
  ['an older date', ({ createdAt }) => ({ createdAt: new Date(createdAt.getTime() - 1) })],
  ['the effect of another', () => ({ effectKey: 'verify:eve' })],
  ['a readable body', () => ({ text: 'Pay bc1qeve', html: '<p>Pay bc1qeve</p>' })],
  ['no body', () => ({ text: '', html: '' })],
  ['the body of another', (row, others) => ({ text: others.find(({ id }) => id !== row.id)?.text ?? '' })],
  ['the body without its format', ({ text }) => ({ text: text.split('.').at(-1) ?? '' })],
];

describe.each([
  ['', async () => {}, alterations],
  [' of version 1.0.0', storeAsBefore, [...alterations.slice(0, 2), ...alterations.slice(5, 8)]],
] as const)('a waiting mail%s', (_, store, cases) => {
  test.each(cases)('with %s is not sent, and the others are', async (_, alter) => {
    await putMails();
    await store();
    const all = await read().select().from(schema.mail);
    const reset = all.find(({ kind }) => kind === 'reset') as MailRow;
    await write((tx) => tx.update(schema.mail).set(alter(reset, all)).where(rowOf(reset)));
    const sent = await deliverAll();
    expect(sent).toHaveLength(all.length - 1);
    expect(sent.map(({ text }) => text).join()).not.toMatch(/resetpassword|bc1qeve/);
    const [row] = await read().select().from(schema.mail).where(rowOf(reset));
    expect(row?.status).not.toBe('sent');
  });

  test('is sent only to its original recipient', async () => {
    const secrets = await putMails();
    await store();
    expect(secretsIn(await deliverAll()).sort()).toEqual(secrets.sort());
  });
});

test('an altered mail fails for good, is reported, and is excluded from a digest', async () => {
  testEnv({ ...SENDING, LIMITS: 'mailsIn10Minutes=1' });
  for (let n = 0; n < 4; n += 1) {
    const mail = { effectKey: `deposit-approved:${n}`, kind: 'deposit-approved', to: 'ann@example.com' } as const;
    await write((tx) => enqueueMail(tx, { ...mail, subject: `Deposit ${n}`, paragraphs: [`It is ${n} dollars.`] }));
  }
  const altered = eq(schema.mail.effectKey, 'deposit-approved:2');
  await write((tx) => tx.update(schema.mail).set({ subject: 'Call 555 0100' }).where(altered));
  clock.advance(MAIL_WINDOW_MS);
  const texts = (await deliverAll()).map(({ text }) => text).join();
  expect(texts).toMatch(/1 dollars[\s\S]*3 dollars/);
  expect(texts).not.toMatch(/2 dollars|555/);
  expect(await read().select().from(schema.mail).where(altered)).toMatchObject([
    { status: 'failed', error: ALTERED_MAIL_TEXT },
  ]);
  expect(await alertChecks(() => [])['mail-failing']()).toMatchObject([
    { message: expect.stringContaining('1 mail of the last day was altered in the database') },
  ]);
});

test('a row that the product did not write is not sent', async () => {
  await putMails();
  const all = await read().select().from(schema.mail);
  const [row] = all as [MailRow];
  const inserted = { ...row, id: newId(), effectKey: 'x', recipient: 'ann@example.com' };
  const plain = { ...inserted, id: newId(), effectKey: 'y', text: 'Pay bc1qeve', html: '<p>Pay bc1qeve</p>' };
  await write((tx) => tx.insert(schema.mail).values([inserted, plain]));
  expect(await deliverAll()).toHaveLength(all.length);
});

import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { mail, withdrawalMethod } from '#drizzle/schema';
import { closeAccount } from '~/features/admin/closeAccount.server';
import { auditPage, jobsList, outboxPage } from '~/features/admin/logs.server';
import { overviewNow } from '~/features/admin/overview.server';
import { retryMail } from '~/features/admin/retryMail.server';
import { setVerified } from '~/features/admin/setVerified.server';
import { mailMachine } from '~/features/admin/states';
import { userFile } from '~/features/admin/user.server';
import { usersPage } from '~/features/admin/users.server';
import { withdrawalQueue } from '~/features/wallet/queries.server';
import { requestWithdrawal } from '~/features/wallet/requestWithdrawal.server';
import { now } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { enqueueMail } from '~/platform/mail/outbox.server';
import { byAdmin } from '~/platform/states';
import { clock, useDatabase } from '../support/database';
import { makeAdmin, makeUser } from '../support/people';

useDatabase();

/** A Bitcoin address. */
const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

async function people(dollars = 1_000) {
  const admin = await makeAdmin();
  return { admin, by: byAdmin(admin.id), user: await makeUser({}, { dollars }) };
}

describe('the outbox', () => {
  async function mailIn(status: 'waiting' | 'failed' | 'sent', to = 'ann@example.com') {
    const effectKey = `test:${newId()}`;
    await write(async (tx) => {
      await enqueueMail(tx, { effectKey, kind: 'test', to, subject: 'Hello', paragraphs: ['Hello'] });
      await tx.update(mail).set({ status, attempts: 200, error: 'gave up' }).where(eq(mail.effectKey, effectKey));
    });
    const [row] = await read().select().from(mail).where(eq(mail.effectKey, effectKey));
    return row?.id ?? '';
  }

  test('moves a mail only as its state table says', async () => {
    const { by } = await people();
    for (const state of ['waiting', 'failed', 'sent'] as const) {
      for (const [name, { from, to }] of Object.entries(mailMachine.events)) {
        const id = await mailIn(state);
        const allowed = (from as readonly string[]).includes(state);
        const ended = await write((tx) => retryMail(tx, by, id));
        expect([state, name, ended.ok]).toEqual([state, name, allowed]);
        const [row] = await read().select().from(mail).where(eq(mail.id, id));
        expect(row).toMatchObject(allowed ? { status: to, attempts: 0, error: null } : { status: state });
      }
    }
  });

  test('keeps what has no address failed, and shows each state by itself', async () => {
    const { by } = await people();
    const id = await mailIn('failed', 'nobody');
    expect(await write((tx) => retryMail(tx, by, id))).toMatchObject({ ok: false, error: { code: 'no-address' } });
    await mailIn('sent');
    const failed = await outboxPage(new URLSearchParams({ show: 'failed' }));
    expect(failed).toMatchObject({ total: 1, counts: { failed: 1, sent: 1, waiting: 0 }, rows: [{ id }] });
    expect(failed.rows[0]).not.toHaveProperty('html');
  });
});

describe('the pages', () => {
  test('find users by part of a name, an address or a user name, and nothing by a bare wildcard', async () => {
    await makeUser({ firstName: 'Zoë', lastName: 'Ärlig', username: 'zoe' });
    await makeUser({ firstName: 'Bob', lastName: 'May_er', username: 'bob' }, { dollars: 70 });
    const found = async (query: Record<string, string>) =>
      (await usersPage(new URLSearchParams(query))).rows.map(({ username }) => username);
    expect(await found({ q: 'OB' })).toEqual(['bob']);
    expect(await found({ q: 'ob may' })).toEqual(['bob']);
    expect(await found({ q: 'Ärl' })).toEqual(['zoe']);
    expect(await found({ q: 'zoe@example' })).toEqual(['zoe']);
    expect(await found({ q: '_' })).toEqual(['bob']);
    expect(await found({ q: '%' })).toEqual([]);
    expect(await found({ q: "'; drop table user; --" })).toEqual([]);
  });

  async function manyUsers() {
    const { by, user: ann } = await people(10);
    await write((tx) => closeAccount(tx, by, { userId: ann.id, reason: 'Asked', typedEmail: ann.email }));
    for (let index = 0; index < 60; index += 1) {
      // Some came in the same moment, share a name, or have as much.
      if (index % 3 === 0) clock.advance(1_000);
      const emailVerifiedAt = index === 3 ? null : now();
      const given = { username: `user-${index}`, lastName: `L${index % 7}`, emailVerifiedAt };
      await makeUser(given, { dollars: index % 5 });
    }
    return ann;
  }
  const page = async (query: Record<string, string>) => await usersPage(new URLSearchParams(query));

  test('order and filter the users, and show no password', async () => {
    const ann = await manyUsers();
    const first = await page({});
    expect([first.rows.length, first.total, first.previous]).toEqual([25, 61, null]);
    expect((await page({ status: 'closed' })).rows).toMatchObject([{ id: ann.id, funded: 10_00n }]);
    expect((await page({ email: 'unverified' })).rows).toMatchObject([{ username: 'user-3' }]);
    expect((await page({ pdt: 'unlocked' })).rows).toEqual([]);
    expect((await page({ waits: 'withdrawal' })).total).toBe(0);
    expect((await page({ sort: '-funded' })).rows[0]).toMatchObject({ id: ann.id, funded: 10_00n });
    expect((await page({ sort: 'funded' })).rows[0]).toMatchObject({ funded: 0n });
    expect((await page({ sort: '-name', q: 'user-' })).rows[0]?.lastName).toBe('L6');
    expect((await page({ sort: 'passwordHash' })).order).toEqual({ by: 'created', down: true });
    expect((await page({ after: newId() })).rows).toHaveLength(25);
    const seen = [...first.rows, (await userFile(ann.id))?.person];
    for (const row of seen) expect(row).not.toHaveProperty('passwordHash');
  });

  test.each(['created', '-created', 'name', '-name', 'email', '-email', 'funded', '-funded'])(
    'lead forth and back through every user once, by %s',
    async (sort) => {
      await manyUsers();
      const pages: string[][] = [];
      let at = await page({ sort });
      for (; ; at = await page({ sort, after: at.next ?? '' })) {
        pages.push(at.rows.map(({ id }) => id));
        if (!at.next) break;
        // Somebody new on the way puts nobody on a page twice.
        if (sort === '-created') await makeUser({ createdAt: new Date(now().getTime() + 60_000) });
      }
      expect(pages.map((ids) => ids.length)).toEqual([25, 25, 11]);
      expect(new Set(pages.flat()).size).toBe(61);
      const back = await page({ sort, before: at.previous ?? '' });
      expect(back.rows.map(({ id }) => id)).toEqual(pages[1]);
      const start = await page({ sort, before: back.previous ?? '' });
      expect(start.rows.map(({ id }) => id)).toEqual(pages[0]);
      expect(start.next).toBe(pages[0]?.at(-1));
    },
  );

  test('show whose withdrawal waits', async () => {
    const { user: ann } = await people();
    const [method] = await read().select().from(withdrawalMethod).limit(1);
    const asked = { method: method?.code ?? '', WithdrawAmount: 50_00n, wallet: ADDRESS };
    expect(await write((tx) => requestWithdrawal(tx, ann, asked))).toMatchObject({ ok: true });
    expect((await page({ waits: 'withdrawal' })).rows).toMatchObject([{ id: ann.id, requests: 1 }]);
    expect((await page({ waits: 'payment' })).rows).toEqual([]);
    const queue = await withdrawalQueue({ show: 'waiting', page: 1, user: ann.id });
    expect([queue.total, (await withdrawalQueue({ show: 'all', page: 1, user: newId() })).total]).toEqual([1, 0]);
  });

  test('tell of everything that waits', async () => {
    const { user: ann } = await people();
    expect(await overviewNow()).toMatchObject({
      users: 1,
      failedMails: 0,
      queues: { pending: { n: 0, cents: 0n }, requested: { n: 0, cents: 0n } },
      books: { totals: { liabilities: 1_000_00n } },
    });
    expect(await userFile(newId())).toBeNull();
    expect((await userFile(ann.id))?.sessions).toBe(0);
    expect(await jobsList()).toEqual([]);
  });

  test('narrow the audit log to somebody', async () => {
    const { admin, by, user: ann } = await people();
    await write((tx) => setVerified(tx, by, { userId: ann.id, verified: true }));
    const events = async (query: Record<string, string>) => (await auditPage(new URLSearchParams(query))).rows;
    expect(await events({ actor: admin.id })).toMatchObject([{ actor: 'Ada', about: ann.email }]);
    expect(await events({ actor: 'admin' })).toHaveLength(1);
    expect(await events({ actor: 'investor' })).toEqual([]);
    expect(await events({ id: ann.id, thing: 'account' })).toHaveLength(1);
    expect(await events({ id: newId() })).toEqual([]);
  });
});

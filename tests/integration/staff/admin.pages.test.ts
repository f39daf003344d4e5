import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { mail, session, withdrawalMethod } from '#drizzle/schema';
import { listJobRuns } from '~/features/backoffice/admin/jobRuns.server';
import { getJobTitle } from '~/features/backoffice/admin/jobTitles';
import { loadOutboxPage } from '~/features/backoffice/admin/outbox.server';
import { loadOverview } from '~/features/backoffice/admin/overview.server';
import { retryMail } from '~/features/backoffice/admin/retryMail.server';
import { mailMachine } from '~/features/backoffice/admin/states';
import { loadAuditPage, streamAuditRows } from '~/features/backoffice/auditLog/logs.server';
import { saveBookDays } from '~/features/money/books/bookDays.server';
import { loadDepositQueue } from '~/features/money/wallet/deposits/depositQueries.server';
import { submitDeposit } from '~/features/money/wallet/deposits/submitDeposit.server';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { loadWithdrawalQueue } from '~/features/money/wallet/withdrawals/withdrawalQueries.server';
import { closeAccount } from '~/features/people/profile/closeAccount.server';
import { rateRisk } from '~/features/people/riskRating/rateRisk.server';
import { endSignIns } from '~/features/people/users/endSignIns.server';
import { creditGoodwill } from '~/features/people/users/moveBalance.server';
import { setLiveTradingUnlocked } from '~/features/people/users/setLiveTradingUnlocked.server';
import { loadUserFile } from '~/features/people/users/user.server';
import { loadUserPart, USER_PARTS } from '~/features/people/users/userParts.server';
import { loadUsersPage, streamUsers, USER_COLUMNS } from '~/features/people/users/users.server';
import { JOBS } from '~/jobs.server';
import { enqueueMail } from '~/mail/outbox.server';
import { after, DAY, HOUR, now, systemNow } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { runJob } from '~/platform/jobs/index.server';
import { runForRequest } from '~/platform/process/callContext.server';
import { createAdminActor } from '~/platform/states';
import * as depositsPage from '~/routes/admin/deposits';
import * as kycPage from '~/routes/admin/kyc';
import * as leaderRequestsPage from '~/routes/admin/leaderRequests';
import * as supportPage from '~/routes/admin/support';
import * as withdrawalsPage from '~/routes/admin/withdrawals';
import { startSession } from '~/signIns/session.server';
import { respondWithCsv } from '~/web/csv.server';
import { respondWithListFile } from '~/web/listFile.server';
import { clock, useDatabase } from '../../support/database';
import { onBothEngines } from '../../support/onBothEngines';
import { answerOf, cookies, secretOf } from '../../support/pages/guarded';
import { makeAdmin, makeUser } from '../../support/people/people';

useDatabase();

const QUEUES = [
  ['/admin/deposits', depositsPage.loader, 'pending', 'approved'],
  ['/admin/withdrawals', withdrawalsPage.loader, 'approved', 'paid'],
  ['/admin/kyc', kycPage.loader, 'submitted', 'approved'],
  ['/admin/support', supportPage.loader, 'waiting', 'answered'],
  ['/admin/leader-requests', leaderRequestsPage.loader, 'waiting', 'accepted'],
] as const;

/** A Bitcoin address. */
const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

async function people(dollars = 1_000) {
  const admin = await makeAdmin();
  return { admin, by: createAdminActor(admin.id), user: await makeUser({}, { dollars }) };
}

describe('the outbox', () => {
  async function mailIn(status: 'waiting' | 'failed' | 'sent', to = 'ann@example.com') {
    const effectKey = `test:${newId()}`;
    await write(async (tx) => {
      await enqueueMail(tx, { effectKey, kind: 'plan-opened', to, subject: 'Hello', paragraphs: ['Hello'] });
      await tx.update(mail).set({ status, attempts: 200, error: 'gave up' }).where(eq(mail.effectKey, effectKey));
    });
    const [row] = await read().select().from(mail).where(eq(mail.effectKey, effectKey));
    return row?.id ?? '';
  }

  test('changes a mail only as its state table allows', async () => {
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

  onBothEngines('paging of users, mails and the log', () => {
    test('keeps mails without an address failed, and lists each state separately', async () => {
      const { by } = await people();
      const opensOn = async () => (await loadOutboxPage(new URLSearchParams())).box;
      expect(await opensOn()).toBe('sent');
      await mailIn('waiting');
      expect(await opensOn()).toBe('waiting');
      const id = await mailIn('failed', 'stranger');
      expect(await opensOn()).toBe('failed');
      expect(await write((tx) => retryMail(tx, by, id))).toMatchObject({ ok: false, error: { code: 'no-address' } });
      await mailIn('sent');
      await mailIn('sent', (await makeUser({ firstName: 'Zoë', lastName: 'Ärlig' })).email);
      const named = (await loadOutboxPage(new URLSearchParams({ show: 'sent' }))).rows.map(
        ({ person }) => person?.name,
      );
      expect(named).toEqual(['Zoë Ärlig', undefined]);
      const failed = await loadOutboxPage(new URLSearchParams({ show: 'failed' }));
      expect(failed).toMatchObject({ counts: { failed: '1', sent: '2', waiting: '1' }, rows: [{ id }], next: null });
      expect((await loadOutboxPage(new URLSearchParams({ show: 'failed', to: 'stranger' }))).rows).toEqual([]);
      expect((await loadOutboxPage(new URLSearchParams({ show: 'sent', to: 'NN@exa' }))).rows).toHaveLength(1);
      expect(failed.rows[0]).not.toHaveProperty('html');
    });
  });
});

describe('the pages', () => {
  onBothEngines('paging of users, mails and the log', () => {
    test('find users by part of a name, an address or a user name, and nothing by a bare wildcard', async () => {
      await makeUser({ firstName: 'Zoë', lastName: 'Ärlig', username: 'zoe' });
      await makeUser({ firstName: 'Bob', lastName: 'May_er', username: 'bob' }, { dollars: 70 });
      const found = async (query: Record<string, string>) =>
        (await loadUsersPage(new URLSearchParams(query))).rows.map(({ username }) => username);
      expect(await found({ q: 'OB' })).toEqual(['bob']);
      expect(await found({ q: 'ob may' })).toEqual(['bob']);
      expect(await found({ q: 'Ärl' })).toEqual(['zoe']);
      expect(await found({ q: 'zoe@example' })).toEqual(['zoe']);
      expect(await found({ q: '_' })).toEqual(['bob']);
      expect(await found({ q: '%' })).toEqual([]);
      expect(await found({ q: "'; drop table user; --" })).toEqual([]);
    });

    test('find users by their risk rating, which their rows of the file have, and what they sent by it', async () => {
      const { by, user: ann } = await people();
      const bob = await makeUser({ username: 'bob' });
      await write((tx) => rateRisk(tx, by, { userId: bob.id, rating: 'high', reason: 'Money from a mixer' }));
      for (const each of [ann, bob])
        await write((tx) => submitDeposit(tx, each, { method: 'BTC', amount: 1_000_00n, proof: null }));
      const found = async (risk: string) =>
        (await loadUsersPage(new URLSearchParams({ risk }))).rows.map(({ username }) => username);
      expect([await found('high'), await found('none'), await found('low')]).toEqual([['bob'], [ann.username], []]);
      const ratings: string[] = [];
      for await (const { risk_rating } of streamUsers(new URLSearchParams())) ratings.push(risk_rating);
      expect(ratings.sort()).toEqual(['', 'high']);
      const { rows } = await loadDepositQueue({ show: 'waiting', page: 1, risk: 'high-risk' });
      expect(rows.map(({ owner, risks }) => [owner.id, risks.includes('High risk')])).toEqual([[bob.id, true]]);
    });
  });

  async function manyUsers() {
    const { by, user: ann } = await people(10);
    await write((tx) => closeAccount(tx, by, { userId: ann.id, reason: 'Asked', submittedEmail: ann.email }));
    for (let index = 0; index < 60; index += 1) {
      // Some entries have equal times, names or amounts.
      if (index % 3 === 0) clock.advance(1_000);
      const emailVerifiedAt = index === 3 ? null : now();
      const input = { username: `user-${index}`, lastName: `L${index % 7}`, emailVerifiedAt };
      await makeUser(input, { dollars: index % 5 });
    }
    return ann;
  }
  const page = async (query: Record<string, string>) => await loadUsersPage(new URLSearchParams(query));

  onBothEngines('paging of users, mails and the log', () => {
    test('sort and filter the users, and show no password', async () => {
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
      const seen = [...first.rows, (await loadUserFile(ann.id))?.person];
      for (const row of seen) expect(row).not.toHaveProperty('passwordHash');
    });

    test.each(['created', '-created', 'name', '-name', 'email', '-email', 'funded', '-funded'])(
      'page forward and back through every user once, by %s',
      async (sort) => {
        await manyUsers();
        const pages: string[][] = [];
        let at = await page({ sort });
        for (; ; at = await page({ sort, after: at.next ?? '' })) {
          pages.push(at.rows.map(({ id }) => id));
          if (!at.next) break;
          // A new user does not make another one appear twice on a page.
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
  });

  test('show everything of one user, part by part, and of no other', async () => {
    const { by, user: ann } = await people(10);
    const other = await makeUser({}, { dollars: 10 });
    for (let dollars = 1; dollars <= 30; dollars += 1) {
      const act = { userId: ann.id, amount: BigInt(dollars) * 100n, reason: `Gift ${dollars}` };
      await write((tx) => creditGoodwill(tx, by, act));
    }
    const lines = async (id: string, query: Record<string, string> = {}) => {
      const view = await loadUserPart(id, 'statement', new URLSearchParams(query));
      return view?.part === 'statement' ? view.page : null;
    };
    const first = await lines(ann.id);
    expect(first?.rows[0]).toMatchObject({ title: 'Operator credit', reason: 'Gift 30', fundedAfter: 475_00n });
    const second = await lines(ann.id, { after: first?.next ?? '' });
    expect([first?.rows.length, second?.rows.length, second?.next]).toEqual([25, 6, null]);
    expect((await lines(ann.id, { before: second?.previous ?? '' }))?.rows).toEqual(first?.rows);
    expect((await lines(other.id))?.rows).toHaveLength(1);
    for (const part of USER_PARTS) {
      expect(await loadUserPart(other.id, part, new URLSearchParams())).toMatchObject({ part });
    }
    expect(await loadUserPart(ann.id, 'password', new URLSearchParams())).toBeNull();
  });

  test('end every session of one user', async () => {
    const { by, user: ann } = await people();
    const other = await makeUser();
    for (const { id } of [ann, ann, other])
      await write((tx) => startSession(tx, { kind: 'investor', subjectId: id, userAgent: null, address: '192.0.2.1' }));
    expect(await loadUserPart(ann.id, 'sessions', new URLSearchParams())).toMatchObject({ sessions: { length: 2 } });
    expect((await write((tx) => endSignIns(tx, by, ann.id))).ok).toBe(true);
    expect(await read().select({ of: session.subjectId }).from(session)).toEqual([{ of: other.id }]);
    expect((await loadAuditPage(new URLSearchParams({ user: ann.id }))).rows[0]).toMatchObject({
      event: 'end-sign-ins',
    });
    expect((await write((tx) => endSignIns(tx, by, newId()))).ok).toBe(false);
  });

  test('show whose withdrawal waits', async () => {
    const { user: ann } = await people();
    const [method] = await read().select().from(withdrawalMethod).limit(1);
    const request = { method: method?.code ?? '', amount: 50_00n, wallet: ADDRESS };
    expect(await write((tx) => requestWithdrawal(tx, ann, request))).toMatchObject({ ok: true });
    expect((await page({ waits: 'withdrawal' })).rows).toMatchObject([{ id: ann.id, requests: 1 }]);
    expect((await page({ waits: 'payment' })).rows).toEqual([]);
    const queue = await loadWithdrawalQueue({ show: 'waiting', page: 1, user: ann.id });
    expect([queue.total, (await loadWithdrawalQueue({ show: 'all', page: 1, user: newId() })).total]).toEqual([1, 0]);
  });

  test('show entries in a decided state under All, and those in a waiting state under Waiting', async () => {
    const { admin } = await people();
    const headers = { Cookie: await cookies({ admin: await secretOf('admin', admin.id) }) };
    const open = async (queue: (typeof QUEUES)[number][1], address: string) => {
      const { status, headers: answer } = await answerOf(queue, new Request(`http://test${address}`, { headers }));
      return status === 200 ? address : answer.get('Location');
    };
    for (const [address, queue, waiting, decided] of QUEUES) {
      expect(await open(queue, `${address}?q=ann&status=${waiting}`)).toBe(`${address}?q=ann&status=${waiting}`);
      for (const show of ['', '&show=held'])
        expect(await open(queue, `${address}?q=ann&status=${decided}${show}`)).toBe(
          `${address}?q=ann&status=${decided}&show=all`,
        );
    }
  });

  test('tell of everything that waits', async () => {
    const { user: ann } = await people();
    expect(await loadOverview({ role: 'superadmin' })).toMatchObject({
      users: 1,
      failedMails: 0,
      queues: { pending: { n: 0, cents: 0n }, requested: { n: 0, cents: 0n } },
      books: { totals: { liabilities: 1_000_00n }, check: null },
      days: {
        moneyAt: null,
        flows: [{ name: 'users', today: 1, week: 1, weekBefore: 0 }, { name: 'mails' }, { name: 'alerts' }],
      },
    });
    await saveBookDays();
    expect((await loadOverview({ role: 'payments' })).days.flows).toMatchObject([
      { name: 'deposits', today: 1_000_00, week: 1_000_00, weekBefore: 0, line: { points: 30 } },
      { name: 'withdrawals', today: 0 },
      { name: 'copied', today: 0 },
      { name: 'users' },
    ]);
    expect(await loadUserFile(newId())).toBeNull();
    expect((await loadUserFile(ann.id))?.sessions).toBe(0);
    const mails = { name: 'mail', everyMs: 2_000, run: async () => false };
    expect(await listJobRuns([mails])).toEqual({ rows: [], never: ['mail'] });
    await runJob(mails);
    expect((await listJobRuns([mails])).rows).toMatchObject([{ runs: 1, next: after(systemNow(), 2_000), idle: null }]);
    const failing = { name: 'seals', everyMs: 2_000, run: async () => Promise.reject(new Error('away')) };
    await runJob(failing);
    expect((await listJobRuns([mails, failing])).rows.map(({ name }) => name)).toEqual(['seals', 'mail']);
    clock.advance(HOUR);
    expect((await listJobRuns([mails, failing])).rows.map(({ late }) => late)).toEqual([true, true]);
    const unused = { ...mails, idle: () => 'No mail is sent here.' };
    expect((await listJobRuns([unused])).rows).toMatchObject([
      {},
      { next: null, idle: 'No mail is sent here.', late: false },
    ]);
    expect(JOBS.find(({ name }) => name === 'backups')?.idle?.()).toContain('No backup is scheduled in paper mode');
    expect(JOBS.filter(({ name }) => getJobTitle(name) === name)).toEqual([]);
  });

  test('narrow the audit log to one person', async () => {
    const { admin, by, user: ann } = await people();
    await write((tx) => setLiveTradingUnlocked(tx, by, { userId: ann.id, verified: true }));
    const events = async (query: Record<string, string>) => (await loadAuditPage(new URLSearchParams(query))).rows;
    expect(await events({ actor: admin.id })).toMatchObject([{ actor: 'Ada', about: ann.email }]);
    expect(await events({ actor: 'admin' })).toHaveLength(1);
    expect(await events({ actor: 'investor' })).toEqual([]);
    expect(await events({ id: ann.id, thing: 'account' })).toHaveLength(1);
    expect(await events({ id: newId() })).toEqual([]);
    expect(await events({ user: ann.email.toUpperCase() })).toHaveLength(1);
    expect(await events({ user: 'nobody@example.com' })).toEqual([]);
    const today = now().toISOString().slice(0, 10);
    expect(await events({ from: today, to: today })).toHaveLength(1);
    expect(await events({ to: '2026-03-01' })).toEqual([]);
    expect(await events({ from: 'yesterday' })).toHaveLength(1);
  });

  onBothEngines('paging of users, mails and the log', () => {
    test('page through the whole audit log, on pages and in a file', async () => {
      const { by, user: ann } = await people();
      for (let time = 0; time < 30; time += 1) {
        await runForRequest({ address: '192.0.2.7', requestId: '' }, () =>
          write((tx) => setLiveTradingUnlocked(tx, by, { userId: ann.id, verified: time % 2 === 0 })),
        );
      }
      // Although recorded late, it is listed at its time.
      const late = {
        thing: 'account',
        thingId: ann.id,
        event: 'note',
        by,
        userId: ann.id,
        at: new Date(now().getTime() - DAY),
      };
      await write((tx) => record(tx, late));
      const first = await loadAuditPage(new URLSearchParams());
      const second = await loadAuditPage(new URLSearchParams({ after: first.next ?? '' }));
      expect([first.rows.length, second.rows.length, second.next]).toEqual([25, 6, null]);
      expect(second.rows.at(-1)?.event).toBe('note');
      const back = await loadAuditPage(new URLSearchParams({ before: second.previous ?? '' }));
      expect(back.rows).toEqual(first.rows);
      const lines: Record<string, string>[] = [];
      for await (const line of streamAuditRows(new URLSearchParams())) lines.push(line);
      expect(lines).toHaveLength(31);
      expect(new Set(lines.map(({ at }) => at)).size).toBe(2);
      expect(lines[30]?.event).toBe('note');
      expect(lines[0]).toMatchObject({ actor: 'Ada', address: '192.0.2.7', user: ann.email, event: 'lock-pdt' });
    });
  });

  test('are exported completely and once while rows are added, and the audit log names the person and the file', async () => {
    const { admin } = await people();
    for (let at = 0; at < 4; at += 1) await makeUser();
    const context = { administrator: admin, url: new URL('http://127.0.0.1/admin/users.csv?status=open') };
    const ids: string[] = [];
    for await (const line of streamUsers(context.url.searchParams)) {
      ids.push(line.id);
      await makeUser();
    }
    expect(new Set(ids).size).toBe(5);
    expect(ids).toHaveLength(5);
    const file = await respondWithListFile('users', USER_COLUMNS, streamUsers, context);
    const started = { list: 'users', filter: 'status=open', file: 'begun' };
    // Recorded before the first row is read, so that an aborted download is recorded too.
    expect((await loadAuditPage(new URLSearchParams({ thing: 'list' }))).rows[0]).toMatchObject({
      event: 'export',
      details: started,
    });
    expect((await file.text()).trim().split('\r\n')).toHaveLength(11);
    const { rows } = await loadAuditPage(new URLSearchParams({ thing: 'list' }));
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      event: 'export',
      actorId: admin.id,
      details: { list: 'users', filter: 'status=open', rows: '10', file: 'whole' },
    });
  });

  test('export a file that no spreadsheet executes, with the mark of paper mode', async () => {
    const rows = (async function* () {
      yield { name: '=HYPERLINK("x")', note: 'a, "b"' };
    })();
    const file = respondWithCsv('test', ['name', 'note'], rows);
    expect(file.headers.get('Content-Disposition')).toContain('mirrorbook-test-paper.csv');
    const quoted = [`"'=HYPERLINK(""x"")"`, `"a, ""b"""`, 'paper'];
    expect(await file.text()).toBe(`name,note,mode\r\n${quoted.join()}\r\n`);
    expect(await respondWithCsv('test', ['name', 'note'], Readable.from([])).text()).toBe('name,note,mode\r\n');
  });
});

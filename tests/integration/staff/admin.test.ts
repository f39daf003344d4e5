import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { administrator, copy, event, mail, session, trader, user } from '#drizzle/schema';
import { eventsOfUser } from '~/features/backoffice/auditLog/logs.server';
import { checkPassword, hashPassword } from '~/features/people/auth/passwords/passwords.server';
import { closeAccount } from '~/features/people/profile/closeAccount.server';
import { reopenAccount } from '~/features/people/profile/reopenAccount.server';
import { accountMachine } from '~/features/people/profile/states';
import { createAdministrator } from '~/features/people/staff/createAdministrator.server';
import { signInAdministrator } from '~/features/people/staff/signInAdministrator.server';
import { sendResetLinkToUser } from '~/features/people/users/mailResetLink.server';
import { setLiveTradingUnlocked } from '~/features/people/users/setLiveTradingUnlocked.server';
import { loadUserFile } from '~/features/people/users/user.server';
import { allocatedAccount, availableAccount } from '~/ledger/chartOfAccounts';
import { mustPost } from '~/ledger/posting/post.server';
import { audit } from '~/ledger/proof/audit.server';
import { readBalances } from '~/ledger/reading/statement.server';
import { DAY, now } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { type Actor, createAdminActor, createInvestorActor } from '~/platform/states';
import { startSession } from '~/signIns/session.server';
import { clock, useDatabase } from '../../support/database';
import { must } from '../../support/must';
import { makeAdmin, makeUser } from '../../support/people/people';

useDatabase();

const client = { address: '192.0.2.1', userAgent: null };

async function people(dollars = 1_000) {
  const admin = await makeAdmin();
  return { admin, by: createAdminActor(admin.id), user: await makeUser({}, { dollars }) };
}

const clean = async () => expect((await audit()).findings).toEqual([]);

describe('an administrator', () => {
  async function ada() {
    const passwordHash = await hashPassword('a long enough password');
    const made = must(
      await write((tx) => createAdministrator(tx, { name: 'Ada', email: 'Ada@Example.com', passwordHash })),
    );
    return made.id;
  }

  test('signs in with a session of their own kind, which is recorded', async () => {
    const id = await ada();
    const input = { email: 'ada@example.com', password: 'a long enough password' };
    expect(await signInAdministrator(input, client)).toMatchObject({ ok: true, value: { secret: expect.any(String) } });
    expect(await read().select().from(session)).toMatchObject([{ kind: 'admin', subjectId: id, forAdmin: true }]);
    const events = await read().select().from(event).where(eq(event.thingId, id));
    expect(events.map((row) => row.event)).toEqual(['create', 'sign-in']);
  });

  test('gets the same message for a wrong password and an unknown address, and waits after many', async () => {
    await ada();
    const wrong = { email: 'ada@example.com', password: 'wrong' };
    const refused = { ok: false, error: { code: 'invalid-credentials', message: 'Invalid credentials' } };
    expect(await signInAdministrator(wrong, client)).toEqual(refused);
    expect(await signInAdministrator({ ...wrong, email: 'nobody@example.com' }, client)).toEqual(refused);
    for (let tries = 0; tries < 6; tries += 1) await signInAdministrator(wrong, client);
    const right = { ...wrong, password: 'a long enough password' };
    expect(await signInAdministrator(right, client)).toMatchObject({ ok: false, error: { code: 'throttled' } });
    clock.advance(DAY);
    expect((await signInAdministrator(right, client)).ok).toBe(true);
  });

  test('is created once for an address, and only with one', async () => {
    await ada();
    const again = await write((tx) =>
      createAdministrator(tx, { name: 'Bob', email: 'ada@EXAMPLE.com', passwordHash: 'none' }),
    );
    expect(again).toMatchObject({ ok: false, error: { code: 'known-email' } });
    const none = await write((tx) => createAdministrator(tx, { name: 'Bob', email: 'bob', passwordHash: 'none' }));
    expect(none).toMatchObject({ ok: false, error: { code: 'bad-email' } });
    const [row] = await read().select().from(administrator);
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/);
    expect((await checkPassword('a long enough password', row?.passwordHash ?? null)).isMatching).toBe(true);
  });
});

describe('the verified flag', () => {
  test('is set to the requested value, however often', async () => {
    const { by, user: ann } = await people();
    const set = (verified: boolean) => write((tx) => setLiveTradingUnlocked(tx, by, { userId: ann.id, verified }));
    const ended = await Promise.all([set(true), set(true), set(true)]);
    expect(ended.filter((end) => end.ok && end.value.changed)).toHaveLength(1);
    await set(false);
    const events = await read().select().from(event).where(eq(event.thing, 'account'));
    expect(events.map((row) => row.event)).toEqual(['unlock-pdt', 'lock-pdt']);
    expect((await read().select().from(user))[0]).toMatchObject({ pdtUnlocked: false });
  });
});

test('a reset link is mailed to its owner in the name of its sender, and not to a closed account', async () => {
  const { by, user: ann } = await people(0);
  expect(await write((tx) => sendResetLinkToUser(tx, by, ann.id))).toEqual({ ok: true, value: { email: ann.email } });
  expect(await read().select().from(mail)).toMatchObject([
    { recipient: ann.email, text: expect.stringContaining('?token=') },
  ]);
  const { rows } = await eventsOfUser(ann.id, new URLSearchParams());
  expect(rows).toMatchObject([{ event: 'mail-reset-link', actor: 'Ada' }]);
  await write((tx) => closeAccount(tx, by, { userId: ann.id, reason: 'Asked', submittedEmail: ann.email }));
  expect((await write((tx) => sendResetLinkToUser(tx, by, ann.id))).ok).toBe(false);
});

describe('closing an account', () => {
  const close = (by: Actor, ann: { id: string; email: string }, submittedEmail = ann.email) =>
    write((tx) => closeAccount(tx, by, { userId: ann.id, reason: 'Asked for by mail', submittedEmail }));

  async function withCopy() {
    const made = await people();
    const id = newId();
    await write(async (tx) => {
      const traderId = newId();
      await tx.insert(trader).values({
        id: traderId,
        firstName: 'Tom',
        lastName: 'Ray',
        nationality: 'British',
        minimumCapital: 100_00n,
        simulated: false,
        status: 'open',
        createdAt: now(),
      });
      const started = { contributed: 300_00n, result: 0n, status: 'active', startedAt: now() } as const;
      await tx.insert(copy).values({ id, userId: made.user.id, traderId, ...started });
      const legs = [
        { debit: availableAccount(made.user.id), credit: allocatedAccount(id, made.user.id), amount: 300_00n },
      ];
      await mustPost(tx, { kind: 'copy-started', ref: id, actor: 'system', effectiveAt: now(), legs });
      await startSession(tx, { kind: 'investor', subjectId: made.user.id });
    });
    return { ...made, copyId: id };
  }

  test('ends sessions and copies; the balance stays owed', async () => {
    const { by, user: ann, copyId } = await withCopy();
    expect((await close(by, ann)).ok).toBe(true);
    expect(await read().select().from(session)).toEqual([]);
    expect((await read().select().from(copy).where(eq(copy.id, copyId)))[0]?.status).toBe('stopped');
    expect(await readBalances(read(), ann.id)).toMatchObject({
      available: 1_000_00n,
      allocated: 0n,
      funded: 1_000_00n,
    });
    const file = await loadUserFile(ann.id);
    expect(file?.person).toMatchObject({ status: 'closed', closedAt: clock.at });
    const { rows } = await eventsOfUser(ann.id, new URLSearchParams());
    expect(rows.find((row) => row.event === 'close')).toMatchObject({ reason: 'Asked for by mail' });
    const [sentMail] = await read().select().from(mail).where(eq(mail.kind, 'account-closed'));
    expect(sentMail?.text).toContain('$1,000.00');
    await clean();
  });

  test('requires the address of the account', async () => {
    const { by, user: ann } = await people();
    const refused = await close(by, ann, 'other@example.com');
    expect(refused).toMatchObject({ ok: false, error: { code: 'wrong-email', field: 'email' } });
  });

  test('by two administrators and its user at once has one winner', async () => {
    const { by, user: ann } = await withCopy();
    const who = [by, createAdminActor((await makeAdmin()).id), createInvestorActor(ann.id)];
    const ended = await Promise.all(who.map((each) => close(each, ann)));
    expect(ended.filter(({ ok }) => ok)).toHaveLength(1);
    await clean();
  });

  test('changes only as its state table allows', async () => {
    const states = { open: [], closed: ['close'] } as const;
    for (const [state, way] of Object.entries(states)) {
      for (const [name, { from, to, by: allowedBy }] of Object.entries(accountMachine.events)) {
        const { by, user: ann } = await people(0);
        const doers = { admin: by, investor: createInvestorActor(ann.id) };
        for (const _ of way) await close(by, ann);
        const allowed = (from as readonly string[]).includes(state);
        const doer = doers[allowedBy[0]];
        const reopening = { userId: ann.id, reason: 'the owner came back' };
        const ended =
          name === 'reopen' ? await write((tx) => reopenAccount(tx, doer, reopening)) : await close(doer, ann);
        expect([state, name, ended.ok]).toEqual([state, name, allowed]);
        expect((await loadUserFile(ann.id))?.person.status).toBe(allowed ? to : state);
      }
    }
  });
});

import { and, eq, isNull, like } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { administrator, approval, event, mail, session, staffInvitation } from '#drizzle/schema';
import { ACTS } from '~/acts.server';
import { loadApprovalQueue } from '~/features/backoffice/approvals/approvals.server';
import { rejectRequest } from '~/features/backoffice/approvals/decideApproval.server';
import { readUsualWait } from '~/features/backoffice/reviewQueue/waits.server';
import { rejectDeposit } from '~/features/money/wallet/deposits/decideDeposit.server';
import { submitDeposit } from '~/features/money/wallet/deposits/submitDeposit.server';
import { hashPassword } from '~/features/people/auth/passwords/passwords.server';
import { changeOwnPassword } from '~/features/people/staff/changeOwnPassword.server';
import {
  changeRole,
  disableAdministrator,
  enableAdministrator,
  resetSecondFactor,
} from '~/features/people/staff/changeStaff.server';
import { createAdministrator } from '~/features/people/staff/createAdministrator.server';
import { computeDecisionTimes } from '~/features/people/staff/decisionTimes.server';
import {
  acceptInvitation,
  findOpenInvitation,
  inviteAdministrator,
  withdrawInvitation,
} from '~/features/people/staff/invitations.server';
import {
  findAdministratorOfResetLink,
  requestStaffReset,
  resetStaffPassword,
} from '~/features/people/staff/resetOwnPassword.server';
import { finishAdminSignIn, signInAdministrator } from '~/features/people/staff/signInAdministrator.server';
import { findStaffMember, listStaff } from '~/features/people/staff/staff.server';
import { invitationMachine } from '~/features/people/staff/states';
import { parsePendingSignIn } from '~/features/people/twofactor/signInStep.server';
import { audit } from '~/ledger/proof/audit.server';
import { sealNextBatch } from '~/ledger/proof/seal.server';
import { DAY, MINUTE } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { createAdminActor } from '~/platform/states';
import { findSessionAdministrator, startSession } from '~/signIns/session.server';
import { readOnlyUntil } from '~/signIns/staff.server';
import { lacksSecondAdministrator } from '~/signIns/twoAdministrators.server';
import { clock, START, useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { LIVE } from '../../support/liveEnvironment';
import { must } from '../../support/must';
import { onBothEngines } from '../../support/onBothEngines';
import { performAct } from '../../support/people/acts';
import { approveShown } from '../../support/people/approvals';
import { mailsPut } from '../../support/people/outbox';
import { makeAdmin, makeUser } from '../../support/people/people';
import { codeOf, ownerOf, turnOn } from '../../support/people/secondFactor';

useDatabase();

const NEW = { newPassword: 'a walk along the river' };
const client = { address: '192.0.2.1', userAgent: null, known: null };
const why = 'They left';

/** An administrator with a password. */
async function member(name: string, password: string) {
  const email = `${name.toLowerCase()}@example.com`;
  const passwordHash = await hashPassword(password);
  const made = must(await write((tx) => createAdministrator(tx, { name, email, passwordHash })));
  return { id: made.id, email, password, by: createAdminActor(made.id) };
}

/** Invites a person, and reads the mailed secret. */
async function invited(by: ReturnType<typeof createAdminActor>, email = 'bea@example.com') {
  const made = must(await write((tx) => inviteAdministrator(tx, by, { name: 'Bea Stone', email, role: 'support' })));
  const [sent] = await read()
    .select()
    .from(mail)
    .where(eq(mail.effectKey, `staff-invitation:${made.id}`));
  const secret = /invitation\?token=([\w-]+)/.exec(sent?.text ?? '')?.[1] ?? '';
  return { id: made.id, secret };
}

const stateOf = async (id: string) =>
  (await read().select().from(staffInvitation).where(eq(staffInvitation.id, id)))[0]?.status;
const staffEvents = async (id: string) =>
  (await read().select().from(event).where(eq(event.thingId, id))).map((row) => row.event);
const codeOfError = (result: { ok: boolean; error?: { code: string } }) => (result.ok ? 'done' : result.error?.code);

describe('an invitation', () => {
  onBothEngines('races of decisions', () => {
    test('lets a person choose a password, once, and get the role of the invitation', async () => {
      const ada = await makeAdmin();
      const { id, secret } = await invited(createAdminActor(ada.id));
      expect(await findOpenInvitation(secret)).toMatchObject({ email: 'bea@example.com', role: 'support' });
      expect(await findOpenInvitation(`${secret.slice(0, -1)}_`)).toBeNull();
      expect(await acceptInvitation(`${secret.slice(0, -1)}_`, NEW)).toMatchObject({ error: { code: 'bad-token' } });
      expect(codeOfError(await acceptInvitation(secret, { newPassword: 'password1' }))).toBe('weak-password');
      const both = await Promise.all([acceptInvitation(secret, NEW), acceptInvitation(secret, NEW)]);
      expect(both.map(codeOfError).sort()).toEqual(['bad-token', 'done']);
      expect(codeOfError(await acceptInvitation(secret, NEW))).toBe('bad-token');
      expect(await stateOf(id)).toBe('accepted');
      const signedIn = await signInAdministrator({ email: 'bea@example.com', password: NEW.newPassword }, client);
      expect(signedIn).toMatchObject({ ok: true, value: { administrator: { role: 'support', name: 'Bea Stone' } } });
      const sentMails = await read()
        .select({ to: mail.recipient })
        .from(mail)
        .where(eq(mail.kind, 'administrator-added'));
      expect(sentMails).toEqual([{ to: ada.email }]);
      // An address belongs to one administrator, and is invited once at a time.
      const again = { name: 'Bea Stone', email: 'bea@example.com', role: 'auditor' } as const;
      expect(codeOfError(await write((tx) => inviteAdministrator(tx, createAdminActor(ada.id), again)))).toBe(
        'known-email',
      );
      const other = { ...again, email: 'cid@example.com' };
      expect(codeOfError(await write((tx) => inviteAdministrator(tx, createAdminActor(ada.id), other)))).toBe('done');
      expect(codeOfError(await write((tx) => inviteAdministrator(tx, createAdminActor(ada.id), other)))).toBe(
        'invited',
      );
    });
  });

  test('that was tried too late expires for good, and another can follow it', async () => {
    const by = createAdminActor((await makeAdmin()).id);
    const { id, secret } = await invited(by);
    clock.advance(3 * DAY);
    expect(await findOpenInvitation(secret)).toBeNull();
    expect((await listStaff()).invitations).toMatchObject([{ id, isOver: true }]);
    expect(codeOfError(await acceptInvitation(secret, NEW))).toBe('bad-token');
    expect(await stateOf(id)).toBe('expired');
    clock.advance(-3 * DAY);
    expect(codeOfError(await acceptInvitation(secret, NEW))).toBe('bad-token');
    clock.advance(15 * MINUTE);
    expect((await findOpenInvitation((await invited(by)).secret))?.status).toBe('open');
  });

  test('changes its state as the table says', async () => {
    const by = createAdminActor((await makeAdmin()).id);
    const steps = {
      accept: async ({ secret }: { secret: string }) => acceptInvitation(secret, NEW),
      withdraw: async ({ id }: { id: string }) => write((tx) => withdrawInvitation(tx, by, id)),
      expire: async ({ id, secret }: { id: string; secret: string }) => {
        const before = await stateOf(id);
        clock.advance(3 * DAY);
        await acceptInvitation(secret, NEW);
        clock.advance(-3 * DAY);
        return { ok: before === 'open' && (await stateOf(id)) === 'expired' };
      },
    };
    const ways = { open: null, accepted: 'accept', withdrawn: 'withdraw', expired: 'expire' } as const;
    let n = 0;
    for (const [state, way] of Object.entries(ways)) {
      for (const [name, { from, to }] of Object.entries(invitationMachine.events)) {
        const made = await invited(by, `bea${++n}@example.com`);
        if (way) await steps[way](made);
        expect(await stateOf(made.id)).toBe(state);
        const allowed = (from as readonly string[]).includes(state);
        expect([state, name, (await steps[name as keyof typeof steps](made)).ok]).toEqual([state, name, allowed]);
        expect(await stateOf(made.id)).toBe(allowed ? to : state);
      }
    }
  });
});

describe('a disabled administrator', () => {
  test('is signed out at once: in the browser, by the API and at the sign-in, until enabled', async () => {
    const ada = await member('Ada', 'walking home in the rain');
    const bob = await member('Bob', 'a walk along the river');
    const open = async (kind: 'admin' | 'api') =>
      (await write((tx) => startSession(tx, { kind, subjectId: bob.id, forAdmin: true }))).secret;
    const [browser, token] = [await open('admin'), await open('api')];
    const { id: invitation, secret } = await invited(bob.by);
    expect(await findSessionAdministrator(token, 'api')).not.toBeNull();
    expect(await write((tx) => disableAdministrator(tx, ada.by, { id: bob.id, reason: why }))).toMatchObject({
      ok: true,
    });
    expect([await findSessionAdministrator(browser, 'admin'), await findSessionAdministrator(token, 'api')]).toEqual([
      null,
      null,
    ]);
    expect(await read().select().from(session).where(eq(session.subjectId, bob.id))).toEqual([]);
    expect(await signInAdministrator(bob, client)).toMatchObject({ error: { code: 'disabled' } });
    expect(await signInAdministrator(bob, client, 'api')).toMatchObject({ error: { code: 'disabled' } });
    // A wrong password gets the same answer as an unknown address.
    const wrong = { ...bob, password: 'not this one at all' };
    expect(await signInAdministrator(wrong, client)).toMatchObject({ error: { code: 'invalid-credentials' } });
    expect([await stateOf(invitation), await findOpenInvitation(secret)]).toEqual(['withdrawn', null]);
    expect((await findStaffMember(bob.id))?.disabledAt).toEqual(clock.at);
    // Enabling an administrator does not revive an earlier session.
    await write((tx) => enableAdministrator(tx, ada.by, { id: bob.id, reason: 'Came back' }));
    expect(await findSessionAdministrator(browser, 'admin')).toBeNull();
    expect(await signInAdministrator(bob, client)).toMatchObject({ ok: true });
    expect(await staffEvents(bob.id)).toEqual(['create', 'disable', 'enable', 'sign-in']);
    const sentMails = await read().select({ to: mail.recipient }).from(mail).where(eq(mail.kind, 'staff-changed'));
    expect(sentMails.map(({ to }) => to).sort()).toEqual([ada.email, ada.email, bob.email, bob.email]);
    while (await sealNextBatch());
    expect((await audit()).findings).toEqual([]);
  });

  test('who was between password and code gets no further', async () => {
    const ada = await member('Ada', 'walking home in the rain');
    const bob = await member('Bob', 'a walk along the river');
    const { secret } = await turnOn(ownerOf(bob, 'admin'));
    const half = await signInAdministrator(bob, client);
    const pending = parsePendingSignIn((half.ok ? null : (half.error as { second?: string }).second) ?? null, 'admin');
    await write((tx) => disableAdministrator(tx, ada.by, { id: bob.id, reason: why }));
    expect(codeOfError(await finishAdminSignIn(pending, codeOf(secret), client))).toBe('disabled');
  });
});

describe('the last superadmin', () => {
  const superadmins = async () =>
    (await read().select().from(administrator).where(isNull(administrator.disabledAt))).filter(
      ({ role }) => role === null || role === 'superadmin',
    ).length;

  test('can’t be disabled or given another role, by themself or another', async () => {
    const ada = await makeAdmin();
    await makeAdmin({ role: 'payments' });
    const out = await makeAdmin({ disabledAt: START });
    const by = createAdminActor(ada.id);
    const about = { id: ada.id, reason: why };
    expect(codeOfError(await write((tx) => disableAdministrator(tx, by, about)))).toBe('last-superadmin');
    expect(codeOfError(await write((tx) => changeRole(tx, by, { ...about, role: 'auditor' })))).toBe('last-superadmin');
    expect(codeOfError(await write((tx) => performAct(tx, by, 'staff-role', { ...about, role: 'auditor' })))).toBe(
      'last-superadmin',
    );
    // The superadmin may leave if another one remains.
    await write((tx) => enableAdministrator(tx, by, { id: out.id, reason: 'Came back' }));
    expect(codeOfError(await write((tx) => disableAdministrator(tx, by, about)))).toBe('done');
  });

  onBothEngines('races of decisions', () => {
    test.each([
      ['each the other', (a: string, b: string) => [b, a]],
      ['each themself', (a: string, b: string) => [a, b]],
    ] as const)('two at once, %s: one of them stays', async (_, targets) => {
      const [ada, bea] = [await makeAdmin(), await makeAdmin()];
      const [first = '', second = ''] = targets(ada.id, bea.id);
      const results = await Promise.all([
        write((tx) => disableAdministrator(tx, createAdminActor(ada.id), { id: first, reason: why })),
        write((tx) =>
          performAct(tx, createAdminActor(bea.id), 'staff-role', { id: second, role: 'support', reason: why }),
        ),
      ]);
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
      expect(await superadmins()).toBe(1);
    });
  });
});

describe('in live mode', () => {
  const goodwill = (userId: string) => ({ userId, kind: 'goodwill', amount: 50_00n, reason: 'For the wait' }) as const;

  async function asked() {
    testEnv(LIVE);
    const [ada, bea] = [await makeAdmin(), await makeAdmin({ role: 'payments' })];
    const user = await makeUser({}, { dollars: 100 });
    const performed = await write((tx) =>
      performAct(tx, createAdminActor(bea.id), 'debit', { ...goodwill(user.id), reason: why }),
    );
    return { ada, bea, id: (performed.ok && performed.value.pending) || '' };
  }

  test('only an administrator who could request it approves, sees a button for it, and is notified', async () => {
    testEnv(LIVE);
    const support = await makeAdmin({ role: 'support' });
    const auditor = await makeAdmin({ role: 'auditor' });
    const traders = await makeAdmin({ role: 'traders' });
    const { ada, bea, id } = await asked();
    for (const other of [support, auditor, traders]) {
      expect(codeOfError(await write((tx) => approveShown(tx, createAdminActor(other.id), id)))).toBe('forbidden');
      expect(codeOfError(await write((tx) => rejectRequest(tx, createAdminActor(other.id), ACTS, id, why)))).toBe(
        'forbidden',
      );
      const { rows } = await loadApprovalQueue(ACTS, { show: 'waiting', page: 1 }, other);
      expect(rows).toMatchObject([{ decisions: [] }]);
    }
    const sentMails = await read().select({ to: mail.recipient }).from(mail).where(eq(mail.kind, 'approval-asked'));
    expect(sentMails).toEqual([{ to: ada.email }]);
    expect((await loadApprovalQueue(ACTS, { show: 'waiting', page: 1 }, bea)).rows).toMatchObject([
      { decisions: ['withdraw'] },
    ]);
    expect(codeOfError(await write((tx) => approveShown(tx, createAdminActor(ada.id), id)))).toBe('done');
  });

  test.each(['disable', 'role'])('a request from before a %s can only be rejected', async (what) => {
    const { ada, bea, id } = await asked();
    const by = createAdminActor(ada.id);
    const about = { id: bea.id, reason: why };
    await write<unknown>((tx) =>
      what === 'disable' ? disableAdministrator(tx, by, about) : changeRole(tx, by, { ...about, role: 'support' }),
    );
    expect(codeOfError(await write((tx) => approveShown(tx, by, id)))).toBe('requester');
    const again = await write((tx) => performAct(tx, createAdminActor(bea.id), 'debit', goodwill(bea.id)));
    expect(codeOfError(again)).toBe('forbidden');
    expect(codeOfError(await write((tx) => rejectRequest(tx, by, ACTS, id, 'They left')))).toBe('done');
    const [row] = await read().select().from(approval);
    expect(row).toMatchObject({ status: 'rejected', decidedBy: ada.id });
  });

  test('two who can sign in and decide on payments are needed before money is accepted', async () => {
    testEnv(LIVE);
    const ada = await makeAdmin();
    for (const role of ['support', 'auditor', 'compliance', 'traders'] as const) await makeAdmin({ role });
    await makeAdmin({ role: 'payments', disabledAt: START });
    expect(await lacksSecondAdministrator(read())).toBe(true);
    const bea = await makeAdmin({ role: 'payments' });
    expect(await lacksSecondAdministrator(read())).toBe(false);
    await write((tx) => disableAdministrator(tx, createAdminActor(ada.id), { id: bea.id, reason: why }));
    expect(await lacksSecondAdministrator(read())).toBe(true);
  });
});

test('a second factor is reset only by another, and ends every session of its owner', async () => {
  const [ada, bea] = [await makeAdmin(), await makeAdmin()];
  await turnOn(ownerOf(ada, 'admin'));
  const { secret } = await write((tx) => startSession(tx, { kind: 'admin', subjectId: ada.id }));
  const about = { id: ada.id, reason: 'Lost the telephone' };
  expect(codeOfError(await write((tx) => resetSecondFactor(tx, createAdminActor(ada.id), about)))).toBe('own');
  expect((await findStaffMember(ada.id))?.factorSince).not.toBeNull();
  expect(codeOfError(await write((tx) => resetSecondFactor(tx, createAdminActor(bea.id), about)))).toBe('done');
  expect(codeOfError(await write((tx) => resetSecondFactor(tx, createAdminActor(bea.id), about)))).toBe(
    'no-second-factor',
  );
  expect([(await findStaffMember(ada.id))?.factorSince, await findSessionAdministrator(secret, 'admin')]).toEqual([
    null,
    null,
  ]);
});

describe('a forgotten password', () => {
  const links = async (to: string) => {
    const rows = (await mailsPut('staff-reset')).filter(({ recipient }) => recipient === to);
    return rows.map(({ text }) => /staff\/resetpassword\?token=([\w-]+)/.exec(text)?.[1] ?? null);
  };
  const from = { address: '192.0.2.1' };

  test('is replaced with a mailed link, once, in time, by a member of the staff, with the second factor', async () => {
    testEnv({ LIMITS: 'minutesBetweenMails=0' });
    const ada = await member('Ada', 'walking home in the rain');
    const bob = await member('Bob', 'a bench beside the river');
    for (const email of [ada.email, bob.email, 'no-one@example.com']) {
      expect(codeOfError(await requestStaffReset({ email }, from))).toBe('done');
    }
    const [first, lost] = [await links(ada.email), await links(bob.email)].map(([secret]) => secret ?? '');
    expect(await read().select().from(mail).where(eq(mail.kind, 'staff-reset'))).toHaveLength(2);
    const reset = (secret = '', otp?: string) => resetStaffPassword(secret, { ...NEW, otp }, from);

    // Disabling ends the invitation link, and enabling does not revive it.
    await write((tx) => disableAdministrator(tx, ada.by, { id: bob.id, reason: why }));
    expect(codeOfError(await requestStaffReset({ email: bob.email }, from))).toBe('done');
    await write((tx) => enableAdministrator(tx, ada.by, { id: bob.id, reason: 'Came back' }));
    expect([codeOfError(await reset(lost)), (await links(bob.email)).length]).toEqual(['bad-token', 1]);

    // An expired request stays expired.
    clock.advance(15 * MINUTE);
    expect(codeOfError(await reset(first))).toBe('bad-token');
    clock.advance(-15 * MINUTE);
    expect(codeOfError(await reset(first))).toBe('bad-token');

    await requestStaffReset({ email: ada.email }, from);
    await requestStaffReset({ email: ada.email }, from);
    const [, older, newest] = await links(ada.email);
    const { secret } = await turnOn(ownerOf(ada, 'admin'));
    const opened = (await write((tx) => startSession(tx, { kind: 'admin', subjectId: ada.id }))).secret;
    expect(await findAdministratorOfResetLink(newest ?? '')).toMatchObject({
      takesCode: true,
      administrator: { id: ada.id },
    });
    expect(codeOfError(await reset(newest ?? ''))).toBe('no-code');
    expect(codeOfError(await reset(newest ?? '', '000000'))).toBe('wrong-code');
    expect(await findSessionAdministrator(opened, 'admin')).not.toBeNull();
    clock.advance(MINUTE);
    expect(codeOfError(await reset(newest ?? '', codeOf(secret)))).toBe('done');
    expect(await findSessionAdministrator(opened, 'admin')).toBeNull();
    clock.advance(MINUTE);
    for (const used of [newest, older]) expect(codeOfError(await reset(used ?? '', codeOf(secret)))).toBe('bad-token');
    expect(await signInAdministrator(ada, client)).toMatchObject({ error: { code: 'invalid-credentials' } });
    const signedIn = await signInAdministrator({ ...ada, password: NEW.newPassword }, client);
    expect(codeOfError(signedIn)).toBe('second-factor');
    const sentMails = and(eq(mail.kind, 'staff-changed'), like(mail.subject, '%password was reset'));
    const recipients = await read().select({ to: mail.recipient }).from(mail).where(sentMails);
    expect(recipients.map(({ to }) => to).sort()).toEqual([ada.email, bob.email]);
    // In paper mode there is no waiting period.
    expect(await readOnlyUntil(read(), ada.id)).toBeNull();
    while (await sealNextBatch());
    expect((await audit()).findings).toEqual([]);
  });

  test('in live mode needs a second factor, and a day in which its owner changes nothing', async () => {
    testEnv(LIVE);
    const ada = await member('Ada', 'walking home in the rain');
    const bob = await member('Bob', 'a bench beside the river');
    const user = await makeUser({}, { dollars: 100 });
    const debit = { userId: user.id, kind: 'goodwill', amount: 5_00n, reason: why } as const;
    const request = await write((tx) => performAct(tx, ada.by, 'debit', debit));
    const own = (request.ok && request.value.pending) || '';
    await requestStaffReset({ email: ada.email }, from);
    expect(await links(ada.email)).toEqual([null]);
    const { secret } = await turnOn(ownerOf(ada, 'admin'));
    await requestStaffReset({ email: ada.email }, from);
    const [, link = ''] = await links(ada.email);
    clock.advance(MINUTE);
    const reset = await resetStaffPassword(link ?? '', { ...NEW, otp: codeOf(secret) }, from);
    expect(codeOfError(reset)).toBe('done');
    const held = { error: { code: 'forbidden', message: expect.stringContaining('you can change nothing until') } };
    expect(await write((tx) => performAct(tx, ada.by, 'credit', debit))).toMatchObject(held);
    expect(await write((tx) => disableAdministrator(tx, ada.by, { id: bob.id, reason: why }))).toMatchObject(held);
    const other = await write((tx) => performAct(tx, bob.by, 'credit', debit));
    const ofOthers = (other.ok && other.value.pending) || '';
    expect(await write((tx) => approveShown(tx, ada.by, ofOthers))).toMatchObject(held);
    // Earlier requests count, and a day later they act again.
    expect(codeOfError(await write((tx) => approveShown(tx, bob.by, own)))).toBe('done');
    clock.advance(DAY);
    expect(codeOfError(await write((tx) => approveShown(tx, ada.by, ofOthers)))).toBe('done');
  });
});

test('an administrator changes their own password, which ends their other sessions', async () => {
  const ada = await member('Ada', 'walking home in the rain');
  const signIn = async () => {
    const signedIn = must(await signInAdministrator(ada, client));
    return signedIn.secret;
  };
  const [here, there] = [await signIn(), await signIn()];
  const found = await findSessionAdministrator(here, 'admin');
  if (!found) throw new Error('signed out');
  const from = { address: '192.0.2.1', sessionHash: found.session.tokenHash };
  const change = (currentPassword: string, newPassword: string) =>
    changeOwnPassword(found.administrator, { currentPassword, newPassword }, from);
  expect(codeOfError(await change('wrong wrong wrong', NEW.newPassword))).toBe('wrong-password');
  expect(codeOfError(await change(ada.password, 'password1'))).toBe('weak-password');
  expect(codeOfError(await change(ada.password, NEW.newPassword))).toBe('done');
  expect(await findSessionAdministrator(here, 'admin')).not.toBeNull();
  expect(await findSessionAdministrator(there, 'admin')).toBeNull();
  expect(await signInAdministrator(ada, client)).toMatchObject({ error: { code: 'invalid-credentials' } });
  const changed = and(eq(mail.kind, 'password-changed'), eq(mail.recipient, ada.email));
  expect(await read().select().from(mail).where(changed)).toHaveLength(1);
});

onBothEngines('instants subtracted in raw SQL', () => {
  test('times of decisions run from the investor’s last step, by person and queue, and investors see the same', async () => {
    const [ada, user] = [createAdminActor((await makeAdmin()).id), await makeUser()];
    const readState = () => readUsualWait(read(), { deposit: ['reject'] });
    for (const wait of [MINUTE, 3 * MINUTE, 30 * MINUTE, 40 * MINUTE]) {
      expect(await readState()).toBeNull();
      const request = { method: 'BTC', amount: 1_500_00n, proof: null };
      const { id } = must(await write((tx) => submitDeposit(tx, user, request)));
      clock.advance(wait);
      must(await write((tx) => rejectDeposit(tx, ada, id, 'Nothing arrived')));
    }
    expect(await computeDecisionTimes((await listStaff()).staff)).toEqual([
      { id: ada.id, who: 'Ada', queue: 'Deposits', count: 4, median: 16.5 * MINUTE, longest: 40 * MINUTE },
    ]);
    expect(await readState()).toBe('17 minutes');
    // A deposit that an administrator entered has no wait, so it does not count as zero.
    const entered = {
      thing: 'deposit',
      thingId: newId(),
      userId: user.id,
      event: 'approve',
      by: createAdminActor((await makeAdmin({ name: 'Bea' })).id),
    };
    await write((tx) => record(tx, entered));
    expect((await computeDecisionTimes((await listStaff()).staff)).at(-1)).toMatchObject({
      who: 'Bea',
      count: 1,
      median: null,
      longest: null,
    });
    clock.advance(31 * DAY);
    expect(await computeDecisionTimes((await listStaff()).staff)).toEqual([]);
  });
});

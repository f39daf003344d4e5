import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { mail, user as userTable } from '#drizzle/schema';
import { notifyOfWrongPasswords } from '~/features/people/auth/jobs.server';
import { requestPasswordReset, sendPasswordReset } from '~/features/people/auth/passwords/requestPasswordReset.server';
import { resetPassword } from '~/features/people/auth/passwords/resetPassword.server';
import { sendVerification } from '~/features/people/auth/signUp/sendVerification.server';
import { inviteAdministrator, withdrawInvitation } from '~/features/people/staff/invitations.server';
import { requestStaffReset } from '~/features/people/staff/resetOwnPassword.server';
import { isForStrangers, MAIL_KINDS, type MailKind } from '~/mail/lanes';
import { MINUTE, SECOND } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { createAdminActor } from '~/platform/states';
import { investorAccount, signatureOf } from '~/signIns/knownDevice.server';
import { clock, useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { LIVE } from '../../support/liveEnvironment';
import { makeAdmin, makeUser } from '../../support/people/people';
import { enter, last, PASSWORD, resetLinks, signInAs } from './auth.fixtures';

/* A stranger can trigger only a few mails to a known address, and no response reveals whether it has an account. */

useDatabase();

const VICTIM = 'victim@example.com';

const made = async (kind?: MailKind) =>
  (await read().select().from(mail).where(eq(mail.recipient, VICTIM))).filter((each) => !kind || each.kind === kind);

const network = (n: number) => ({ address: `198.51.${n % 250}.${1 + Math.floor(n / 250)}` });

type Door = { account?: () => Promise<unknown>; knock: (n: number) => Promise<unknown> };

const verified = () => makeUser({ email: VICTIM });

/** Ways in which a stranger can trigger mails of a kind, and the account that they need. */
const DOORS: Record<string, Door> = {
  reset: { account: verified, knock: (n) => requestPasswordReset({ email: VICTIM }, network(n)) },
  verify: {
    account: () => makeUser({ email: VICTIM, emailVerifiedAt: null }),
    knock: (n) =>
      n % 2
        ? sendVerification({ email: VICTIM }, network(n))
        : enter({ email: VICTIM, userName: `name${n}` }, network(n)),
  },
  'sign-up-known': { account: verified, knock: (n) => enter({ email: VICTIM, userName: `name${n}` }, network(n)) },
  'sign-in-tries': {
    account: verified,
    knock: async (n) => {
      await signInAs('a wrong one, certainly', { email: VICTIM, ...network(n) });
      await notifyOfWrongPasswords();
    },
  },
  'staff-reset': {
    account: () => makeAdmin({ email: VICTIM }),
    knock: (n) => requestStaffReset({ email: VICTIM }, network(n)),
  },
  'staff-invitation': {
    knock: async () => {
      const by = createAdminActor((await makeAdmin()).id);
      const invited = await write((tx) => inviteAdministrator(tx, by, { name: 'Bob', email: VICTIM, role: 'support' }));
      if (invited.ok) await write((tx) => withdrawInvitation(tx, { ...by, kind: 'admin' }, invited.value.id));
      return invited;
    },
  },
};

test('every kind that strangers can have mailed is tested here', () => {
  expect(Object.keys(DOORS).sort()).toEqual(MAIL_KINDS.filter(isForStrangers).sort());
});

describe.each(Object.entries(DOORS))('%s', (kind, { account, knock }) => {
  test('is mailed to one address once in a quarter of an hour, however many networks request it', async () => {
    testEnv(LIVE);
    await account?.();
    for (let n = 0; n < 12; n += 1) {
      await knock(n);
      clock.advance(12 * SECOND);
    }
    expect(await made(kind as MailKind)).toHaveLength(1);
    expect(await made()).toHaveLength(1);
    // The wait after wrong passwords ends an hour after the last of them.
    clock.advance(kind === 'sign-in-tries' ? 61 * MINUTE : 15 * MINUTE);
    for (let n = 0; n < 12; n += 1) await knock(1_000 + n);
    expect(await made(kind as MailKind)).toHaveLength(2);
  });
});

test('all ways together send one address at most two mails in a quarter of an hour', async () => {
  testEnv(LIVE);
  await verified();
  const ways = ['reset', 'verify', 'sign-up-known', 'reset'];
  for (let n = 0; n < 15; n += 1) {
    for (const way of ways) await DOORS[way]?.knock(n);
    clock.advance(MINUTE);
  }
  expect((await made()).map(({ kind }) => kind)).toEqual(['reset']);
  for (const way of ['sign-up-known', 'reset', 'verify', 'sign-up-known']) await DOORS[way]?.knock(2_000);
  // A recent mail with a link suppresses a mail that only reports an existing account, but not the other way round.
  expect((await made()).map(({ kind }) => kind)).toEqual(['reset', 'sign-up-known', 'reset']);
});

test('answers are the same for an address that waits for its next mail and for one without an account', async () => {
  testEnv(LIVE);
  await verified();
  for (const email of [VICTIM, 'nobody@example.com']) {
    const answers: unknown[] = [];
    for (let n = 0; n < 3; n += 1) {
      answers.push(await requestPasswordReset({ email }, network(n)));
      answers.push(await sendVerification({ email }, network(n)));
      const signedUp = await enter({ email, userName: `other${n}` }, network(n));
      answers.push(signedUp.ok);
    }
    const same = { ok: true, value: null };
    expect(answers).toEqual([same, same, true, same, same, true, same, same, true]);
  }
});

describe('a reset link for the owner is not delayed', () => {
  const ask = (known?: string) => requestPasswordReset({ email: VICTIM }, { ...network(1), known });

  test('by one that was used: the next is mailed at once', async () => {
    await verified();
    await ask();
    expect((await resetPassword(last(await resetLinks()), { newPassword: PASSWORD }, network(2))).ok).toBe(true);
    await ask();
    expect(await made('reset')).toHaveLength(2);
    expect((await resetPassword(last(await resetLinks()), { newPassword: PASSWORD }, network(2))).ok).toBe(true);
  });

  test('in a browser that has signed in before, nor by an administrator who mails one', async () => {
    const owner = await verified();
    await ask();
    await ask();
    expect(await made('reset')).toHaveLength(1);
    await ask(`device.${signatureOf(investorAccount(owner), 'device')}`);
    expect(await made('reset')).toHaveLength(2);
    await write((tx) => sendPasswordReset(tx, createAdminActor('someone'), owner));
    expect(await made('reset')).toHaveLength(3);
  });

  test('by a machine whose clock was set back', async () => {
    await verified();
    await ask();
    clock.advance(-60 * MINUTE);
    await ask();
    expect(await made('reset')).toHaveLength(2);
    expect(await read().select().from(userTable)).toHaveLength(1);
  });
});

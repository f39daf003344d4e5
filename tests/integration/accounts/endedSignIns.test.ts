import { afterEach, expect, test } from 'vitest';
import { openPriceStream } from '~/features/copying/liveTrading/ticket/stream.server';
import { freezeAccount } from '~/features/people/auth/freeze/freeze.server';
import { resetPassword } from '~/features/people/auth/passwords/resetPassword.server';
import { createToken } from '~/features/people/auth/tokens.server';
import { closeAccount } from '~/features/people/profile/closeAccount.server';
import { endSignIn } from '~/features/people/profile/endSignIn.server';
import { ALL_SESSIONS } from '~/features/people/profile/schema';
import { endSignIns } from '~/features/people/users/endSignIns.server';
import { openUpdates, publishUpdates } from '~/features/site/updates/stream.server';
import { requireInstrument } from '~/market/instruments';
import { type Handle, write } from '~/platform/db/index.server';
import { hashSecret } from '~/platform/ids';
import { createAdminActor } from '~/platform/states';
import { endStreams } from '~/platform/streams.server';
import { findInvestorByTokenHash, findSessionInvestor, startSession, type User } from '~/signIns/session.server';
import { useDatabase } from '../../support/database';
import { makeAdmin, makeUser } from '../../support/people/people';

/* Checks that every action that blocks access to an account ends its sessions, tokens and streams. */
useDatabase();
afterEach(endStreams);

const reason = 'to try';
const NEW = { newPassword: 'another long walk in the rain' };
const aside = async (
  user: User,
  work: (tx: Handle, by: ReturnType<typeof createAdminActor>) => Promise<{ ok: boolean }>,
) => {
  const by = createAdminActor((await makeAdmin()).id);
  expect(await write((tx) => work(tx, by)), user.id).toMatchObject({ ok: true });
};

const WAYS: Record<string, (user: User) => Promise<unknown>> = {
  'the account is closed': (user) =>
    aside(user, (tx, by) => closeAccount(tx, by, { userId: user.id, reason, submittedEmail: user.email })),
  'the account is frozen': (user) => aside(user, (tx, by) => freezeAccount(tx, by, { userId: user.id, reason })),
  'an administrator signs them out': (user) => aside(user, (tx, by) => endSignIns(tx, by, user.id)),
  'they sign out everywhere': (user) => aside(user, (tx) => endSignIn(tx, user, ALL_SESSIONS)),
  'the password is reset': async (user) => {
    const secret = await write((tx) => createToken(tx, 'reset', user.id));
    expect((await resetPassword({ email: user.email, secret }, NEW, { address: '192.0.2.1' })).ok).toBe(true);
  },
};

/** Returns the end of a stream's text. */
const endOf = async (body: ReadableStream<Uint8Array>): Promise<string> => (await new Response(body).text()).slice(-33);

test.each(Object.keys(WAYS))('a browser, a token and both kinds of stream end when %s', async (how) => {
  const user = await makeUser({ pdtUnlocked: true });
  const start = (kind: 'investor' | 'api') => write((tx) => startSession(tx, { kind, subjectId: user.id }));
  const [browser, program] = [(await start('investor')).secret, (await start('api')).secret];
  const sessionHash = hashSecret(browser);
  const found = openUpdates({ person: user.id, sessionHash });
  const mayGoOn = async () => (await findInvestorByTokenHash(sessionHash)) !== null;
  const quoted = openPriceStream({ instrument: requireInstrument('XAUUSD'), userId: user.id, mayGoOn, every: 1 });
  const ends = [endOf(found.body), endOf(quoted.body)];
  expect([await findSessionInvestor(browser, 'investor'), await findSessionInvestor(program, 'api')]).not.toContain(
    null,
  );
  await WAYS[how]?.(user);
  expect([await findSessionInvestor(browser, 'investor'), await findSessionInvestor(program, 'api')]).toEqual([
    null,
    null,
  ]);
  for (let poll = 0; poll < 5; poll++) await publishUpdates();
  const over = 'event: end\ndata: signed-out\n\n';
  for (const end of await Promise.all(ends)) expect(end.endsWith(over)).toBe(true);
});

import { asc } from 'drizzle-orm';
import { user } from '#drizzle/schema';
import { registerSchema } from '~/features/people/auth/schema';
import { signIn } from '~/features/people/auth/signIn/signIn.server';
import { signUp } from '~/features/people/auth/signUp/signUp.server';
import { verifyEmail } from '~/features/people/auth/signUp/verifyEmail.server';
import { read } from '~/platform/db/index.server';
import { mailsPut } from '../../support/people/outbox';

export const PASSWORD = 'walking home in the rain';
export const HERE = { address: '192.0.2.1' };

export const typed = (input: Partial<Record<string, string>> = {}) => ({
  firstName: 'Ann',
  lastName: 'Lee',
  userName: 'annlee',
  email: 'ann@example.com',
  phonenumber: '+44 20 7946 0000',
  password: PASSWORD,
  ...input,
});

export const enter = (
  input: Partial<Record<string, string>> = {},
  origin: Partial<Parameters<typeof signUp>[1]> = {},
) => signUp(registerSchema(8).parse(typed(input)), { ...HERE, ...origin });

export const users = async () => await read().select().from(user).orderBy(asc(user.createdAt));
export const mails = mailsPut;

/** Links in mails of a kind, oldest first. */
export async function verifyLinks() {
  const sent = await mails('verify');
  return sent.map(({ text }) => {
    const [, id = '', secret = ''] = /\/([^/\s]+)\/verify\/(\S+)/.exec(text) ?? [];
    return { id, secret };
  });
}

export async function resetLinks() {
  const sent = await mails('reset');
  return sent.map(({ text }) => {
    const [, email = '', secret = ''] = /\/resetpassword\/([^?\s]+)\?token=(\S+)/.exec(text) ?? [];
    return { email: decodeURIComponent(email), secret };
  });
}

export const last = <T>(list: T[]): T => list.at(-1) as T;

export async function verifiedUser() {
  await enter();
  await verifyEmail(last(await verifyLinks()));
  return last(await users());
}

export const signInAs = (password = PASSWORD, more: { rememberme?: boolean; email?: string; address?: string } = {}) =>
  signIn(
    { email: more.email ?? 'ann@example.com', password, rememberme: more.rememberme ?? false },
    { userAgent: null, address: more.address ?? HERE.address },
  );

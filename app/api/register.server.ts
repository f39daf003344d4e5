import { eq } from 'drizzle-orm';
import { user as userTable } from '#drizzle/schema';
import { read, write } from '~/platform/db/index.server';
import { newSecret } from '~/platform/ids';
import { startSession } from '~/platform/session.server';
import { publicLink } from '~/platform/site';

type Registered = { newcomer: string | null; firstName: string; lastName: string; email: string };

/**
 * What `register` answers. Its token works once the address is verified; where a sign-up made no account of its own the answer
 * is alike, with a token that never works.
 */
export async function registered(
  { newcomer, firstName, lastName, email }: Registered,
  client: { address: string; userAgent: string | null },
) {
  const token = newcomer
    ? (await write((tx) => startSession(tx, { kind: 'api', subjectId: newcomer, ...client }))).secret
    : newSecret();
  const referrer = newcomer ? await referrerOf(newcomer) : null;
  return {
    status: 'ok' as const,
    message: 'Account successfully created!',
    token,
    name: `${firstName} ${lastName}`,
    email,
    verificationLink: publicLink('/verify'),
    referringUser: referrer?.username ?? null,
    referringUserName: referrer?.firstName ?? null,
    referringUserEmail: null,
    referringUserMessage: referrer ? `${firstName} signed up with your referral link.` : null,
    subject: 'Verify your email',
    adminSubject: 'Somebody signed up',
  };
}

async function referrerOf(id: string) {
  const [user] = await read().select({ referrerId: userTable.referrerId }).from(userTable).where(eq(userTable.id, id));
  if (!user?.referrerId) return null;
  const [referrer] = await read().select().from(userTable).where(eq(userTable.id, user.referrerId));
  return referrer ?? null;
}

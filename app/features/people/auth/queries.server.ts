import { eq } from 'drizzle-orm';
import { mail } from '#drizzle/schema';
import { readText } from '~/mail/template';
import { read } from '~/platform/db/index.server';
import { env, isPaper } from '~/platform/env';
import { formatUsernameForMail, isValidPersonName } from '~/platform/fields/plainName';
import { findUser } from '~/signIns/userById.server';
import { verificationMailKey } from './mail.server';
import { findReferrer } from './signUp/referrer.server';
import { listLiveTokens } from './tokens.server';

/** Returns whether pages show mails. They do only in paper mode without SMTP, where no data is confidential. */
export const areMailsShown = (): boolean => isPaper() && !env().SMTP_URL;

export type ShownMail = { to: string; subject: string; paragraphs: string[]; href: string };

/** Returns the verification mail for the browser that just signed up; null if mails are sent by SMTP, or if the address is verified. */
export async function findVerificationMail(userId: string): Promise<ShownMail | null> {
  if (!areMailsShown()) return null;
  const user = await findUser(read(), userId);
  if (user?.status !== 'open' || user.emailVerifiedAt) return null;
  const [token] = await listLiveTokens(read(), 'verify', userId);
  if (!token) return null;
  const [sent] = await read()
    .select()
    .from(mail)
    .where(eq(mail.effectKey, verificationMailKey(token.hash)));
  const { paragraphs, action } = readText(sent?.text ?? '');
  if (!sent || !action) return null;
  return { to: sent.recipient, subject: sent.subject, paragraphs, href: action.href };
}

export type InvitationFacts = { firstName: string | null; username: string };

export async function findInvitationFacts(referrerId: string): Promise<InvitationFacts | null> {
  const referrer = await findReferrer(read(), referrerId);
  if (!referrer) return null;
  const { firstName, username } = referrer;
  return { firstName: isValidPersonName(firstName) ? firstName : null, username: formatUsernameForMail(username) };
}

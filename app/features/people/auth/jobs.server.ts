import { and, eq, lt } from 'drizzle-orm';
import { token, user } from '#drizzle/schema';
import { after, DAY, HOUR, MINUTE, systemNow } from '~/platform/clock';
import { write } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import type { Job } from '~/platform/jobs/index.server';
import { claimBursts, deleteOldAttempts } from '~/signIns/throttle.server';
import { createFreezeLink } from './freeze/freezeLink.server';
import { mailWrongPasswords } from './mail.server';
import { SIGN_IN_PURPOSE } from './signIn/signIn.server';

/** Period in which a used link is reported as used, milliseconds; afterwards it is reported as expired. */
const USED_LINK_RETENTION_MS = 30 * DAY;

export async function forgetOldTokens(): Promise<boolean> {
  await write(async (tx) => {
    await tx.delete(token).where(lt(token.expiresAt, after(systemNow(), -USED_LINK_RETENTION_MS)));
  });
  return false;
}

/**
 * Mails owners of accounts with many wrong passwords, once per burst. A job does it, because mailing during the attempt would reveal by
 * its duration that the account exists.
 */
export async function notifyOfWrongPasswords(): Promise<boolean> {
  await write(async (tx) => {
    for (const { account, failures } of await claimBursts(tx, SIGN_IN_PURPOSE)) {
      const [owner] = await verified(tx, user, and(eq(user.email, account), eq(user.status, 'open')));
      if (!owner) continue;
      const action = { label: 'Freeze my account', path: await createFreezeLink(tx, owner.id) };
      await mailWrongPasswords(tx, owner, { failures, action });
    }
  });
  return false;
}

export const authJobs: Job[] = [
  { name: 'sign-in-tries', everyMs: MINUTE, run: notifyOfWrongPasswords },
  { name: 'old-tries', everyMs: HOUR, run: deleteOldAttempts },
  { name: 'old-tokens', everyMs: 6 * HOUR, run: forgetOldTokens },
];

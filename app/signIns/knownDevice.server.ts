import { eq } from 'drizzle-orm';
import { user as userTable } from '#drizzle/schema';
import { systemNow } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { sameSecret, sign } from '~/platform/ids';
import type { Administrator, User } from './session.server';

/*
 * A browser that has signed in to an account keeps a mark of it: a random id, and a signature over that id, the account
 * and what ends the mark (a new password, "sign out everywhere"). The mark is no sign-in. It says that tries to sign in
 * from here are not the same stranger's as the tries from elsewhere, so they are counted by themselves.
 */

/** Accounts that one browser keeps marks of, the latest first. */
export const MOST_ACCOUNTS = 5;

/** An account as marks are bound to it. */
export type MarkedAccount = { kind: 'investor' | 'admin'; id: string; stamp: string };

/** An investor's account; marks end with its password and when all its sign-ins are ended. */
export const investorAccount = ({ id, passwordChangedAt, devicesForgottenAt }: User): MarkedAccount => ({
  kind: 'investor',
  id,
  stamp: `${passwordChangedAt.getTime()}:${devicesForgottenAt?.getTime() ?? 0}`,
});

/** An administrator's account; marks end with its password. */
export const adminAccount = ({ id, passwordHash }: Administrator): MarkedAccount => ({
  kind: 'admin',
  id,
  stamp: passwordHash,
});

export const signatureOf = ({ kind, id, stamp }: MarkedAccount, device: string): string =>
  sign(env().SESSION_SECRET, 'known-device', kind, id, stamp, device);

export const marksIn = (cookie: string | null): string[] => (cookie ?? '').split(' ').filter(Boolean);

/**
 * Which device the `known` cookie names for an account.
 * @param cookie the cookie's value, its own signature checked
 * @returns the device's id, or null for a browser that has not signed in to the account, or not since its marks ended
 */
export function knownDevice(cookie: string | null, account: MarkedAccount): string | null {
  for (const mark of marksIn(cookie)) {
    const [device = '', signature = ''] = mark.split('.');
    if (sameSecret(signature, signatureOf(account, device))) return device;
  }
  return null;
}

/** No browser is known to an investor's account any longer. */
export async function forgetDevices(tx: Handle, userId: string): Promise<void> {
  await tx.update(userTable).set({ devicesForgottenAt: systemNow() }).where(eq(userTable.id, userId));
}

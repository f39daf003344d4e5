import { eq } from 'drizzle-orm';
import { user as userTable } from '#drizzle/schema';
import { systemNow } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { isSameSecret, sign } from '~/platform/ids';
import type { Administrator, User } from './session.server';

/*
 * Signed cookie of a browser that has signed in to an account. The cookie is not a session; failed attempts of such
 * browsers are counted separately.
 */

export const MAX_KNOWN_ACCOUNTS = 5;

export type MarkedAccount = { kind: 'investor' | 'admin'; id: string; stamp: string };

export const investorAccount = ({ id, passwordChangedAt, devicesForgottenAt }: User): MarkedAccount => ({
  kind: 'investor',
  id,
  stamp: `${passwordChangedAt.getTime()}:${devicesForgottenAt?.getTime() ?? 0}`,
});

export const adminAccount = ({ id, passwordHash }: Administrator): MarkedAccount => ({
  kind: 'admin',
  id,
  stamp: passwordHash,
});

export const signatureOf = ({ kind, id, stamp }: MarkedAccount, device: string): string =>
  sign(env().SESSION_SECRET, 'known-device', kind, id, stamp, device);

export const parseMarks = (cookie: string | null): string[] => (cookie ?? '').split(' ').filter(Boolean);

export function readKnownDevice(cookie: string | null, account: MarkedAccount): string | null {
  for (const mark of parseMarks(cookie)) {
    const [device = '', signature = ''] = mark.split('.');
    if (isSameSecret(signature, signatureOf(account, device))) return device;
  }
  return null;
}

export async function forgetDevices(tx: Handle, userId: string): Promise<void> {
  await tx.update(userTable).set({ devicesForgottenAt: systemNow() }).where(eq(userTable.id, userId));
}

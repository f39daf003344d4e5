import { and, eq, isNull } from 'drizzle-orm';
import { twoFactor } from '#drizzle/schema';
import { after, now, systemNow } from '~/platform/clock';
import { type Handle, insertAll } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { record } from '~/platform/events/index.server';
import { done, type PassingRefusal, type Result, refuse } from '~/platform/result';
import { durationText } from '~/platform/text/durationText';
import { recordReset } from '~/signIns/noteReset.server';
import { confirmSession, endAllSessions } from '~/signIns/session.server';
import { SECOND_FACTOR_SETUP_MS } from '~/signIns/signInLimits';
import { mailSecurityChange } from './internal/mail.server';
import { createRecoveryCodes, deleteRecoveryCodes } from './internal/recoveryCodes.server';
import { createSharedSecret, findStep, openSecret, parseCode, sealSecret } from './internal/totp.server';
import { refuseWrongCode, tryFactor, withCode } from './spendCode.server';

export type Owner = {
  kind: 'investor' | 'admin';
  id: string;
  email: string;
  sessionHash: string;
  address: string;
  path: string;
};

const recordChange = (tx: Handle, { kind, id }: Owner, event: string) =>
  record(tx, { thing: 'two-factor', thingId: id, event, by: { kind, id }, userId: kind === 'investor' ? id : null });

const toCodeSubmitter = ({ id, address, sessionHash }: Owner) => ({ subjectId: id, address, device: sessionHash });

const refuseAlreadyOn = () => refuse('enabled', 'Two-factor authentication is already on.');

/** Returns the owner of a secret that is not confirmed yet: the session that entered the password. */
const setupHolder = ({ id, sessionHash }: Owner): string => `${id} ${sessionHash}`;

/** Creates the secret for an authenticator app. Requires the password; otherwise a stolen session could lock its owner out. */
export async function startSecondFactorSetup(tx: Handle, owner: Owner): Promise<Result<null>> {
  const [started] = await verified(tx, twoFactor, { subjectId: owner.id });
  if (started?.enabledAt) return refuseAlreadyOn();
  const secret = sealSecret(createSharedSecret(), setupHolder(owner));
  const row = { subjectId: owner.id, secret, enabledAt: null, lastStep: 0, createdAt: systemNow() };
  await insertAll(tx, twoFactor, [row], ['secret', 'lastStep', 'createdAt']);
  return done(null);
}

export function openSetupSecret(owner: Owner, { secret, createdAt }: typeof twoFactor.$inferSelect): string | null {
  const time = systemNow();
  return createdAt <= time && time < after(createdAt, SECOND_FACTOR_SETUP_MS)
    ? openSecret(secret, setupHolder(owner))
    : null;
}

/** Enables the second factor after a code has proved the secret. Ends other sessions. Returns the recovery codes, only this once. */
export function enableSecondFactor(owner: Owner, otp: string): Promise<Result<string[], PassingRefusal>> {
  const { id } = owner;
  return tryFactor(toCodeSubmitter(owner), async (tx) => {
    const [started] = await verified(tx, twoFactor, eq(twoFactor.subjectId, id));
    if (started?.enabledAt) return refuseAlreadyOn();
    const secret = started && openSetupSecret(owner, started);
    if (!secret)
      return refuse(
        'not-begun',
        `Enter your password first, then the code within ${durationText(SECOND_FACTOR_SETUP_MS)}.`,
      );
    const code = parseCode(otp);
    const step = code && findStep(secret, code, systemNow());
    if (!step) return refuseWrongCode();
    const [on] = await tx
      .update(twoFactor)
      .set({ secret: sealSecret(secret, id), enabledAt: now(), lastStep: step })
      .where(and(eq(twoFactor.subjectId, id), isNull(twoFactor.enabledAt)))
      .returning({ subjectId: twoFactor.subjectId });
    if (!on) return refuseAlreadyOn();
    await confirmSession(tx, owner.sessionHash);
    await endAllSessions(tx, id, owner.sessionHash);
    await recordChange(tx, owner, 'enable');
    await mailSecurityChange(tx, owner.email, 'on', owner.path);
    return done(await createRecoveryCodes(tx, id));
  });
}

export const renewRecoveryCodes = (owner: Owner, otp: string): Promise<Result<string[], PassingRefusal>> =>
  withCode(toCodeSubmitter(owner), otp, async (tx) => {
    await recordChange(tx, owner, 'renew-recovery-codes');
    await mailSecurityChange(tx, owner.email, 'codes', owner.path);
    return done(await createRecoveryCodes(tx, owner.id));
  });

export async function removeSecondFactor(tx: Handle, subjectId: string, exceptHash?: string): Promise<void> {
  await tx.delete(twoFactor).where(eq(twoFactor.subjectId, subjectId));
  await deleteRecoveryCodes(tx, subjectId);
  await endAllSessions(tx, subjectId, exceptHash);
}

/** Disables the second factor with a code. Ends other sessions, since they may be a stranger's. */
export const disableSecondFactor = (owner: Owner, otp: string): Promise<Result<null, PassingRefusal>> =>
  withCode(toCodeSubmitter(owner), otp, async (tx) => {
    await removeSecondFactor(tx, owner.id, owner.sessionHash);
    if (owner.kind === 'investor') await recordReset(tx, owner.id);
    await recordChange(tx, owner, 'disable');
    await mailSecurityChange(tx, owner.email, 'off', owner.path);
    return done(null);
  });

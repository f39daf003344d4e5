import { and, eq, isNotNull, lt } from 'drizzle-orm';
import { administrator, twoFactor, user } from '#drizzle/schema';
import { systemNow } from '~/platform/clock';
import { type Handle, type Reader, write } from '~/platform/db/index.server';
import { assertNewestVersion, verified } from '~/platform/db/verified.server';
import { record } from '~/platform/events/index.server';
import { done, type PassingRefusal, type Result, refuse } from '~/platform/result';
import { MAX_CODE_WAIT_MS } from '~/signIns/signInLimits';
import { clearAttempts, countAttempt, tooManyTries } from '~/signIns/throttle.server';
import { mailRecoveryCodeSpent } from './internal/mail.server';
import { countRecoveryCodes, spendRecoveryCode } from './internal/recoveryCodes.server';
import { findStep, openSecret, parseCode } from './internal/totp.server';

/** Mails the owner that a recovery code was used, so that a thief can't use one unnoticed. */
async function notifyRecoveryCodeSpent(tx: Handle, subjectId: string): Promise<void> {
  const [investor] = await verified(tx, user, { id: subjectId });
  const [admin] = await verified(tx, administrator, { id: subjectId });
  const owner = investor ?? admin;
  if (!owner) throw new Error(`Recovery codes of ${subjectId} have no owner`);
  const left = await countRecoveryCodes(tx, subjectId);
  const by = { kind: investor ? 'investor' : 'admin', id: subjectId } as const;
  const happened = { thing: 'two-factor', thingId: subjectId, event: 'spend-recovery-code', by };
  await record(tx, { ...happened, userId: investor ? subjectId : null, details: { left: String(left) } });
  await mailRecoveryCodeSpent(tx, owner.email, left, investor ? '/settings/security' : '/admin/security');
}

export type CodeSubmitter = { subjectId: string; address: string; device?: string | null };

const isEnabledFor = (subjectId: string) => and(eq(twoFactor.subjectId, subjectId), isNotNull(twoFactor.enabledAt));

/** Returns whether a person has a second factor. Throws `AlteredRowError` where its row was removed or replaced. */
export async function hasSecondFactor(handle: Reader, subjectId: string): Promise<boolean> {
  const [found] = await verified(handle, twoFactor, { subjectId });
  if (!found) await assertNewestVersion(handle, twoFactor, subjectId, found);
  return Boolean(found?.enabledAt);
}

/** Tries a second factor. Failed attempts delay the next one. */
export async function tryFactor<T>(
  { subjectId, address, device }: CodeSubmitter,
  work: (tx: Handle) => Promise<Result<T>>,
): Promise<Result<T, PassingRefusal>> {
  const what = { purpose: 'second-factor', address, account: subjectId, device };
  const wait = await countAttempt(what, {}, { account: MAX_CODE_WAIT_MS });
  if (wait > 0) return refuseInOtpField(tooManyTries(wait));
  const result = await write(work);
  if (result.ok) await clearAttempts(what);
  return result;
}

/** Runs work in one transaction for a person who enters a code. A refused code runs nothing; refused work leaves the code unspent. */
export const withCode = <T>(holder: CodeSubmitter, input: string, work: (tx: Handle) => Promise<Result<T>>) =>
  tryFactor(holder, async (tx) => {
    const spent = await spendCode(tx, holder.subjectId, input);
    return spent.ok ? await work(tx) : spent;
  });

const refuseInOtpField = ({ error }: { error: PassingRefusal }) => ({
  ok: false as const,
  error: { ...error, field: 'otp' },
});

/** Spends a code of an authenticator app, or a recovery code. Neither works a second time. */
async function spendCode(tx: Handle, subjectId: string, input: string): Promise<Result<null>> {
  const [factor] = await verified(tx, twoFactor, isEnabledFor(subjectId));
  if (!factor) return refuse('no-second-factor', 'Two-factor authentication is off.');
  const code = parseCode(input);
  if (!code) {
    if (!(await spendRecoveryCode(tx, subjectId, input))) return refuseWrongCode();
    await notifyRecoveryCodeSpent(tx, subjectId);
    return done(null);
  }
  const secret = openSecret(factor.secret, subjectId);
  const step = secret && findStep(secret, code, systemNow());
  if (!step) return refuseWrongCode();
  const [spent] = await tx
    .update(twoFactor)
    .set({ lastStep: step })
    .where(and(isEnabledFor(subjectId), lt(twoFactor.lastStep, step)))
    .returning({ subjectId: twoFactor.subjectId });
  return spent ? done(null) : refuse('used-code', 'This code was already used. Wait for the next one.', 'otp');
}

export const refuseWrongCode = () => refuse('wrong-code', 'This code is wrong. Codes change every 30 seconds.', 'otp');

import { systemNow } from '~/platform/clock';
import { hashSecret } from '~/platform/ids';
import { refuse } from '~/platform/result';
import { CODE_STEP_MS } from '~/signIns/signInLimits';

export type PendingSignIn = {
  kind: 'investor' | 'admin';
  subjectId: string;
  remember: boolean;
  /** Hash of the password hash, so that changing the password ends the pending sign-in. */
  password: string;
  at: number;
};

/** Returns the refusal that requires a code. `second` becomes the cookie that the second step reads. */
export function refuseWithoutCode({
  kind,
  remember = false,
  ...person
}: Pick<PendingSignIn, 'kind' | 'subjectId'> & { passwordHash: string; remember?: boolean }) {
  const { subjectId, passwordHash } = person;
  const password = hashSecret(passwordHash);
  const pending: PendingSignIn = { kind, subjectId, remember, password, at: systemNow().getTime() };
  const { error } = refuse('second-factor', 'Enter the code from your authenticator app.', 'otp');
  return { ok: false as const, error: { ...error, second: JSON.stringify(pending) } };
}

/** Returns the pending sign-in of a browser from the signed cookie of `refuseWithoutCode`. */
export function parsePendingSignIn(stored: string | null, kind: PendingSignIn['kind']): PendingSignIn | null {
  if (!stored) return null;
  const pending = JSON.parse(stored) as PendingSignIn;
  const age = systemNow().getTime() - pending.at;
  return pending.kind === kind && age >= 0 && age < CODE_STEP_MS ? pending : null;
}

export const isStillValid = ({ password }: PendingSignIn, passwordHash: string): boolean =>
  hashSecret(passwordHash) === password;

export const refuseExpiredSignIn = () => refuse('too-late', 'That took too long. Please log in again.');

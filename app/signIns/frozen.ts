import { type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import type { User } from './session.server';

export const FREEZE_PARTS = ['withdrawals', 'copying'] as const;
export type FreezePart = (typeof FREEZE_PARTS)[number];

export const PART_NAMES: Record<FreezePart, string> = { withdrawals: 'Withdrawals', copying: 'Copying' };

export type Freezes = Pick<
  User,
  'frozenAt' | 'withdrawalsFrozenAt' | 'withdrawalsFrozenReason' | 'copyingFrozenAt' | 'copyingFrozenReason'
>;

/** Returns the partial freeze of a part; null without one, even if the whole account is frozen. */
export function partFreeze(user: Freezes, part: FreezePart): { at: Date; reason: string } | null {
  const { withdrawalsFrozenAt, withdrawalsFrozenReason, copyingFrozenAt, copyingFrozenReason } = user;
  const [at, reason] = {
    withdrawals: [withdrawalsFrozenAt, withdrawalsFrozenReason] as const,
    copying: [copyingFrozenAt, copyingFrozenReason] as const,
  }[part];
  return at && { at, reason: reason ?? '' };
}

export const partColumns = (part: FreezePart, freeze: { at: Date; reason: string } | null): Partial<Freezes> =>
  part === 'withdrawals'
    ? { withdrawalsFrozenAt: freeze?.at ?? null, withdrawalsFrozenReason: freeze?.reason ?? null }
    : { copyingFrozenAt: freeze?.at ?? null, copyingFrozenReason: freeze?.reason ?? null };

export const partFreezes = (user: Freezes): { part: FreezePart; at: Date; reason: string }[] =>
  FREEZE_PARTS.flatMap((part) => {
    const freeze = partFreeze(user, part);
    return freeze ? [{ part, ...freeze }] : [];
  });

/** Returns the freezes of an account, a full one first. The reason of a full freeze is only in the audit log (`listFreezes`). */
export const freezesOf = (user: Freezes): { part: FreezePart | 'account'; at: Date; reason: string }[] => [
  ...(user.frozenAt ? [{ part: 'account' as const, at: user.frozenAt, reason: '' }] : []),
  ...partFreezes(user),
];

export const withReason = (status: string, reason: string): string =>
  reason.trim() === '' ? `${status}.` : `${status}: ${reason.trim().replace(/\.+$/, '')}.`;

export const FREEZE_TEXTS: Record<FreezePart | 'account', { begins: string; goesOn: string }> = {
  account: {
    begins: 'Your account is frozen',
    goesOn: 'No money can leave it, and nothing new can start. Cancel withdrawals that you did not request.',
  },
  withdrawals: {
    begins: 'Withdrawals from your account are frozen',
    goesOn: 'Nothing is paid out until support has checked it; everything else continues.',
  },
  copying: {
    begins: 'Copying is frozen in your account',
    goesOn: 'Running copies continue, and you can stop them. You can’t start new ones or top them up.',
  },
};

export const UNFREEZE_TEXTS: Record<FreezePart, string> = {
  withdrawals: 'Withdrawals from your account are no longer frozen',
  copying: 'Copying is no longer frozen in your account',
};

const FULL_FREEZE_TEXT = {
  investor:
    'This account is frozen: no money can leave it, and nothing new can start. See the settings for how to unfreeze it.',
  admin: 'This account is frozen, so no money can leave it. Verify its owner, then unfreeze it first.',
};

/** Refuses an act that a freeze forbids, as `frozen`; null otherwise. Without a `part`, only a full freeze forbids it. */
export function refuseFrozen(user: Freezes, part?: FreezePart, by?: Actor): Result<never> | null {
  if (user.frozenAt) return refuse('frozen', FULL_FREEZE_TEXT[by?.kind === 'admin' ? 'admin' : 'investor']);
  const freeze = part ? partFreeze(user, part) : null;
  if (!part || !freeze) return null;
  const message = withReason(FREEZE_TEXTS[part].begins, freeze.reason);
  return refuse(
    'frozen',
    by?.kind === 'admin'
      ? withReason('Withdrawals of this account are frozen', freeze.reason)
      : `${message} Write to support about it. Nothing was done.`,
  );
}

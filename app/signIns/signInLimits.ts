import { DAY, HOUR, MINUTE, SECOND } from '~/platform/durations';

/* Limits of logins, sessions, mailed links and codes, in milliseconds. User texts are derived from them. */

/**
 * Counters of failed attempts: account and address together, the account, a known browser, the address, and its network
 * (`subscriber.ts`).
 */
export type TriesBy = 'both' | 'account' | 'device' | 'address' | 'network';

/** Number of failed attempts before the first wait. */
export const TRIES_BEFORE_WAITING: Record<TriesBy, number> = {
  both: 5,
  account: 10,
  device: 5,
  address: 30,
  network: 150,
};

export const FIRST_TRY_WAIT_MS = SECOND;

/**
 * Longest waits after failed attempts, milliseconds. Those for an account and a network are short, since strangers can
 * cause them and owners must still get in.
 */
export const MAX_SIGN_IN_WAIT_MS: Record<TriesBy, number> = {
  both: 15 * MINUTE,
  account: MINUTE,
  device: 15 * MINUTE,
  address: 15 * MINUTE,
  network: MINUTE,
};

/**
 * Longest wait after wrong codes, milliseconds. It is long, since six-digit codes are few and an attacker here already
 * has the password or a session.
 */
export const MAX_CODE_WAIT_MS = 15 * MINUTE;

export const TRY_MEMORY_MS = HOUR;

/** Idle timeouts and lifetimes of sessions, milliseconds. `remembered` is an investor's "Remember me". */
export const SESSION_LIFETIMES_MS = {
  investor: { idle: 30 * MINUTE, whole: 12 * HOUR },
  remembered: { idle: 14 * DAY, whole: 14 * DAY },
  admin: { idle: 15 * MINUTE, whole: 8 * HOUR },
} as const;

export const LINK_LIFETIME_MS = {
  verify: DAY,
  reset: 15 * MINUTE,
  freeze: 7 * DAY,
  'staff-reset': 15 * MINUTE,
  invitation: 3 * DAY,
} as const;

export const CODE_STEP_MS = 10 * MINUTE;

export const SECOND_FACTOR_SETUP_MS = 15 * MINUTE;

/** Time after a reset or unfreezing during which an investor's withdrawals wait and, in live mode, an administrator can only read. */
export const RESET_WATCH_MS = { investor: DAY, admin: DAY } as const;

export const CODE_VALID_MS = 5 * MINUTE;

import { DAY, HOUR, MINUTE, SECOND } from '~/platform/durations';

/*
 * How often a person may try to sign in, and how long sessions, mailed links and shown codes last, in milliseconds. Texts that name
 * one of these are made from it. The same limits hold for every form that checks a password or a code, or mails a link.
 */

/**
 * By what failed tries are counted: the account and the address they come from together, the account from wherever, a browser in
 * which the account has signed in before, the address for whatever account, and its network (`subscriber.ts`) for whatever account.
 */
export type TriesBy = 'both' | 'account' | 'device' | 'address' | 'network';

/** Wrong passwords or codes that are free; after them each try has to wait. */
export const TRIES_BEFORE_WAITING: Record<TriesBy, number> = {
  both: 5,
  account: 10,
  device: 5,
  address: 30,
  network: 150,
};

/** The first wait. It doubles with each failed try. */
export const FIRST_WAIT = SECOND;

/**
 * The longest wait. An account's is short: strangers can fail for it, and its owner, in a browser in which the account has not
 * signed in before, must still get in; a network's for the same reason.
 */
export const LONGEST_SIGN_IN_WAIT: Record<TriesBy, number> = {
  both: 15 * MINUTE,
  account: MINUTE,
  device: 15 * MINUTE,
  address: 15 * MINUTE,
  network: MINUTE,
};

/**
 * The longest wait after wrong codes of a second factor. Six digits are few, and a person who can try them has the password or an
 * open session already. So strangers can't make the owner wait, from however many addresses they try.
 */
export const LONGEST_WAIT_FOR_CODE = 15 * MINUTE;

/** After this long without a try, failed tries count no more. */
export const TRIES_FORGOTTEN_AFTER = HOUR;

/** How long a session lasts: without a request (`idle`), and in all (`whole`). `remembered` is an investor's "Remember me". */
export const SESSION_LENGTH = {
  investor: { idle: 30 * MINUTE, whole: 12 * HOUR },
  remembered: { idle: 14 * DAY, whole: 14 * DAY },
  admin: { idle: 15 * MINUTE, whole: 8 * HOUR },
} as const;

/** How long a mailed link works, by what it is for. */
export const LINK_LIFETIME = {
  verify: DAY,
  reset: 15 * MINUTE,
  freeze: 7 * DAY,
  'staff-reset': 15 * MINUTE,
  invitation: 3 * DAY,
} as const;

/** How long after a right password the code of the second factor may follow. */
export const CODE_AFTER_PASSWORD = 10 * MINUTE;

/** How long the first code of an authenticator app may follow the password with which a person began to set it up. */
export const TIME_TO_SET_UP_SECOND_FACTOR = 15 * MINUTE;

/**
 * How long after a reset of a password or a second factor, or an unfreezing, each withdrawal of an investor waits as if to a new
 * address; and how long an administrator whose password was reset by a mailed link only reads, in live mode.
 */
export const WATCHED_AFTER_RESET = { investor: DAY, admin: DAY } as const;

/** How long a code that was shown counts for acts that ask for one, such as a withdrawal. */
export const CODE_COUNTS_FOR = 5 * MINUTE;

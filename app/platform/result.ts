import type { ChangedValue } from './events/changes';

/** Errors are values until the edge: a use-case answers with one of these, never with a thrown string. */
export type Result<T, E = Refusal> = { ok: true; value: T } | { ok: false; error: E };

/**
 * Why something was not done, in words a person can act on; `field` names the form field it belongs beside, and `also` what
 * else is wrong with that.
 */
export type Refusal = { code: string; message: string; also?: string[]; field?: string; preview?: Preview };

/**
 * What would be done, for a page that shows it first: nothing has been done, and the same form sent back with `digest` does
 * it, as long as that is still what it would do.
 */
export type Preview = {
  title: string;
  lines: ChangedValue[];
  /** Names exactly this effect; the form sends it back in `_preview`. */
  digest: string;
  /** It was shown before, as something else. */
  changed: boolean;
  /** It wants a reason, in the field `reason`. */
  needsReason: boolean;
  /** Why it waits for a second administrator; empty when it is done at once. */
  why: string[];
};

/** A refusal that passes by itself says when: seconds. */
export type PassingRefusal = Refusal & { retryAfter?: number };

/** The HTTP statuses of refusals that are not about what was sent. */
export const STATUS_OF: Readonly<Record<string, number>> = {
  busy: 503,
  forbidden: 403,
  'storage-down': 503,
  throttled: 429,
};

/** How refusals that are no errors are told: what changed nothing neutrally, what can be mended at once as a warning. */
export const TONE_OF: Readonly<Record<string, 'info' | 'warning'>> = {
  'no-changes': 'info',
  again: 'warning',
  'bad-key': 'warning',
  busy: 'warning',
  confirm: 'warning',
  'old-page': 'warning',
  throttled: 'warning',
  'wrong-password': 'warning',
};

/** A success. */
export const done = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });

/** A refusal in words; `code` is for programs, `field` names the form field it belongs beside. */
export const refuse = (code: string, message: string, field?: string): { ok: false; error: Refusal } => ({
  ok: false,
  error: field ? { code, message, field } : { code, message },
});

/** What a form says that could not be handled, whatever broke. */
export const SOMETHING_WENT_WRONG = 'Something went wrong. Please try again.';

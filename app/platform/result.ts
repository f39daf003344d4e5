import type { ChangedValue } from './events/changes';

/** Result of a use case. Errors are returned as values up to the edge, never thrown as strings. */
export type Result<T, E = Refusal> = { ok: true; value: T } | { ok: false; error: E };

/**
 * Expected failure that is shown to the user. `field` is the form field to which the message belongs; `also` has
 * further messages for that field.
 */
export type Refusal = { code: string; message: string; also?: string[]; field?: string; preview?: Preview };

/** Preview of an effect. Posting the same form with `digest` causes the effect, unless it has changed meanwhile. */
export type Preview = {
  title: string;
  lines: ChangedValue[];
  digest: string;
  changed: boolean;
  needsReason: boolean;
  why: string[];
};

/** Temporary refusal, with the seconds until a retry. */
export type PassingRefusal = Refusal & { retryAfter?: number };

export const STATUS_OF: Readonly<Record<string, number>> = {
  busy: 503,
  forbidden: 403,
  'storage-down': 503,
  throttled: 429,
};

export const TONE_BY_CODE: Readonly<Record<string, 'info' | 'warning'>> = {
  'no-changes': 'info',
  again: 'warning',
  'bad-key': 'warning',
  busy: 'warning',
  confirm: 'warning',
  'old-page': 'warning',
  throttled: 'warning',
  'wrong-password': 'warning',
};

export const done = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });

export const refuse = (code: string, message: string, field?: string): { ok: false; error: Refusal } => ({
  ok: false,
  error: field ? { code, message, field } : { code, message },
});

export const SOMETHING_WENT_WRONG = 'Something went wrong. Please try again.';

import { pause } from '~/platform/clock';
import { isPaper } from '~/platform/env';
import { NoTurnError } from '~/platform/process/turn';
import { type PassingRefusal, type Result, refuse } from '~/platform/result';

export type AuthRefusal = PassingRefusal & { second?: string };

const BUSY_SECONDS = 5;

/** Runs work that hashes passwords. If too many others wait, returns a refusal instead of throwing. */
export async function refuseWhenBusy<T>(work: () => Promise<Result<T, AuthRefusal>>): Promise<Result<T, AuthRefusal>> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof NoTurnError)) throw error;
    const { error: busy } = refuse('busy', 'Many people are signing in right now. Please try again in a few seconds.');
    return { ok: false, error: { ...busy, retryAfter: BUSY_SECONDS } };
  }
}

/** Duration of an answer in milliseconds, longer than any step that depends on a known address. */
const SAME_TIME_MS = 400;

/** Delays a live-mode answer so that its duration does not reveal whether an address is known. */
export async function inSameTime<T>(work: () => Promise<T>): Promise<T> {
  if (isPaper()) return await work();
  const [value] = await Promise.all([work(), pause(SAME_TIME_MS)]);
  return value;
}

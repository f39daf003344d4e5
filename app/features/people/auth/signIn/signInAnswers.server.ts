import { pause } from '~/platform/clock';
import { isPaper } from '~/platform/env';
import { QueueFullError } from '~/platform/process/concurrency';
import { type PassingRefusal, type Result, refuse } from '~/platform/result';

export type AuthRefusal = PassingRefusal & { second?: string };

const BUSY_RETRY_SECONDS = 5;

/** Runs work that hashes passwords. If too many others wait, returns a refusal instead of throwing. */
export async function refuseWhenBusy<T>(work: () => Promise<Result<T, AuthRefusal>>): Promise<Result<T, AuthRefusal>> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error;
    const { error: busy } = refuse('busy', 'Many people are signing in right now. Please try again in a few seconds.');
    return { ok: false, error: { ...busy, retryAfter: BUSY_RETRY_SECONDS } };
  }
}

/** Duration of an answer in milliseconds, longer than any step that depends on a known address. */
const CONSTANT_DURATION_MS = 400;

/** Delays a live-mode answer so that its duration does not reveal whether an address is known. */
export async function withConstantDuration<T>(work: () => Promise<T>): Promise<T> {
  if (isPaper()) return await work();
  const [value] = await Promise.all([work(), pause(CONSTANT_DURATION_MS)]);
  return value;
}

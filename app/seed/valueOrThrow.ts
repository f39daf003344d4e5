import type { Result } from '~/platform/result';

/** Returns the value of a demonstration step; throws for a refusal, which would be a bug. */
export function valueOrThrow<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`The demonstration could not be made: ${result.error.message}`);
  return result.value;
}

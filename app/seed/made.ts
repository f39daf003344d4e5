import type { Result } from '~/platform/result';

/** Unwraps a step of the demonstration; a refusal in it is a fault. */
export function made<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`The demonstration could not be made: ${result.error.message}`);
  return result.value;
}

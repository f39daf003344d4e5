import type { Result } from '~/platform/result';

/** Returns the value of a result; throws its refusal. */
export function must<T>(result: Result<T, { message: string }>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

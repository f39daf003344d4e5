/** Something took longer than it may. */
export class TimeLimitError extends Error {
  override name = 'TimeLimitError';
}

/** Returns what `work` comes to, or a `TimeLimitError` after so many milliseconds; it continues by itself. */
export async function withTimeLimit<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeLimitError(`No answer within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
    // One that fails after its limit has been told already.
    work.catch(() => {});
  }
}

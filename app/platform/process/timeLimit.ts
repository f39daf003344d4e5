export class TimeLimitError extends Error {
  override name = 'TimeLimitError';
}

/** Returns the result of `work`, or throws a `TimeLimitError` after some milliseconds; the work continues. */
export async function withTimeLimit<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeLimitError(`No answer within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
    // A failure after the limit needs no second report.
    work.catch(() => {});
  }
}

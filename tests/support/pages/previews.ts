import type { Preview } from '~/platform/result';

/** Returns the preview in the answer to a form; undefined without one. */
export const previewIn = (answer: unknown): Preview | undefined =>
  (answer as { data?: { preview?: Preview } }).data?.preview;

/** Sends a form, confirms its preview, and returns the last answer. */
export async function agreed<T>(send: (more: Record<string, string>) => Promise<T>): Promise<T> {
  const answer = await send({});
  const preview = previewIn(answer);
  return preview ? await send({ _preview: preview.digest }) : answer;
}

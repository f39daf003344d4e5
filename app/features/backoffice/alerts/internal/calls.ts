import { publicLink } from '~/platform/installation/site';

export type AlertEvent = 'alert.begun' | 'alert.ended' | 'alert.test';

/** Alert as it is posted. `about` distinguishes alerts of one kind. */
type PostedAlert = {
  id: string;
  kind: string;
  about: string;
  title: string;
  words: string;
  since: Date;
  endedAt: Date | null;
  /** Path of the page where an operator looks into it. */
  page: string;
};

/** Returns the JSON body of a post. */
export function alertBody(type: AlertEvent, { page, ...posted }: PostedAlert, at: Date): string {
  const { id, kind, about, title, words, since, endedAt } = posted;
  const data = { id, kind, about, title, words, since, endedAt, page: publicLink(page) };
  return JSON.stringify({ type, timestamp: at, data });
}

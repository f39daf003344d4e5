import { createPublicLink } from '~/platform/installation/site';

export type AlertEvent = 'alert.begun' | 'alert.ended' | 'alert.test';

/** Payload of an alert. `about` distinguishes alerts of one kind. */
type PostedAlert = {
  id: string;
  kind: string;
  about: string;
  title: string;
  words: string;
  since: Date;
  endedAt: Date | null;
  /** Path of the page about the alert's subject. */
  page: string;
};

/** Returns the JSON body of a post. */
export function serializeAlert(type: AlertEvent, { page, ...posted }: PostedAlert, at: Date): string {
  const { id, kind, about, title, words, since, endedAt } = posted;
  const data = { id, kind, about, title, words, since, endedAt, page: createPublicLink(page) };
  return JSON.stringify({ type, timestamp: at, data });
}

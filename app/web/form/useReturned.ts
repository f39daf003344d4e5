import { useActionData } from '~/web/router';
import type { FormAnswer } from './submission.server';

/** What the form was sent with that came back just now, refused or to be confirmed, by the names of its fields; null when none did. */
export function useReturned(): Record<string, string | undefined> | null {
  const answer = useActionData() as FormAnswer | undefined;
  return (answer?.result?.initialValue as Record<string, string> | undefined) ?? null;
}

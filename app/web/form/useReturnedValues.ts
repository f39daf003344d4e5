import { useActionData } from '~/web/router';
import type { FormAnswer } from './submission.server';

export function useReturnedValues(): Record<string, string | undefined> | null {
  const answer = useActionData() as FormAnswer | undefined;
  return (answer?.result?.initialValue as Record<string, string> | undefined) ?? null;
}

export const useIsAnswered = (id: string): boolean => (useActionData() as FormAnswer | undefined)?.form === id;

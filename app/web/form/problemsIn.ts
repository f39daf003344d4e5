import type { FormAnswer } from './submission.server';

/**
 * What the forms of rows send as their id. They are small and say in no summary of their own what they were refused for: the page does
 * (`ActionProblem`). A form with another id has a summary.
 */
export const ROW_FORM = 'decision';

/**
 * What a form was refused for, for its `ErrorSummary`. Forms that conform checks use `problemsOf`.
 * @param idOf the id of the field with this name, so that its message leads there
 */
export const problemsIn = (answer: FormAnswer | undefined, idOf?: (name: string) => string | undefined) =>
  Object.entries(answer?.result.error ?? {}).flatMap(([name, messages]) =>
    (messages ?? []).map((message) => ({ id: name ? idOf?.(name) : undefined, message })),
  );

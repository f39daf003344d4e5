import type { FormAnswer } from './submission.server';

/** ID of row forms. They have no error summary of their own, since the page shows it (`ActionProblem`). */
export const ROW_FORM = 'decision';

/** Returns the problems for a form's `ErrorSummary`. Forms validated by the library Conform use `problemsOfForm`. */
export const problemsOfAnswer = (answer: FormAnswer | undefined, idOf?: (name: string) => string | undefined) =>
  Object.entries(answer?.result.error ?? {}).flatMap(([name, messages]) =>
    (messages ?? []).map((message) => ({ id: name ? idOf?.(name) : undefined, message })),
  );

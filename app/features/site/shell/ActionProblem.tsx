import { ErrorSummary } from '~/ui/forms/Form';
import { problemsOfAnswer, ROW_FORM } from '~/web/form/problemsOfAnswer';
import type { FormAnswer } from '~/web/form/submission.server';
import { useActionData } from '~/web/router';

/** Refusal of a small form of this page, shown at the top and focused. `fieldId` returns the ID of a row's field. */
export function ActionProblem({ fieldId }: { fieldId?: (name: string, sent: Record<string, unknown>) => string }) {
  const answer = useActionData() as FormAnswer | undefined;
  if (answer?.form && answer.form !== ROW_FORM) return null;
  const sent = answer?.result?.initialValue ?? {};
  return <ErrorSummary errors={problemsOfAnswer(answer, (name) => fieldId?.(name, sent))} />;
}

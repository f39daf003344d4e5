import { ErrorSummary } from '~/ui/forms/Form';
import type { FormAnswer } from '~/web/form/submission.server';
import { useActionData } from '~/web/router';

/**
 * What a small form of this page (a button in a row) was refused for, first thing on the page and focused; larger forms
 * show it beside their fields.
 * @param fieldId the id of the field with this name in the form that was sent, where rows have fields of their own
 */
export function ActionProblem({
  title,
  fieldId,
}: {
  title?: string;
  fieldId?: (name: string, sent: Record<string, unknown>) => string;
}) {
  const { error, initialValue } = (useActionData() as FormAnswer | undefined)?.result ?? {};
  const errors = Object.entries(error ?? {}).flatMap(([name, messages]) =>
    (messages ?? []).map((message) => ({ id: name ? fieldId?.(name, initialValue ?? {}) : undefined, message })),
  );
  return <ErrorSummary title={title} errors={errors} />;
}

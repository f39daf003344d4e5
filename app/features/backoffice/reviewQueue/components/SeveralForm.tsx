import type { ReactNode } from 'react';
import { ErrorSummary, PostForm } from '~/ui/forms/Form';
import { PreviewedSubmit } from '~/ui/forms/PreviewedSubmit';
import { WorkTool } from '~/ui/tables/WorkList';
import { problemsOfAnswer } from '~/web/form/problemsOfAnswer';
import type { FormAnswer } from '~/web/form/submission.server';
import { useReturnedValues } from '~/web/form/useReturnedValues';
import { useActionData } from '~/web/router';

/** Function that returns the properties of a field by its name: ID, input and errors. */
export type FieldState = (name: string) => { id: string; name: string; defaultValue?: string; errors?: string[] };

/** Tool above a list that decides several entries at once. `intent` is also its ID; `listed` names the field of a pasted list. */
export function SeveralForm(props: {
  intent: string;
  label: string;
  button: string;
  formKey: string;
  at: string;
  inline?: boolean;
  listed?: string;
  children: (field: FieldState) => ReactNode;
}) {
  const { intent, label, button, formKey, at, inline, listed, children } = props;
  const answer = useActionData() as FormAnswer | undefined;
  const returned = useReturnedValues();
  const ownAnswer = answer?.form === intent ? answer : undefined;
  const entered = ownAnswer ? returned : null;
  const errors = ownAnswer?.result.error ?? {};
  const fieldId = (name: string) => `${intent}-${name}`;
  return (
    <WorkTool label={label} tool={intent} open={ownAnswer ? true : undefined}>
      <PostForm id={intent} formKey={ownAnswer?.formKey ?? formKey} action={at} inline={inline}>
        <input type="hidden" name="_intent" value={intent} />
        <ErrorSummary errors={problemsOfAnswer(ownAnswer, (name) => (name === listed ? undefined : fieldId(name)))} />
        {children((name) => ({
          id: fieldId(name),
          name,
          defaultValue: entered?.[name],
          errors: errors[name] ?? undefined,
        }))}
        <PreviewedSubmit
          submitLabel={button}
          confirm={ownAnswer?.confirm === true}
          preview={ownAnswer?.preview}
          fieldId={fieldId}
          errors={errors}
        />
      </PostForm>
    </WorkTool>
  );
}

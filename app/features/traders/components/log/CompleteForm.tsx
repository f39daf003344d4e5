import { getFormProps } from '@conform-to/react';
import { Field, fieldProps, SelectField } from '~/ui/forms/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { PreviewedSubmit } from '~/ui/forms/PreviewedSubmit';
import { usePreviewedForm } from '~/web/form/usePreviewedForm';
import { completeSchema } from '../../schema';
import { nameOf } from '../../traderName';

type Choice = { id: string; firstName: string; lastName: string };

export function CompleteForm({ traders, formKey }: { traders: Choice[]; formKey: string }) {
  const { form, fields, previewed, ...answer } = usePreviewedForm(completeSchema, { id: 'complete', formKey });
  return (
    <PostForm {...getFormProps(form)} formKey={answer.formKey}>
      <ErrorSummary errors={problemsOf(form, { trader: 'Trader', until: 'Complete up to', otp: 'Code' })} />
      <input type="hidden" name="_intent" value="complete-log" />
      <SelectField
        {...fieldProps(fields.trader)}
        label="Trader"
        placeholder="Choose a trader"
        options={traders.map((each) => ({ value: each.id, label: nameOf(each) }))}
      />
      <Field
        {...fieldProps(fields.until)}
        label="Complete up to"
        type="datetime-local"
        required={false}
        hint="In UTC. Empty means now. Older results can’t be entered afterwards."
      />
      <PreviewedSubmit {...previewed} words="Declare complete" danger />
    </PostForm>
  );
}

import { getFormProps } from '@conform-to/react';
import { Button } from '~/ui/Button';
import { ConfirmField } from '~/ui/forms/ConfirmField';
import { Field, fieldProps, SelectField } from '~/ui/forms/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { buttonWords, PreviewCard } from '~/ui/forms/PreviewCard';
import { useActionForm } from '~/web/form/useActionForm';
import { completeSchema } from '../../schema';
import { nameOf } from '../../traderName';

type Choice = { id: string; firstName: string; lastName: string };

/** Declares a trader's log complete up to an instant. */
export function CompleteForm({ traders, formKey }: { traders: Choice[]; formKey: string }) {
  const { form, fields, confirm, preview, ...answer } = useActionForm(completeSchema, { id: 'complete', formKey });
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
      <PreviewCard preview={preview} reasonId={`${form.id}-reason`} />
      <ConfirmField asked={confirm} id={`${form.id}-otp`} errors={form.allErrors.otp} />
      <Button>{buttonWords('Declare complete', preview)}</Button>
    </PostForm>
  );
}

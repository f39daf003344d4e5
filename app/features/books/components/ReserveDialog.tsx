import { getFormProps } from '@conform-to/react';
import { RadioCards } from '~/ui/forms/ChoiceFields';
import { Field, fieldProps } from '~/ui/forms/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { MoneyField } from '~/ui/forms/MoneyField';
import { PreviewedSubmit } from '~/ui/forms/PreviewedSubmit';
import { StepDialog } from '~/ui/layout/Dialog';
import { usePreviewedForm } from '~/web/form/usePreviewedForm';
import { type ReserveStep, reserveSchema } from '../schema';

const WORDS: Record<ReserveStep, { title: string; label: string; free: string; market: string }> = {
  fund: {
    title: 'Fund a reserve',
    label: 'Which reserve',
    free: 'Pays for new plans, bonuses and goodwill',
    market: 'The other side of copied trades',
  },
  'take-back': {
    title: 'Take back from a reserve',
    label: 'Which reserve',
    free: 'Money that nothing was promised from',
    market: 'The other side of copied trades',
  },
  shift: {
    title: 'Move between reserves',
    label: 'From',
    free: 'To the market reserve',
    market: 'To the free reserve',
  },
};

/** Funding a reserve, taking back from it, or moving between the two; always with a reason. */
export function ReserveDialog(props: { step: ReserveStep; formKey: string }) {
  const { title, label, free, market } = WORDS[props.step];
  const { form, fields, formKey, askAgain, previewed } = usePreviewedForm(reserveSchema, {
    id: props.step,
    defaultValue: { reserve: 'free' },
    formKey: props.formKey,
  });
  return (
    <StepDialog title={title} closeHref="/admin/books">
      <PostForm {...getFormProps(form)} formKey={formKey}>
        <input type="hidden" name="_intent" value={props.step} />
        <ErrorSummary errors={problemsOf(form, { reserve: label, amount: 'Amount', reason: 'Reason', otp: 'Code' })} />
        <RadioCards
          {...fieldProps(fields.reserve)}
          label={label}
          options={[
            { value: 'free', label: 'Free reserve', detail: free },
            { value: 'market', label: 'Market reserve', detail: market },
          ]}
        />
        <MoneyField {...fieldProps(fields.amount)} label="Amount" />
        <Field {...fieldProps(fields.reason)} label="Reason" autoComplete="off" maxLength={300} />
        <PreviewedSubmit
          {...previewed}
          words={title}
          danger={props.step === 'take-back'}
          again={askAgain && 'Yes, do this once more'}
          back={{ to: '/admin/books', words: 'Cancel' }}
        />
      </PostForm>
    </StepDialog>
  );
}

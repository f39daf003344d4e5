import { getFormProps } from '@conform-to/react';
import { formatUsd } from '~/ledger/money';
import { RadioCards } from '~/ui/forms/ChoiceFields';
import { Field, fieldProps } from '~/ui/forms/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { MoneyField } from '~/ui/forms/MoneyField';
import { PreviewedSubmit } from '~/ui/forms/PreviewedSubmit';
import { StepDialog } from '~/ui/layout/Dialog';
import { Notice } from '~/ui/messages/Notice';
import { usePreviewedForm } from '~/web/form/usePreviewedForm';
import { creditSchema, moneyActSchema, type UserStep } from '../schema';

type MoneyStep = Exclude<UserStep, 'close' | 'reopen' | 'pay-out'>;

const WORDS: Record<MoneyStep, { title: string; button: string; note: string }> = {
  credit: {
    title: 'Credit',
    button: 'Credit',
    note: 'The investor reads it as a deposit or as "Operator credit", with your reason.',
  },
  debit: { title: 'Debit', button: 'Debit', note: 'The investor reads it as "Operator debit", with your reason.' },
  profit: {
    title: 'Add profit',
    button: 'Add profit',
    note: 'The investor reads it as "Profit added by the operator", with your reason. It never counts as a trader’s result.',
  },
};

/** Credit, debit or upgrade profit: how much and why, under a key of its own. */
export function MoneyDialog(props: {
  step: MoneyStep;
  name: string;
  available: bigint;
  back: string;
  formKey: string;
}) {
  const { step, name, available, back } = props;
  const { title, button, note } = WORDS[step];
  const { form, fields, formKey, askAgain, previewed } = usePreviewedForm(
    step === 'credit' ? creditSchema : moneyActSchema,
    {
      id: step,
      formKey: props.formKey,
    },
  );
  return (
    <StepDialog title={`${title}: ${name}`} closeHref={back}>
      <PostForm {...getFormProps(form)} formKey={formKey}>
        <input type="hidden" name="_intent" value={step} />
        <ErrorSummary
          errors={problemsOf(form, { amount: 'Amount', reason: 'Reason', kind: 'What it is', otp: 'Code' })}
        />
        {step === 'credit' && (
          <RadioCards
            name="kind"
            id={`${form.id}-kind`}
            label="What it is"
            errors={form.allErrors.kind}
            // None is chosen from the start: a gift booked as a deposit would pay bonuses.
            defaultValue={form.initialValue?.kind === undefined ? undefined : String(form.initialValue.kind)}
            required
            options={[
              {
                value: 'deposit',
                label: 'Deposit received',
                detail: 'Money arrived. Settles their pending deposit of this amount, if there is one.',
              },
              { value: 'goodwill', label: 'Goodwill', detail: 'A gift of the operator, from the free reserve.' },
            ]}
          />
        )}
        <MoneyField
          {...fieldProps(fields.amount)}
          label="Amount"
          hint={`Available to ${name}: ${formatUsd(available)}`}
        />
        <Field {...fieldProps(fields.reason)} label="Reason" autoComplete="off" maxLength={300} />
        <Notice>{note}</Notice>
        <PreviewedSubmit
          {...previewed}
          words={button}
          danger={step === 'debit'}
          again={askAgain && 'Yes, do this once more'}
          back={{ to: back, words: 'Cancel' }}
        />
      </PostForm>
    </StepDialog>
  );
}

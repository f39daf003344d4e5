import { getFormProps } from '@conform-to/react';
import { plainUsd } from '~/ledger/money';
import { Field, fieldProps, SelectField } from '~/ui/forms/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { MoneyField } from '~/ui/forms/MoneyField';
import { PreviewedSubmit } from '~/ui/forms/PreviewedSubmit';
import { StepDialog } from '~/ui/layout/Dialog';
import { Notice } from '~/ui/messages/Notice';
import { Money } from '~/ui/tables/Data';
import { usePreviewedForm } from '~/web/form/usePreviewedForm';
import { payOutSchema, reopenSchema } from '../schema';

type Dialog = { back: string; formKey: string };

/** Opens a closed account again, with a reason that its owner reads. */
export function ReopenDialog(props: Dialog & { email: string }) {
  const { form, fields, formKey, previewed } = usePreviewedForm(reopenSchema, {
    id: 'reopen',
    formKey: props.formKey,
  });
  return (
    <StepDialog title="Reopen this account" closeHref={props.back}>
      <PostForm {...getFormProps(form)} formKey={formKey}>
        <input type="hidden" name="_intent" value="reopen" />
        <ErrorSummary errors={problemsOf(form, { reason: 'Reason', otp: 'Code' })} />
        <Notice>
          Check that the owner is really asking. The old password won’t work: the owner chooses a new one with a link
          mailed to {props.email}. Copies that were stopped stay stopped.
        </Notice>
        <Field
          {...fieldProps(fields.reason)}
          label="Reason, shown to the investor"
          autoComplete="off"
          maxLength={300}
        />
        <PreviewedSubmit {...previewed} words="Reopen the account" back={{ to: props.back, words: 'Keep it closed' }} />
      </PostForm>
    </StepDialog>
  );
}

/** Asks for what a closed account has available to be paid to its owner's wallet. */
export function PayOutDialog(
  props: Dialog & { available: bigint; methods: readonly { code: string; name: string; fee: bigint }[] },
) {
  const { available, methods, back } = props;
  const { form, fields, formKey, askAgain, previewed } = usePreviewedForm(payOutSchema, {
    id: 'pay-out',
    formKey: props.formKey,
  });
  const names = { method: 'Method', amount: 'Amount', wallet: 'Wallet address', reason: 'Reason', otp: 'Code' };
  return (
    <StepDialog title="Pay out this account" closeHref={back}>
      <PostForm {...getFormProps(form)} formKey={formKey}>
        <input type="hidden" name="_intent" value="pay-out" />
        <ErrorSummary errors={problemsOf(form, names)} />
        <Notice>
          <Money cents={available} /> are available. The amount is held, then approved and paid in the queue of
          withdrawals. The owner is told the address by mail and can stop it. What is in plans becomes available as they
          mature.
        </Notice>
        <SelectField
          {...fieldProps(fields.method)}
          label="Method"
          placeholder="Choose a method"
          options={methods.map(({ code, name }) => ({ value: code, label: name }))}
        />
        <MoneyField
          {...fieldProps(fields.amount)}
          label="Amount, the method’s charge included"
          defaultValue={String(fields.amount.initialValue ?? plainUsd(available))}
        />
        <Field
          {...fieldProps(fields.wallet)}
          label="Wallet address of the owner"
          hint="As the owner gave it, with documents that prove who they are. Money sent to a wrong address can’t be recovered."
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
        />
        <Field
          {...fieldProps(fields.reason)}
          label="Reason, shown to the investor"
          autoComplete="off"
          maxLength={300}
        />
        <PreviewedSubmit
          {...previewed}
          words="Ask for the payment"
          danger
          again={askAgain && 'Yes, ask for this once more'}
          back={{ to: back, words: 'Cancel' }}
        />
      </PostForm>
    </StepDialog>
  );
}

import { getFormProps } from '@conform-to/react';
import { ConfirmField } from '~/ui/forms/ConfirmField';
import { Field, fieldProps } from '~/ui/forms/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { SubmitOrBack } from '~/ui/forms/SubmitOrBack';
import { StepDialog } from '~/ui/layout/Dialog';
import { Notice } from '~/ui/messages/Notice';
import { Money } from '~/ui/tables/Data';
import { useActionForm } from '~/web/form/useActionForm';
import { closeSchema } from '../schema';

/** Closes an account, confirmed by typing its address; what is owed stays owed. */
export function CloseDialog(props: { email: string; funded: bigint; back: string; formKey: string }) {
  const { form, fields, formKey, confirm } = useActionForm(closeSchema, { id: 'close', formKey: props.formKey });
  return (
    <StepDialog title="Close this account" closeHref={props.back}>
      <PostForm {...getFormProps(form)} formKey={formKey}>
        <input type="hidden" name="_intent" value="close" />
        <ErrorSummary errors={problemsOf(form, { email: 'Email', reason: 'Reason', otp: 'Code' })} />
        <Notice tone="warning">
          Sign-ins end and copies are stopped.{' '}
          {props.funded > 0n ? (
            <>
              <Money cents={props.funded} /> owed to this person stays on the books, and can be paid out here.
            </>
          ) : (
            'Nothing is owed to this person.'
          )}{' '}
          A closed account can be reopened.
        </Notice>
        <Field
          {...fieldProps(fields.email)}
          label="Email of the account"
          hint={`Type ${props.email}`}
          autoComplete="off"
          inputMode="email"
        />
        <Field {...fieldProps(fields.reason)} label="Reason" autoComplete="off" maxLength={300} />
        <ConfirmField asked={confirm} id={`${form.id}-otp`} errors={form.allErrors.otp} />
        <SubmitOrBack tone="danger" back={{ words: 'Keep it open', to: props.back }}>
          Close the account
        </SubmitOrBack>
      </PostForm>
    </StepDialog>
  );
}

import { ActionForm, REASON_FIELD } from '~/ui/forms/ActionForm';
import { CODE_FIELD } from '~/ui/forms/ConfirmField';
import { SubmitOrBack } from '~/ui/forms/SubmitOrBack';
import { StepDialog } from '~/ui/layout/Dialog';
import { Notice } from '~/ui/messages/Notice';
import { Money } from '~/ui/tables/Data';
import { closeAccountSchema } from '../schema';

/** Closes an account, confirmed by typing its address; what is owed stays owed. */
export const CloseAccountDialog = (props: { email: string; funded: bigint; back: string; formKey: string }) => (
  <StepDialog title="Close this account" closeHref={props.back}>
    <ActionForm
      code={CODE_FIELD}
      schema={closeAccountSchema}
      id="close"
      formKey={props.formKey}
      intent="close"
      fields={[
        <Notice key="effect" tone="warning">
          Sign-ins end and copies are stopped.{' '}
          {props.funded > 0n ? (
            <>
              <Money cents={props.funded} /> owed to this person stays on the books, and can be paid out here.
            </>
          ) : (
            'Nothing is owed to this person.'
          )}{' '}
          A closed account can be reopened.
        </Notice>,
        {
          name: 'email',
          label: 'Email of the account',
          short: 'Email',
          hint: `Type ${props.email}`,
          autoComplete: 'off',
          inputMode: 'email',
        },
        REASON_FIELD,
      ]}
    >
      <SubmitOrBack tone="danger" back={{ words: 'Keep it open', to: props.back }}>
        Close the account
      </SubmitOrBack>
    </ActionForm>
  </StepDialog>
);

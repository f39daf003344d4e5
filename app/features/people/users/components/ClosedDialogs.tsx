import { formatPlainUsd } from '~/ledger/money';
import { ActionForm, REASON_FIELD, REASON_FOR_INVESTOR } from '~/ui/forms/ActionForm';
import { CODE_FIELD } from '~/ui/forms/ConfirmField';
import { SelectField } from '~/ui/forms/Field';
import { MoneyField } from '~/ui/forms/MoneyField';
import { PreviewedForm } from '~/ui/forms/PreviewedForm';
import { SubmitWithBackLink } from '~/ui/forms/SubmitWithBackLink';
import { StepDialog } from '~/ui/layout/Dialog';
import { Notice } from '~/ui/messages/Notice';
import { Money } from '~/ui/tables/Data';
import { closeAccountSchema, payOutSchema, reopenSchema } from '../schema';

/** Dialog that closes an account after its email address is entered. Debts remain. */
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
      <SubmitWithBackLink tone="danger" back={{ text: 'Keep it open', to: props.back }}>
        Close the account
      </SubmitWithBackLink>
    </ActionForm>
  </StepDialog>
);

type Dialog = { back: string; formKey: string };

export const ReopenDialog = ({ back, formKey, email }: Dialog & { email: string }) => (
  <StepDialog title="Reopen this account" closeHref={back}>
    <PreviewedForm
      schema={reopenSchema}
      id="reopen"
      formKey={formKey}
      intent="reopen"
      fields={[
        <Notice key="effect">
          Check that the owner is really asking. The old password won’t work: the owner chooses a new one with a link
          mailed to {email}. Copies that were stopped stay stopped.
        </Notice>,
        REASON_FOR_INVESTOR,
      ]}
      submitLabel="Reopen the account"
      back={{ to: back, text: 'Keep it closed' }}
    />
  </StepDialog>
);

export const PayOutDialog = ({
  available,
  methods,
  back,
  formKey,
}: Dialog & { available: bigint; methods: readonly { code: string; name: string; fee: bigint }[] }) => (
  <StepDialog title="Pay out this account" closeHref={back}>
    <PreviewedForm
      schema={payOutSchema}
      id="pay-out"
      formKey={formKey}
      intent="pay-out"
      values={{ amount: formatPlainUsd(available) }}
      fields={[
        <Notice key="effect">
          <Money cents={available} /> are available. The amount is held, then approved and paid in the queue of
          withdrawals. The owner is told the address by mail and can stop it. What is in plans becomes available as they
          mature.
        </Notice>,
        {
          as: SelectField,
          name: 'method',
          label: 'Method',
          placeholder: 'Choose a method',
          options: methods.map(({ code, name }) => ({ value: code, label: name })),
        },
        { as: MoneyField, name: 'amount', label: 'Amount, the method’s charge included', short: 'Amount' },
        {
          name: 'wallet',
          label: 'Wallet address of the owner',
          short: 'Wallet address',
          hint: 'As the owner gave it, with documents that prove who they are. Money sent to a wrong address can’t be recovered.',
          autoComplete: 'off',
          spellCheck: false,
          maxLength: 200,
        },
        REASON_FOR_INVESTOR,
      ]}
      submitLabel="Ask for the payment"
      danger
      again="Yes, request this again"
      back={{ to: back, text: 'Cancel' }}
    />
  </StepDialog>
);

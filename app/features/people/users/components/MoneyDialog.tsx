import { formatUsd } from '~/ledger/money';
import { REASON_FIELD } from '~/ui/forms/ActionForm';
import { RadioCards } from '~/ui/forms/ChoiceFields';
import { MoneyField } from '~/ui/forms/MoneyField';
import { PreviewedForm } from '~/ui/forms/PreviewedForm';
import { StepDialog } from '~/ui/layout/Dialog';
import { Notice } from '~/ui/messages/Notice';
import { creditUserSchema, moneyActSchema, type UserAction } from '../schema';

type UserMoneyAction = Exclude<UserAction, 'close' | 'reopen' | 'pay-out'>;

const STEP_TEXTS: Record<UserMoneyAction, { title: string; button: string; note: string }> = {
  credit: {
    title: 'Credit',
    button: 'Credit',
    note: 'Shown to the investor as a deposit or "Operator credit", with your reason.',
  },
  debit: { title: 'Debit', button: 'Debit', note: 'Shown to the investor as "Operator debit", with your reason.' },
  profit: {
    title: 'Add profit',
    button: 'Add profit',
    note: 'Shown to the investor as "Profit added by the operator", with your reason. It never counts as a trader’s result.',
  },
  'write-off': {
    title: 'Write off',
    button: 'Write off',
    note: 'The free reserve pays it. The investor is notified with your reason.',
  },
};

export function MoneyDialog(props: {
  step: UserMoneyAction;
  name: string;
  available: bigint;
  owed: bigint;
  back: string;
  formKey: string;
}) {
  const { step, name, available, owed, back, formKey } = props;
  const isWriteOff = step === 'write-off';
  const { title, button, note } = STEP_TEXTS[step];
  return (
    <StepDialog title={`${title}: ${name}`} closeHref={back}>
      <PreviewedForm
        schema={step === 'credit' ? creditUserSchema : moneyActSchema}
        id={step}
        formKey={formKey}
        intent={step}
        fields={[
          // No kind is preselected, because a gift booked as a deposit would pay bonuses.
          step === 'credit' && {
            as: RadioCards,
            name: 'kind',
            label: 'Kind of credit',
            required: true,
            options: [
              {
                value: 'deposit',
                label: 'Deposit received',
                detail: 'Money arrived. Settles their pending deposit of this amount, if there is one.',
              },
              { value: 'goodwill', label: 'Goodwill', detail: 'A gift of the operator, from the free reserve.' },
            ],
          },
          {
            as: MoneyField,
            name: 'amount',
            label: 'Amount',
            hint: isWriteOff ? `${name} owes ${formatUsd(owed)}` : `Available to ${name}: ${formatUsd(available)}`,
          },
          REASON_FIELD,
          <Notice key="note">{note}</Notice>,
        ]}
        submitLabel={button}
        danger={step === 'debit'}
        again="Yes, do this again"
        back={{ to: back, text: 'Cancel' }}
      />
    </StepDialog>
  );
}

import { REASON_FIELD } from '~/ui/forms/ActionForm';
import { RadioCards } from '~/ui/forms/ChoiceFields';
import { MoneyField } from '~/ui/forms/MoneyField';
import { PreviewedForm } from '~/ui/forms/PreviewedForm';
import { StepDialog } from '~/ui/layout/Dialog';
import { type ReserveStep, reserveSchema } from '../schema';

const DIALOG_TEXTS: Record<ReserveStep, { title: string; label: string; free: string; market: string }> = {
  fund: {
    title: 'Fund a reserve',
    label: 'Which reserve',
    free: 'Pays for new plans, bonuses and goodwill',
    market: 'The other side of copied trades',
  },
  'take-back': {
    title: 'Reduce a reserve',
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

export function ReserveDialog(props: { step: ReserveStep; formKey: string }) {
  const { title, label, free, market } = DIALOG_TEXTS[props.step];
  return (
    <StepDialog title={title} closeHref="/admin/books">
      <PreviewedForm
        schema={reserveSchema}
        id={props.step}
        formKey={props.formKey}
        intent={props.step}
        values={{ reserve: 'free' }}
        fields={[
          {
            as: RadioCards,
            name: 'reserve',
            label,
            options: [
              { value: 'free', label: 'Free reserve', detail: free },
              { value: 'market', label: 'Market reserve', detail: market },
            ],
          },
          { as: MoneyField, name: 'amount', label: 'Amount' },
          REASON_FIELD,
        ]}
        submitLabel={title}
        danger={props.step === 'take-back'}
        again="Yes, do this again"
        back={{ to: '/admin/books', text: 'Cancel' }}
      />
    </StepDialog>
  );
}

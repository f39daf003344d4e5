import { PreviewedForm } from '~/ui/forms/PreviewedForm';
import { completeSchema } from '../../schema';
import { type Choice, traderField } from './TradeForm';

export const CompleteForm = ({ traders, formKey }: { traders: Choice[]; formKey: string }) => (
  <PreviewedForm
    schema={completeSchema}
    id="complete"
    formKey={formKey}
    intent="complete-log"
    fields={[
      traderField('trader', traders),
      {
        name: 'until',
        label: 'Complete up to',
        type: 'datetime-local',
        required: false,
        hint: 'In UTC. Empty means now. Afterwards, older results can’t be entered.',
      },
    ]}
    submitLabel="Declare complete"
    danger
  />
);

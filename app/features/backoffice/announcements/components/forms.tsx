import { DAY } from '~/platform/durations';
import { formatCount } from '~/platform/text/figure';
import { Checkbox } from '~/ui/forms/ChoiceFields';
import { SelectField } from '~/ui/forms/Field';
import { PreviewedForm } from '~/ui/forms/PreviewedForm';
import { Sheet } from '~/ui/layout/Fold';
import { Notice } from '~/ui/messages/Notice';
import { useIsAnswered } from '~/web/form/useReturnedValues';
import { MAINTENANCE_NOTICE_MS } from '../rules';
import { AUDIENCES, maintenanceSchema, newsSchema } from '../schema';

const START_FIELD = {
  name: 'start',
  label: 'From',
  type: 'datetime-local',
  required: false,
  hint: 'In UTC. Empty means now.',
} as const;
const END_FIELD = { name: 'end', label: 'Until', type: 'datetime-local', hint: 'In UTC.' } as const;
const TEXT_FIELD = { name: 'text', label: 'Text', autoComplete: 'off', maxLength: 300 } as const;

export const NewsForm = ({ formKey }: { formKey: string }) => (
  <PreviewedForm
    schema={newsSchema}
    id="news"
    formKey={formKey}
    intent="announce"
    fields={[
      TEXT_FIELD,
      {
        row: [
          {
            as: SelectField,
            name: 'audience',
            label: 'For',
            placeholder: 'Choose who sees it',
            options: Object.entries(AUDIENCES).map(([value, label]) => ({ value, label })),
          },
          START_FIELD,
          END_FIELD,
        ],
        cell: 'medium',
      },
      { as: Checkbox, name: 'dismissable', label: 'People may dismiss it', required: false },
    ]}
    submitLabel="Announce"
  />
);

export function MaintenanceForm({ formKey }: { formKey: string }) {
  return (
    <Sheet label="Plan or begin maintenance" open={useIsAnswered('maintenance')}>
      <PreviewedForm
        schema={maintenanceSchema}
        id="maintenance"
        formKey={formKey}
        intent="maintain"
        fields={[
          <Notice key="effect" tone="info">
            Shown to users and staff from {formatCount(MAINTENANCE_NOTICE_MS / DAY, 'day')} before. While it is on,
            pages can be read and people can log in; every other form and call is refused, yours too, and nothing is
            traded, paid or matured. It is on until you end it here.
          </Notice>,
          {
            row: [
              START_FIELD,
              { ...END_FIELD, label: 'Until about' },
              { ...TEXT_FIELD, label: 'Reason', required: false },
            ],
            cell: 'medium',
          },
        ]}
        submitLabel="Set maintenance"
        danger
        named
        cancel="/admin/announcements"
      />
    </Sheet>
  );
}

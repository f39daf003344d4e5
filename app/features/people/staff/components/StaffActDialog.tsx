import type { Role } from '~/signIns/rights';
import { REASON_FIELD } from '~/ui/forms/ActionForm';
import { RadioCards } from '~/ui/forms/ChoiceFields';
import { PreviewedForm } from '~/ui/forms/PreviewedForm';
import { StepDialog } from '~/ui/layout/Dialog';
import { Notice } from '~/ui/messages/Notice';
import { type StaffAction, staffRoleSchema } from '../schema';
import { ROLE_CHOICES } from './InviteDialog';

export const STAFF_DIALOG_TEXTS: Record<
  StaffAction,
  { title: string; button: string; danger?: boolean; notice?: string }
> = {
  role: { title: 'Change role', button: 'Change role' },
  'reset-factor': {
    title: 'Reset second factor',
    button: 'Reset second factor',
    danger: true,
    notice: 'Check in person or by telephone, not only by mail, that this person is really asking. Their sign-ins end.',
  },
  disable: {
    title: 'Disable',
    button: 'Disable',
    danger: true,
    notice:
      'They are signed out at once and can’t log in or approve anything. Their open invitations are withdrawn, and their requests can only be rejected.',
  },
  enable: { title: 'Enable', button: 'Enable' },
};

/** Fields of all acts; only one of them requires a role, which is preselected. */
const formSchema = staffRoleSchema.partial({ role: true });

type Props = { step: StaffAction; about: { id: string; name: string; role: Role }; formKey: string };

export function StaffActDialog({ step, about, formKey }: Props) {
  const { title, button, danger, notice } = STAFF_DIALOG_TEXTS[step];
  const back = `/admin/staff/${about.id}`;
  return (
    <StepDialog title={`${title}: ${about.name}`} closeHref={back}>
      <PreviewedForm
        schema={formSchema}
        id={step}
        formKey={formKey}
        intent={step}
        values={{ role: about.role }}
        fields={[
          notice && (
            <Notice key="notice" tone="warning">
              {notice}
            </Notice>
          ),
          step === 'role' && { as: RadioCards, name: 'role', label: 'Role', options: ROLE_CHOICES },
          { ...REASON_FIELD, label: 'Reason, shown to the staff', short: 'Reason' },
        ]}
        submitLabel={button}
        danger={danger}
        back={{ to: back, text: 'Cancel' }}
      />
    </StepDialog>
  );
}

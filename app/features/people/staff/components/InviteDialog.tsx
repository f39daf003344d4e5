import { capitalise } from '~/platform/text/capitalised';
import { durationText } from '~/platform/text/durationText';
import { ROLE_NAMES, ROLES } from '~/signIns/rights';
import { LINK_LIFETIME_MS } from '~/signIns/signInLimits';
import { RadioCards } from '~/ui/forms/ChoiceFields';
import { PreviewedForm } from '~/ui/forms/PreviewedForm';
import { StepDialog } from '~/ui/layout/Dialog';
import { inviteSchema } from '../schema';

export const ROLE_CHOICES = ROLE_NAMES.map((role) => ({ value: role, label: capitalise(role), detail: ROLES[role] }));

export const InviteDialog = ({ formKey }: { formKey: string }) => (
  <StepDialog title="Invite an administrator" closeHref="/admin/staff">
    <PreviewedForm
      schema={inviteSchema}
      id="invite"
      formKey={formKey}
      intent="invite"
      fields={[
        { name: 'name', label: 'Name', autoComplete: 'off' },
        {
          name: 'email',
          label: 'Email',
          hint: `We mail a link to choose a password. It works once, for ${durationText(LINK_LIFETIME_MS.invitation)}.`,
          inputMode: 'email',
          autoComplete: 'off',
        },
        { as: RadioCards, name: 'role', label: 'Role', options: ROLE_CHOICES },
      ]}
      submitLabel="Invite"
      back={{ to: '/admin/staff', text: 'Cancel' }}
    />
  </StepDialog>
);

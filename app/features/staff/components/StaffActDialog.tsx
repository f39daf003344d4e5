import { getFormProps } from '@conform-to/react';
import type { Role } from '~/signIns/rights';
import { RadioCards } from '~/ui/forms/ChoiceFields';
import { Field, fieldProps } from '~/ui/forms/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { PreviewedSubmit } from '~/ui/forms/PreviewedSubmit';
import { StepDialog } from '~/ui/layout/Dialog';
import { Notice } from '~/ui/messages/Notice';
import { usePreviewedForm } from '~/web/form/usePreviewedForm';
import { type StaffStep, staffRoleSchema } from '../schema';
import { ROLE_CHOICES } from './InviteDialog';

/** Title, button and warning of each act. */
export const STAFF_WORDS: Record<StaffStep, { title: string; button: string; danger?: boolean; notice?: string }> = {
  role: { title: 'Change role', button: 'Change role' },
  'reset-factor': {
    title: 'Reset second factor',
    button: 'Reset second factor',
    danger: true,
    notice:
      'Check that this person is really asking, face to face or by telephone, not by mail alone. Their sign-ins end.',
  },
  disable: {
    title: 'Disable',
    button: 'Disable',
    danger: true,
    notice:
      'They are signed out at once and can’t log in or agree to anything. Their open invitations are withdrawn, and their requests can only be rejected.',
  },
  enable: { title: 'Enable', button: 'Enable' },
};

/** The forms of the acts; only one of them asks for a role, which is chosen from the start. */
const formSchema = staffRoleSchema.partial({ role: true });

type Props = { step: StaffStep; about: { id: string; name: string; role: Role }; formKey: string };

/** One act on one administrator, always with a reason. */
export function StaffActDialog({ step, about, ...props }: Props) {
  const { title, button, danger, notice } = STAFF_WORDS[step];
  const back = `/admin/staff/${about.id}`;
  const { form, fields, formKey, previewed } = usePreviewedForm(formSchema, {
    id: step,
    defaultValue: { role: about.role },
    formKey: props.formKey,
  });
  return (
    <StepDialog title={`${title}: ${about.name}`} closeHref={back}>
      <PostForm {...getFormProps(form)} formKey={formKey}>
        <input type="hidden" name="_intent" value={step} />
        <ErrorSummary errors={problemsOf(form, { role: 'Role', reason: 'Reason', otp: 'Code' })} />
        {notice && <Notice tone="warning">{notice}</Notice>}
        {step === 'role' && <RadioCards {...fieldProps(fields.role)} label="Role" options={ROLE_CHOICES} />}
        <Field {...fieldProps(fields.reason)} label="Reason, shown to the staff" autoComplete="off" maxLength={300} />
        <PreviewedSubmit {...previewed} words={button} danger={danger} back={{ to: back, words: 'Cancel' }} />
      </PostForm>
    </StepDialog>
  );
}

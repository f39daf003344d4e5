import { getFormProps } from '@conform-to/react';
import { capitalised } from '~/platform/text/capitalised';
import { durationText } from '~/platform/text/durationText';
import { ROLE_NAMES, ROLES } from '~/signIns/rights';
import { LINK_LIFETIME } from '~/signIns/signInLimits';
import { RadioCards } from '~/ui/forms/ChoiceFields';
import { Field, fieldProps } from '~/ui/forms/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { PreviewedSubmit } from '~/ui/forms/PreviewedSubmit';
import { StepDialog } from '~/ui/layout/Dialog';
import { usePreviewedForm } from '~/web/form/usePreviewedForm';
import { inviteSchema } from '../schema';

/** The roles, each with what it is for. */
export const ROLE_CHOICES = ROLE_NAMES.map((role) => ({ value: role, label: capitalised(role), detail: ROLES[role] }));

/** Who is to join the staff, and as what. */
export function InviteDialog(props: { formKey: string }) {
  const { form, fields, formKey, previewed } = usePreviewedForm(inviteSchema, {
    id: 'invite',
    formKey: props.formKey,
  });
  return (
    <StepDialog title="Invite an administrator" closeHref="/admin/staff">
      <PostForm {...getFormProps(form)} formKey={formKey}>
        <input type="hidden" name="_intent" value="invite" />
        <ErrorSummary errors={problemsOf(form, { name: 'Name', email: 'Email', role: 'Role', otp: 'Code' })} />
        <Field {...fieldProps(fields.name)} label="Name" autoComplete="off" />
        <Field
          {...fieldProps(fields.email)}
          label="Email"
          hint={`We mail a link for choosing a password there. It works once, within ${durationText(LINK_LIFETIME.invitation)}.`}
          inputMode="email"
          autoComplete="off"
        />
        <RadioCards {...fieldProps(fields.role)} label="Role" options={ROLE_CHOICES} />
        <PreviewedSubmit {...previewed} words="Invite" back={{ to: '/admin/staff', words: 'Cancel' }} />
      </PostForm>
    </StepDialog>
  );
}

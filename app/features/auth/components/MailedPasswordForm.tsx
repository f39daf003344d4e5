import { getFormProps } from '@conform-to/react';
import { Button } from '~/ui/Button';
import { CodeField } from '~/ui/forms/CodeField';
import { Field, fieldProps } from '~/ui/forms/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { useActionForm } from '~/web/form/useActionForm';
import { newPasswordWithCodeSchema } from '../schema';
import { NewPasswordFields } from './NewPasswordFields';

const LABELS = { newPassword: 'New password', confirmPassword: 'Confirm Password', otp: 'Code' };

/**
 * The form behind a mailed link by which a person chooses a password.
 * @param props.id names the form on its page
 * @param props.secret the link's
 * @param props.least how long the password must be, characters; `hint` follows that
 * @param props.takesCode whether the person has a second factor
 */
export function MailedPasswordForm(props: {
  id: string;
  email: string;
  secret: string;
  least: number;
  hint?: string;
  takesCode?: boolean;
  button: string;
}) {
  const { id, email, secret, least, hint, takesCode = false, button } = props;
  const { form, fields } = useActionForm(newPasswordWithCodeSchema(least), { id });
  return (
    <PostForm {...getFormProps(form)}>
      <ErrorSummary errors={problemsOf(form, LABELS)} />
      <input type="hidden" name="_token" value={secret} />
      <Field label="Email" name="_email" defaultValue={email} readOnly autoComplete="username" />
      <NewPasswordFields
        password={fields.newPassword}
        confirmation={fields.confirmPassword}
        labels={{ password: LABELS.newPassword, confirmation: LABELS.confirmPassword }}
        least={least}
        hint={hint}
      />
      {takesCode && <CodeField {...fieldProps(fields.otp)} />}
      <Button tone="primary" wide>
        {button}
      </Button>
    </PostForm>
  );
}

import { getFormProps } from '@conform-to/react';
import { CodeStep } from '~/features/twofactor/components';
import { Button } from '~/ui/Button';
import { Field, fieldProps } from '~/ui/forms/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { PasswordField } from '~/ui/forms/PasswordField';
import { Page } from '~/ui/layout/Layout';
import { useActionForm } from '~/web/form/useActionForm';
import { Link } from '~/web/router';
import { adminSignInSchema } from '../schema';

/** An administrator's sign-in: email and password, then the code of a second factor. */
export const SignInStep = ({ second }: { second: boolean }) =>
  second ? <CodeStep back="/admin" action="/admin?step=code" /> : <AdminSignIn />;

function AdminSignIn() {
  const { form, fields } = useActionForm(adminSignInSchema, { id: 'admin-login' });
  return (
    <Page title="Administration" lead="Log in as an administrator.">
      <PostForm {...getFormProps(form)} action="/admin">
        <ErrorSummary errors={problemsOf(form, { email: 'Email', password: 'Password' })} />
        <Field label="Email" {...fieldProps(fields.email)} autoComplete="username" inputMode="email" />
        <PasswordField label="Password" {...fieldProps(fields.password)} autoComplete="current-password" />
        <Button tone="primary" wide>
          Log in
        </Button>
      </PostForm>
      <Link to="/staff/passwordreset">Forgot password?</Link>
    </Page>
  );
}

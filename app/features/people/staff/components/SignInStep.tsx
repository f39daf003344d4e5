import { CodeStep } from '~/features/people/twofactor/components/CodeStep';
import { Button } from '~/ui/Button';
import { ActionForm } from '~/ui/forms/ActionForm';
import { PasswordField } from '~/ui/forms/PasswordField';
import { Page } from '~/ui/layout/Layout';
import { Link } from '~/web/router';
import { adminSignInSchema } from '../schema';

export const SignInStep = ({ second }: { second: boolean }) =>
  second ? <CodeStep back="/admin" action="/admin?step=code" /> : <AdminSignIn />;

const AdminSignIn = () => (
  <Page title="Administration" lead="Log in as an administrator.">
    <ActionForm
      schema={adminSignInSchema}
      id="admin-login"
      action="/admin"
      fields={[
        { name: 'email', label: 'Email', autoComplete: 'username', inputMode: 'email' },
        { as: PasswordField, name: 'password', label: 'Password', autoComplete: 'current-password' },
      ]}
    >
      <Button tone="primary" wide>
        Log in
      </Button>
    </ActionForm>
    <Link to="/staff/passwordreset">Forgot password?</Link>
  </Page>
);

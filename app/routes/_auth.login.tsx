import { getFormProps } from '@conform-to/react';
import type { HeadersArgs } from '@remix-run/node';
import { Link } from '@remix-run/react';
import { authenticateForm } from '~/features/auth/authenticator.server';
import { refuseForm } from '~/features/auth/refusals.server';
import { signInSchema } from '~/features/auth/schema';
import { readCookie, setCookie } from '~/platform/cookies.server';
import { submission } from '~/platform/form/submission.server';
import { useActionForm } from '~/platform/form/useActionForm';
import { visitor } from '~/platform/guard/index.server';
import { endSession } from '~/platform/session.server';
import { redirectWithToast } from '~/platform/toast.server';
import { Button } from '~/ui/Button';
import { Checkbox, Field, fieldProps, PasswordField } from '~/ui/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/Form';
import { Cluster, Page } from '~/ui/Layout';

export const meta = () => [{ title: 'Log in · Mirrorbook' }];

export const headers = ({ actionHeaders }: HeadersArgs) => actionHeaders;

export const action = visitor.action(async ({ request, form, address }) => {
  const sent = await submission(form, signInSchema);
  if (!sent.ok) return sent.refused;
  const signedIn = await authenticateForm(form, { address, userAgent: request.headers.get('User-Agent') });
  if (!signedIn.ok) return refuseForm(sent, signedIn.error);
  // The one before, of this browser, would otherwise live on without anybody having its cookie.
  const earlier = await readCookie(request, 'session');
  if (earlier) await endSession(earlier);
  const { secret, maxAge } = signedIn.value;
  const toast = { tone: 'success', text: 'Signed in successfully' } as const;
  return await redirectWithToast('/dashboard', toast, { 'Set-Cookie': await setCookie('session', secret, maxAge) });
});

export default function Login() {
  const { form, fields } = useActionForm(signInSchema, { id: 'login' });
  return (
    <Page title="Log in">
      <PostForm {...getFormProps(form)}>
        <ErrorSummary errors={problemsOf(form, { email: 'Email', password: 'Password' })} />
        <Field label="Email" {...fieldProps(fields.email)} autoComplete="username" inputMode="email" />
        <PasswordField label="Password" {...fieldProps(fields.password)} autoComplete="current-password" />
        <Checkbox label="Remember me" {...fieldProps(fields.rememberme)} />
        <Button tone="primary" wide>
          Login
        </Button>
      </PostForm>
      <Cluster spread>
        <Link to="/signup">Create account</Link>
        <Link to="/passwordreset">Forgot password?</Link>
        <Link to="/policy">Terms</Link>
      </Cluster>
    </Page>
  );
}

import { useEffect } from 'react';
import { signInSchema } from '~/features/people/auth/schema';
import { authenticateForm } from '~/features/people/auth/signIn/authenticator.server';
import { finishSignIn } from '~/features/people/auth/signIn/signIn.server';
import { CodeStep } from '~/features/people/twofactor/components/CodeStep';
import { otpSchema } from '~/features/people/twofactor/schema';
import { pageMeta } from '~/features/site/marketing/pageMeta';
import { investorAccount } from '~/signIns/knownDevice.server';
import { Button } from '~/ui/Button';
import { deleteExpiredEntries, deviceStore } from '~/ui/deviceStorage/store';
import { ActionForm } from '~/ui/forms/ActionForm';
import { Checkbox } from '~/ui/forms/ChoiceFields';
import { PasswordField } from '~/ui/forms/PasswordField';
import { Cluster, Page } from '~/ui/layout/Layout';
import { clearCookie, readCookie, setCookie } from '~/web/cookies/cookies.server';
import { setPersonCookie } from '~/web/cookies/personCookie.server';
import { rememberDevice } from '~/web/cookies/rememberDevice.server';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { parseSubmission } from '~/web/form/submission.server';
import { completeSignIn } from '~/web/guard/endedSession.server';
import { visitor } from '~/web/guard/index.server';
import { redirect } from '~/web/responses.server';
import { Link, useSearchParams } from '~/web/router';
import { findPendingSignIn } from './pendingSignIn.server';

export const handle = { inMaintenance: true };

export const meta = () => pageMeta('Log in', 'Log in to your copies, your plans, your wallet and your statement.');

const SECOND_STEP_PATH = '/login?step=code';
const isSecondStep = (query: URLSearchParams) => query.get('step') === 'code';

export const loader = visitor.loader(async ({ request, url }) => {
  if (isSecondStep(url.searchParams) && !(await findPendingSignIn(request, 'investor'))) throw redirect('/login', 303);
  return null;
});

/**
 * Messages of this page for refusals, with advice. Calls have the specification's messages. All addresses without an account get the same
 * message.
 */
const MESSAGES_WITH_ADVICE: Readonly<Record<string, string>> = {
  'unknown-user': 'User does not exist. Check the address. A closed account can’t log in.',
  'wrong-password': 'Incorrect password',
  unverified: 'This email is not verified yet. Open the link that we emailed you, or ask for another one below.',
};

export const action = visitor.action(async ({ request, form, address, url }) => {
  const known = await readCookie(request, 'known');
  const client = { address, userAgent: request.headers.get('User-Agent'), known };
  const second = isSecondStep(url.searchParams);
  const sent = second ? await parseSubmission(form, otpSchema) : await parseSubmission(form, signInSchema);
  if (!sent.ok) return sent.refused;
  const signedIn =
    'otp' in sent.value
      ? await finishSignIn(await findPendingSignIn(request, 'investor'), sent.value.otp, client)
      : await authenticateForm(form, client);
  if (!signedIn.ok) {
    const { second: pending } = signedIn.error;
    if (!pending)
      return sent.refuse({
        ...signedIn.error,
        message: MESSAGES_WITH_ADVICE[signedIn.error.code] ?? signedIn.error.message,
      });
    return redirect(SECOND_STEP_PATH, { status: 303, headers: { 'Set-Cookie': await setCookie('second', pending) } });
  }
  const { user, secret, maxAge } = signedIn.value;
  const toast = { tone: 'success', text: 'Signed in successfully' } as const;
  const { to, forget } = await completeSignIn(request, 'session');
  return await redirectWithToast(to, toast, [
    ['Set-Cookie', await setCookie('session', secret, maxAge)],
    setPersonCookie(user, maxAge),
    ['Set-Cookie', await clearCookie('second')],
    await rememberDevice(request, investorAccount(user)),
    forget,
  ]);
});

export default function Login() {
  const [query] = useSearchParams();
  return isSecondStep(query) ? <CodeStep back="/login" action={SECOND_STEP_PATH} /> : <FirstStep />;
}

function FirstStep() {
  useEffect(() => deleteExpiredEntries(deviceStore(true), Date.now()), []);
  return (
    <Page title="Log in">
      <ActionForm
        schema={signInSchema}
        id="login"
        fields={[
          { name: 'email', label: 'Email', autoComplete: 'username', inputMode: 'email' },
          { as: PasswordField, name: 'password', label: 'Password', autoComplete: 'current-password' },
          {
            as: Checkbox,
            name: 'rememberme',
            label: 'Remember me',
            hint: 'Keeps the pages you saw last, and forms you have not sent, on this device.',
          },
        ]}
      >
        <Button tone="primary" wide>
          Log in
        </Button>
      </ActionForm>
      <Cluster spread>
        <span>
          New here?{' '}
          <Link to="/signup" className="inline-block min-h-6">
            Sign up
          </Link>
        </span>
        <Link to="/passwordreset">Forgot password?</Link>
      </Cluster>
      <Cluster spread>
        <Link to="/verify">Email not verified?</Link>
        <Link to="/policy">Terms</Link>
      </Cluster>
    </Page>
  );
}

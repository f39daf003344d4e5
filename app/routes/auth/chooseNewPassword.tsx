import { MailedPasswordForm } from '~/features/people/auth/components/MailedPasswordForm';
import { getMinPasswordChars } from '~/features/people/auth/passwords/passwordRules.server';
import {
  findUserOfResetLink,
  parseResetLink,
  resetPassword,
} from '~/features/people/auth/passwords/resetPassword.server';
import { newPasswordSchema } from '~/features/people/auth/schema';
import { pageTitle } from '~/platform/text/productName';
import { investorAccount } from '~/signIns/knownDevice.server';
import { LinkButton } from '~/ui/Button';
import { Cluster, Page } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { rememberDevice } from '~/web/cookies/rememberDevice.server';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { parseSubmission } from '~/web/form/submission.server';
import { publicRoute, visitor } from '~/web/guard/index.server';
import { data } from '~/web/responses.server';
import { Link, useLoaderData } from '~/web/router';

export const meta = () => [{ title: pageTitle('Reset password') }];

const INVALID_LINK_MESSAGE = 'This link has expired, was already used, or is incomplete. Ask for a new one.';

export const loader = publicRoute.loader(async ({ params: { email = '' }, url }) => {
  const link = parseResetLink(email, url.searchParams.get('token') ?? '');
  const user = await findUserOfResetLink(link);
  const shown = {
    works: user !== null,
    email: user?.email ?? '',
    secret: link.secret,
    minChars: getMinPasswordChars(),
  };
  return data(shown, { status: user ? 200 : 400 });
});

export const action = visitor.action(async ({ request, params: { email = '' }, form, address }) => {
  const sent = await parseSubmission(form, newPasswordSchema(getMinPasswordChars()));
  if (!sent.ok) return sent.refused;
  const link = parseResetLink(email, String(form.get('_token') ?? ''));
  const reset = await resetPassword(link, sent.value, { address });
  if (!reset.ok)
    return sent.refuse(
      reset.error.code === 'bad-token' ? { ...reset.error, message: INVALID_LINK_MESSAGE } : reset.error,
    );
  const toast = { tone: 'success', text: 'Your password is changed. Log in with the new one.' } as const;
  // The mailed link identifies the owner of this browser as well as a login does.
  return await redirectWithToast('/login', toast, [await rememberDevice(request, investorAccount(reset.value.user))]);
});

export default function ResetPassword() {
  const { works, email, secret, minChars } = useLoaderData<typeof loader>();
  if (!works) {
    return (
      <Page title="Reset password">
        <Notice tone="danger" title="This link no longer works">
          It has expired, was already used, or is incomplete.
        </Notice>
        <LinkButton to="/passwordreset" tone="primary" wide>
          Ask for a new link
        </LinkButton>
      </Page>
    );
  }
  return (
    <Page title="Reset password">
      <MailedPasswordForm
        id="resetpassword"
        email={email}
        secret={secret}
        minChars={minChars}
        hint="All devices signed in with the old one are signed out."
        button="Reset password"
      />
      <Cluster>
        <Link to="/passwordreset">Ask for a new link</Link>
      </Cluster>
    </Page>
  );
}

import { mailedPageSchema } from '~/features/people/auth/schema';
import { disownSignUp } from '~/features/people/auth/signUp/disownSignUp.server';
import { findSignUp, verifyEmail } from '~/features/people/auth/signUp/verifyEmail.server';
import { ActionProblem } from '~/features/site/shell/ActionProblem';
import type { Refusal } from '~/platform/result';
import { pageTitle } from '~/platform/text/productName';
import { investorAccount } from '~/signIns/knownDevice.server';
import { Button, LinkButton } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Page } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { DefinitionList, Time } from '~/ui/tables/Data';
import { clearCookie, readCookie, setCookie } from '~/web/cookies/cookies.server';
import { setPersonCookie } from '~/web/cookies/personCookie.server';
import { rememberDevice } from '~/web/cookies/rememberDevice.server';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { parseSubmission } from '~/web/form/submission.server';
import { completeSignIn } from '~/web/guard/endedSession.server';
import { publicRoute, visitor } from '~/web/guard/index.server';
import { data } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: pageTitle('Verify your email') }];

/** Shows the link's sign-up without verifying it, since mail scanners open links. Programs are redirected to `/status` first. */
export const loader = publicRoute.loader(async ({ params: { id = '', token = '' } }) => {
  const link = await findSignUp({ id, secret: token });
  return data(link, { status: link.state === 'expired' ? 400 : 200 });
});

const EXPIRED_MESSAGE = 'Sorry, this link has expired.';

/** Returns this page's message for a refusal. Programs get the specification's message. */
const describeRefusal = (refusal: Refusal): Refusal =>
  refusal.code === 'expired' ? { ...refusal, message: EXPIRED_MESSAGE } : refusal;

export const action = visitor.action(
  async ({ params: { id = '', token = '' }, intent, form, request, address }) => {
    const sent = await parseSubmission(form, mailedPageSchema);
    if (!sent.ok) return sent.refused;
    if (intent === 'disown') {
      const ended = await disownSignUp({ id, secret: token });
      if (!ended.ok) return sent.refuse(describeRefusal(ended.error));
      const text = 'The sign-up was cancelled, and the address is free again. You will get no more email about it.';
      return await redirectWithToast('/', { tone: 'success', text });
    }
    const client = { address, userAgent: request.headers.get('User-Agent') };
    const opened = await verifyEmail({ id, secret: token }, { mark: await readCookie(request, 'signup'), client });
    if (!opened.ok) return sent.refuse(describeRefusal(opened.error));
    const { wasUsedBefore, needsPassword, username, signedIn } = opened.value;
    const verified = wasUsedBefore ? 'This email address is already verified.' : 'Your email address is verified.';
    const renamed = username ? ` ${username}` : '';
    const choose = needsPassword ? ' No password counts yet: choose one.' : '';
    const text = `${verified}${renamed}${choose}`;
    if (signedIn) {
      const { user, secret, maxAge } = signedIn;
      const { to, forget } = await completeSignIn(request, 'session');
      return await redirectWithToast(to, { tone: 'success', text }, [
        ['Set-Cookie', await setCookie('session', secret, maxAge)],
        setPersonCookie(user, maxAge),
        ['Set-Cookie', await clearCookie('signup')],
        await rememberDevice(request, investorAccount(user)),
        forget,
      ]);
    }
    return await redirectWithToast(needsPassword ? '/passwordreset' : '/login', { tone: 'success', text });
  },
  ['verify', 'disown'],
);

export default function VerificationLink() {
  const link = useLoaderData<typeof loader>();
  if (link.state === 'expired') {
    return (
      <Page title="Verify your email">
        <ActionProblem />
        <Notice tone="danger">{EXPIRED_MESSAGE}</Notice>
        <LinkButton to="/verify" tone="primary" wide>
          Send the link again
        </LinkButton>
      </Page>
    );
  }
  if (link.state === 'verified') {
    return (
      <Page title="Email verified already">
        <Notice tone="success">This email address is already verified.</Notice>
        <LinkButton to={link.needsPassword ? '/passwordreset' : '/login'} tone="primary" wide>
          {link.needsPassword ? 'Choose a password' : 'Log in'}
        </LinkButton>
      </Page>
    );
  }
  const { name, username, email, at, country, needsPassword } = link;
  return (
    <Page title="Did you sign up?" lead={`The address ${email} was signed up here. Please confirm whether it was you.`}>
      <ActionProblem />
      <DefinitionList
        items={[
          { term: 'Name', detail: name },
          ...(username ? [{ term: 'Username', detail: username }] : []),
          { term: 'When', detail: <Time at={at} /> },
          { term: 'Where', detail: country ?? 'not known' },
        ]}
      />
      {needsPassword && (
        <Notice tone="warning">
          This address was signed up more than once with different passwords, so none of them is valid. Verify it, then
          choose a password.
        </Notice>
      )}
      <PostForm>
        <Button name="_intent" value="verify" tone="primary" wide>
          Verify my email
        </Button>
      </PostForm>
      <PostForm>
        <Button name="_intent" value="disown" tone="danger" wide>
          It wasn’t me: end this sign-up
        </Button>
      </PostForm>
    </Page>
  );
}

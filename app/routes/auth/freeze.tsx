import { findAccountOfFreezeLink, freezeByLink } from '~/features/people/auth/freeze/freeze.server';
import { mailedLinkSchema } from '~/features/people/auth/schema';
import { ActionProblem } from '~/features/site/shell/ActionProblem';
import { SupportLink } from '~/features/site/shell/SupportLink';
import { pageTitle } from '~/platform/text/productName';
import { Button, LinkButton } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Page } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { parseSubmission } from '~/web/form/submission.server';
import { publicRoute, visitor } from '~/web/guard/index.server';
import { data } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: pageTitle('Freeze your account') }];

/** Shows the effect of the link without performing it, since mail scanners open links. */
export const loader = publicRoute.loader(async ({ url }) => {
  const secret = url.searchParams.get('token') ?? '';
  const account = await findAccountOfFreezeLink(secret);
  return data({ account, secret }, { status: account ? 200 : 400 });
});

export const action = visitor.action(async ({ form }) => {
  const sent = await parseSubmission(form, mailedLinkSchema);
  if (!sent.ok) return sent.refused;
  const frozen = await freezeByLink(sent.value.token);
  if (!frozen.ok) return sent.refuse(frozen.error);
  const { isOpen } = frozen.value;
  const next = isOpen ? 'Choose a new password next.' : 'Write to support next.';
  const text = `The account is frozen: no money leaves it, and every sign-in has ended. ${next}`;
  return await redirectWithToast(isOpen ? '/passwordreset' : '/login', { tone: 'success', text });
});

export default function Freeze() {
  const { account, secret } = useLoaderData<typeof loader>();
  if (!account) {
    return (
      <Page title="Freeze your account">
        <Notice tone="danger">
          This link has expired, was already used, or is incomplete. To have the account frozen, write to{' '}
          <SupportLink />.
        </Notice>
        <LinkButton to="/login">Log in</LinkButton>
      </Page>
    );
  }
  if (account.isFrozen) {
    return (
      <Page title="This account is frozen already">
        <Notice tone="success">Nothing leaves {account.email} until it is unfrozen.</Notice>
        {account.isOpen && (
          <LinkButton to="/passwordreset" tone="primary" wide>
            Choose a new password
          </LinkButton>
        )}
      </Page>
    );
  }
  return (
    <Page title="Freeze your account" lead={`The account ${account.email}${account.name && ` of ${account.name}`}.`}>
      <ActionProblem />
      <Notice tone="warning">
        {account.isOpen
          ? 'Requested withdrawals are held, every sign-in ends, and you choose a new password. Running copies and plans continue. Support unfreezes it after checking that it is you. With a second factor that you set up before any reset, you can do it yourself.'
          : 'The account is closed. No money leaves it until support has unfrozen it.'}
      </Notice>
      <PostForm>
        <input type="hidden" name="token" value={secret} />
        <Button tone="danger" wide>
          Freeze this account
        </Button>
      </PostForm>
    </Page>
  );
}

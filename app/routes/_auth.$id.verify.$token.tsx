import { data, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { verifyEmail } from '~/features/auth/verifyEmail.server';
import { publicRoute } from '~/platform/guard/index.server';
import { LinkButton } from '~/ui/Button';
import { Page } from '~/ui/Layout';
import { Notice } from '~/ui/Notice';

export const meta = () => [{ title: 'Verify your email · Mirrorbook' }];

export const loader = publicRoute.loader(async ({ request, params: { id = '', token = '' } }) => {
  const accepts = request.headers.get('Accept') ?? '';
  // A page's address can't answer with anything but its page, so a program is led to one that can.
  if (/application\/json/.test(accepts) && !/text\/html/.test(accepts)) {
    throw redirect(`/${encodeURIComponent(id)}/verify/${encodeURIComponent(token)}/status`, 303);
  }
  // Mail scanners look at links without opening them; that is not its reader's doing.
  if (request.method === 'HEAD') throw new Response(null);
  const opened = await verifyEmail({ id, secret: token });
  return data(opened, { status: opened.ok ? 200 : 400 });
});

export default function EmailVerified() {
  const opened = useLoaderData<typeof loader>();
  if (!opened.ok) {
    return (
      <Page title="Verify your email">
        <Notice tone="danger">{opened.error.message}</Notice>
        <LinkButton to="/verify" tone="primary" wide>
          Send the link again
        </LinkButton>
      </Page>
    );
  }
  const { already, passwordWanted } = opened.value;
  return (
    <Page title={already ? 'Email verified already' : 'Email verified'}>
      <Notice tone="success">
        {already ? 'This email address was verified before.' : 'Your email address is verified.'}
      </Notice>
      {passwordWanted ? (
        <>
          <Notice tone="warning">
            This address was signed up more than once with different passwords, so none of them counts. Please choose
            one.
          </Notice>
          <LinkButton to="/passwordreset" tone="primary" wide>
            Choose a password
          </LinkButton>
        </>
      ) : (
        <LinkButton to="/login" tone="primary" wide>
          Login
        </LinkButton>
      )}
    </Page>
  );
}

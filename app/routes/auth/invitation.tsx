import { MailedPasswordForm } from '~/features/people/auth/components/MailedPasswordForm';
import { getMinPasswordChars } from '~/features/people/auth/passwords/passwordRules.server';
import { newPasswordSchema } from '~/features/people/auth/schema';
import { acceptInvitation, findOpenInvitation } from '~/features/people/staff/invitations.server';
import { pageTitle } from '~/platform/text/productName';
import { Page } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { parseSubmission } from '~/web/form/submission.server';
import { publicRoute, visitor } from '~/web/guard/index.server';
import { data } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: pageTitle('Join the staff') }];

export const loader = publicRoute.loader(async ({ url }) => {
  const secret = url.searchParams.get('token') ?? '';
  const found = await findOpenInvitation(secret);
  const invited = found && { name: found.name, email: found.email, role: found.role };
  return data({ invited, secret, minChars: getMinPasswordChars() }, { status: invited ? 200 : 400 });
});

export const action = visitor.action(async ({ form }) => {
  const sent = await parseSubmission(form, newPasswordSchema(getMinPasswordChars()));
  if (!sent.ok) return sent.refused;
  const accepted = await acceptInvitation(String(form.get('_token') ?? ''), sent.value);
  if (!accepted.ok) return sent.refuse(accepted.error);
  const text = `Log in as ${accepted.value.email} with the password that you chose`;
  return await redirectWithToast('/admin', { tone: 'success', text });
});

export default function Invitation() {
  const { invited, secret, minChars } = useLoaderData<typeof loader>();
  if (!invited) {
    return (
      <Page title="Join the staff">
        <Notice tone="danger">
          This link has expired, was already used or withdrawn, or is incomplete. Ask the person who invited you for
          another.
        </Notice>
      </Page>
    );
  }
  return (
    <Page title="Join the staff" lead={`You are invited, ${invited.name}, with the role ${invited.role}.`}>
      <MailedPasswordForm
        id="invitation"
        email={invited.email}
        secret={secret}
        minChars={minChars}
        button="Choose this password"
      />
    </Page>
  );
}

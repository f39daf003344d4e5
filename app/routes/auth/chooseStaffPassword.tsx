import { MailedPasswordForm } from '~/features/people/auth/components/MailedPasswordForm';
import { getMinPasswordChars } from '~/features/people/auth/passwords/passwordRules.server';
import { newPasswordWithCodeSchema } from '~/features/people/auth/schema';
import { findAdministratorOfResetLink, resetStaffPassword } from '~/features/people/staff/resetOwnPassword.server';
import { isPaper } from '~/platform/env';
import { durationText } from '~/platform/text/durationText';
import { pageTitle } from '~/platform/text/productName';
import { adminAccount } from '~/signIns/knownDevice.server';
import { RESET_WATCH_MS } from '~/signIns/signInLimits';
import { LinkButton } from '~/ui/Button';
import { Page } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { rememberDevice } from '~/web/cookies/rememberDevice.server';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { parseSubmission } from '~/web/form/submission.server';
import { publicRoute, visitor } from '~/web/guard/index.server';
import { data } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';

export const handle = { inMaintenance: true };

export const meta = () => [{ title: pageTitle('Administrator’s password') }];

export const loader = publicRoute.loader(async ({ url }) => {
  const secret = url.searchParams.get('token') ?? '';
  const found = await findAdministratorOfResetLink(secret);
  const holder = found && { email: found.administrator.email, takesCode: found.takesCode };
  return data({ holder, secret, minChars: getMinPasswordChars(), holds: !isPaper() }, { status: holder ? 200 : 400 });
});

export const action = visitor.action(async ({ request, form, address }) => {
  const sent = await parseSubmission(form, newPasswordWithCodeSchema(getMinPasswordChars()));
  if (!sent.ok) return sent.refused;
  const reset = await resetStaffPassword(String(form.get('_token') ?? ''), sent.value, { address });
  if (!reset.ok) return sent.refuse(reset.error);
  const toast = { tone: 'success', text: 'Log in with your new password' } as const;
  return await redirectWithToast('/admin', toast, [
    await rememberDevice(request, adminAccount(reset.value.administrator)),
  ]);
});

export default function StaffPassword() {
  const { holder, secret, minChars, holds } = useLoaderData<typeof loader>();
  if (!holder) {
    return (
      <Page title="Administrator’s password">
        <Notice tone="danger">This link has expired, was already used, or is incomplete.</Notice>
        <LinkButton to="/staff/passwordreset" tone="primary" wide>
          Ask for a new link
        </LinkButton>
      </Page>
    );
  }
  return (
    <Page title="Administrator’s password">
      {holds && (
        <Notice tone="warning">
          The superadmins are notified. For {durationText(RESET_WATCH_MS.admin)} afterwards you can view everything but
          change nothing.
        </Notice>
      )}
      <MailedPasswordForm
        id="staffpassword"
        email={holder.email}
        secret={secret}
        minChars={minChars}
        hint="All your sign-ins end."
        takesCode={holder.takesCode}
        button="Choose this password"
      />
    </Page>
  );
}

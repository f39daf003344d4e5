import { checkOwnPassword } from '~/features/auth/checkOwnPassword.server';
import { PasswordForm } from '~/features/auth/components/PasswordForm';
import { leastPassword } from '~/features/auth/passwordRules.server';
import { changePasswordSchema } from '~/features/auth/schema';
import { changeOwnPassword } from '~/features/staff/changeOwnPassword.server';
import { ADMIN_SIGN_IN } from '~/features/staff/signInAdministrator.server';
import { SecondFactor } from '~/features/twofactor/components/SecondFactor';
import { secondFactorOf } from '~/features/twofactor/security.server';
import { isPaper } from '~/platform/env';
import { adminAccount } from '~/platform/signIns/knownDevice.server';
import { actOnSecurity, SECURITY_INTENTS } from '~/routes/security.form.server';
import { Card, Page } from '~/ui/Layout';
import { submission } from '~/web/form/submission.server';
import { type AdminContext, admin } from '~/web/guard/index.server';
import { rememberDevice } from '~/web/rememberDevice.server';
import type { HeadersArgs } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';
import { redirectWithToast } from '~/web/toast.server';

export const meta = () => [{ title: 'Your sign-in · Mirrorbook' }];

export const headers = ({ actionHeaders }: HeadersArgs) => actionHeaders;

const ownerOf = ({ administrator: { id, email }, sessionHash, address }: AdminContext) => ({
  kind: 'admin' as const,
  id,
  email,
  sessionHash,
  address,
  path: '/admin/security',
});

export const loader = admin.loader('own', async (context) => ({
  factor: await secondFactorOf(ownerOf(context)),
  required: !isPaper(),
  email: context.administrator.email,
  least: leastPassword(),
}));

export const action = admin.action(
  'own',
  async ({ form, intent, ...context }) => {
    const { administrator, address, sessionHash } = context;
    if (intent === 'password') return await changePassword(context, form);
    return await actOnSecurity(ownerOf(context), intent, form, (password) =>
      checkOwnPassword(administrator, password, {
        address,
        sessionHash,
        field: 'currentPassword',
        purpose: ADMIN_SIGN_IN,
      }),
    );
  },
  [...SECURITY_INTENTS, 'password'],
);

async function changePassword({ request, administrator, address, sessionHash }: AdminContext, form: FormData) {
  const sent = await submission(form, changePasswordSchema(leastPassword()));
  if (!sent.ok) return sent.refused;
  const changed = await changeOwnPassword(administrator, sent.value, { address, sessionHash });
  if (!changed.ok) return sent.refuse(changed.error);
  // The new password ended what this browser was known by.
  const known = await rememberDevice(request, adminAccount(changed.value.administrator));
  return await redirectWithToast('/admin/security', { tone: 'success', text: 'Password changed' }, [known]);
}

export default function Security() {
  const { factor, required, email, least } = useLoaderData<typeof loader>();
  return (
    <Page title="Your sign-in" width="reading">
      <SecondFactor factor={factor} required={required} />
      <Card title="Change your password">
        <PasswordForm email={email} least={least} intent="password" />
      </Card>
    </Page>
  );
}

import { checkOwnPassword } from '~/features/people/auth/passwords/checkOwnPassword.server';
import { ADMIN_SIGN_IN } from '~/features/people/staff/signInAdministrator.server';
import { SecondFactor } from '~/features/people/twofactor/components/SecondFactor';
import { secondFactorOf } from '~/features/people/twofactor/security.server';
import { isPaper } from '~/platform/env';
import { actOnSecurity, SECURITY_INTENTS } from '~/routes/security.form.server';
import { LinkButton } from '~/ui/Button';
import { Page } from '~/ui/layout/Layout';
import { type AdminContext, admin } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

/** In live mode an administrator has to turn on a second factor before ending anything. */
export const handle = { inMaintenance: true };

const ownerOf = ({ administrator: { id, email }, sessionHash, address }: AdminContext) => ({
  kind: 'admin' as const,
  id,
  email,
  sessionHash,
  address,
  path: '/admin/security',
});

export const loader = admin.loader('everyone', async (context) => ({
  factor: await secondFactorOf(ownerOf(context)),
  required: !isPaper(),
}));

export const action = admin.action(
  'everyone',
  async ({ form, intent, ...context }) => {
    const { administrator, address, sessionHash } = context;
    return await actOnSecurity(ownerOf(context), intent, form, (password) =>
      checkOwnPassword(administrator, password, {
        address,
        sessionHash,
        field: 'currentPassword',
        purpose: ADMIN_SIGN_IN,
      }),
    );
  },
  SECURITY_INTENTS,
);

export default function Security() {
  const { factor, required } = useLoaderData<typeof loader>();
  return (
    <Page title="Your sign-in" actions={<LinkButton to="/admin/password">Change password</LinkButton>}>
      <SecondFactor factor={factor} required={required} />
    </Page>
  );
}

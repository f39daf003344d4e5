import type { HeadersArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ADMIN_SIGN_IN } from '~/features/admin/signInAdministrator.server';
import { checkOwnPassword } from '~/features/auth/checkOwnPassword.server';
import { SecondFactor } from '~/features/twofactor/components/SecondFactor';
import { actOnSecurity, SECURITY_INTENTS, secondFactorOf } from '~/features/twofactor/security.server';
import { isPaper } from '~/platform/env';
import { type AdminContext, admin } from '~/platform/guard/index.server';
import { Page } from '~/ui/Layout';

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

export const loader = admin.loader(async (context) => ({
  factor: await secondFactorOf(ownerOf(context)),
  required: !isPaper(),
}));

export const action = admin.action(async ({ form, intent, ...context }) => {
  const { administrator, address, sessionHash } = context;
  return await actOnSecurity(ownerOf(context), intent, form, (password) =>
    checkOwnPassword(administrator, password, {
      address,
      sessionHash,
      field: 'currentPassword',
      purpose: ADMIN_SIGN_IN,
    }),
  );
}, SECURITY_INTENTS);

export default function Security() {
  const { factor, required } = useLoaderData<typeof loader>();
  return (
    <Page title="Your sign-in" width="reading">
      <SecondFactor factor={factor} required={required} />
    </Page>
  );
}

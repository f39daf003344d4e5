import { useLoaderData } from '@remix-run/react';
import { SettingsPage } from '~/features/profile/components/SettingsPage';
import { SecondFactor } from '~/features/twofactor/components/SecondFactor';
import { actOnSecurity, standingOf } from '~/features/twofactor/security.server';
import { type InvestorContext, investor } from '~/platform/guard/index.server';

export const meta = () => [{ title: 'Two-factor authentication · Mirrorbook' }];

const ownerOf = ({ user: { id, email }, sessionHash, address }: InvestorContext) => ({
  kind: 'investor' as const,
  id,
  email,
  sessionHash,
  address,
  path: '/settings/security',
});

export const loader = investor.loader(async (context) => ({
  standing: await standingOf(ownerOf(context)),
}));

export const action = investor.action(async ({ form, ...context }) => actOnSecurity(ownerOf(context), form));

export default function Security() {
  const { standing } = useLoaderData<typeof loader>();
  return (
    <SettingsPage>
      <SecondFactor standing={standing} />
    </SettingsPage>
  );
}

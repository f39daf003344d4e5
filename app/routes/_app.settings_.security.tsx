import { useLoaderData } from '@remix-run/react';
import { SecurityPage } from '~/features/twofactor/components/SecurityPage';
import { actOnSecurity, standingOf } from '~/features/twofactor/security.server';
import { type InvestorContext, investor } from '~/platform/guard/index.server';

export const meta = () => [{ title: 'Sign-in and security · Mirrorbook' }];

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
  return <SecurityPage title="Sign-in and security" standing={standing} />;
}

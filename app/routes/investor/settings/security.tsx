import { checkOwnPassword } from '~/features/people/auth/passwords/checkOwnPassword.server';
import { SettingsPage } from '~/features/people/profile/components/SettingsPage';
import { SecondFactor } from '~/features/people/twofactor/components/SecondFactor';
import { loadSecondFactor } from '~/features/people/twofactor/security.server';
import { pageTitle } from '~/platform/text/productName';
import { actOnSecurity, SECURITY_INTENTS } from '~/routes/security.form.server';
import { type InvestorContext, investor } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: pageTitle('Two-factor authentication') }];

const ownerOf = ({ user: { id, email }, sessionHash, address }: InvestorContext) => ({
  kind: 'investor' as const,
  id,
  email,
  sessionHash,
  address,
  path: '/settings/security',
});

export const loader = investor.loader(async (context) => ({
  factor: await loadSecondFactor(ownerOf(context)),
}));

export const action = investor.action(async ({ form, intent, ...context }) => {
  const { user, address, sessionHash } = context;
  return await actOnSecurity(ownerOf(context), intent, form, (password) =>
    checkOwnPassword(user, password, { address, sessionHash, field: 'currentPassword' }),
  );
}, SECURITY_INTENTS);

export default function Security() {
  const { factor } = useLoaderData<typeof loader>();
  return (
    <SettingsPage>
      <SecondFactor factor={factor} />
    </SettingsPage>
  );
}

import { calculateWorth } from '~/features/copying/worth/worth.server';
import { closeOwnAccount } from '~/features/people/profile/closeOwnAccount.server';
import { SettingsPage } from '~/features/people/profile/components/SettingsPage';
import { closeOwnAccountSchema } from '~/features/people/profile/schema';
import { SupportLink } from '~/features/site/shell/SupportLink';
import { readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import { pageTitle } from '~/platform/text/productName';
import { Button } from '~/ui/Button';
import { ActionForm } from '~/ui/forms/ActionForm';
import { CODE_FIELD } from '~/ui/forms/ConfirmField';
import { PasswordField } from '~/ui/forms/PasswordField';
import { Card, Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Money } from '~/ui/tables/Data';
import { clearCookie } from '~/web/cookies/cookies.server';
import { clearPersonCookie } from '~/web/cookies/personCookie.server';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { parseSubmission } from '~/web/form/submission.server';
import { investor } from '~/web/guard/index.server';
import { Link, useLoaderData } from '~/web/router';

export const meta = () => [{ title: pageTitle('Close account') }];

export const loader = investor.loader(async ({ user }) => {
  return { email: user.email, worth: await calculateWorth(user.id, (await readBalancesAndTotals(user.id)).balances) };
});

export const action = investor.action(async ({ user, form, address, sessionHash }) => {
  const sent = await parseSubmission(form, closeOwnAccountSchema);
  if (!sent.ok) return sent.refused;
  const closed = await closeOwnAccount(user, sent.value, { address, sessionHash });
  if (!closed.ok) return sent.refuse(closed.error, 400, { confirm: closed.error.field === 'otp' });
  const toast = { tone: 'success', text: 'Your account is closed' } as const;
  return await redirectWithToast('/login', toast, [['Set-Cookie', await clearCookie('session')], clearPersonCookie()]);
});

export default function CloseAccount() {
  const { email, worth } = useLoaderData<typeof loader>();
  return (
    <SettingsPage>
      <Card title="Close your account">
        <Notice tone="warning" title="You can’t reopen a closed account yourself">
          <Stack gap="tight">
            <p>
              You are signed out everywhere, and your copies are stopped. Plans continue to their end, and requested
              withdrawals are still decided.
            </p>
            <p>
              {worth.total <= 0n ? (
                'The account holds no money, so nothing is left to be paid out.'
              ) : (
                <>
                  What you have, <Money cents={worth.total} /> now{worth.open !== 0n && ' with open positions'}, stays
                  on our books and can be paid out. Write to <SupportLink /> to have it paid
                  {worth.available > 0n && (
                    <>
                      , or <Link to="/withdraw">withdraw</Link> the <Money cents={worth.available} /> that you have
                      available first
                    </>
                  )}
                  .
                </>
              )}
            </p>
            <p>
              Before you go, <Link to="/settings/data">download your data</Link>.
            </p>
          </Stack>
        </Notice>
        <ActionForm
          code={CODE_FIELD}
          schema={closeOwnAccountSchema}
          id="close"
          fields={[
            {
              name: 'email',
              label: 'Email of your account',
              hint: `Type ${email}`,
              autoComplete: 'off',
              inputMode: 'email',
            },
            { as: PasswordField, name: 'password', label: 'Password', autoComplete: 'current-password' },
          ]}
        >
          <Button tone="danger">Close my account</Button>
        </ActionForm>
      </Card>
    </SettingsPage>
  );
}

import { unfreezeSchema } from '~/features/people/auth/schema';
import { SettingsPage } from '~/features/people/profile/components/SettingsPage';
import { isOwnerProven, unfreezeAccount } from '~/features/people/profile/unfreezeAccount.server';
import { createOwnerConfirm } from '~/features/people/twofactor/confirmAdministrator.server';
import { SupportLink } from '~/features/site/shell/SupportLink';
import { read } from '~/platform/db/index.server';
import { createInvestorActor } from '~/platform/states';
import { pageTitle } from '~/platform/text/productName';
import { Button } from '~/ui/Button';
import { ActionForm } from '~/ui/forms/ActionForm';
import { CODE_FIELD } from '~/ui/forms/ConfirmField';
import { Card } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Muted } from '~/ui/Text';
import { Time } from '~/ui/tables/Data';
import { createInvestorForm } from '~/web/form/moneyForm.server';
import { investor } from '~/web/guard/index.server';
import { redirect } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: pageTitle('Frozen account') }];

const unfreezeForm = createInvestorForm({
  operation: 'unfreeze',
  schema: unfreezeSchema,
  confirm: createOwnerConfirm,
  run: (tx, _, { user }) =>
    unfreezeAccount(tx, createInvestorActor(user.id), { userId: user.id, reason: 'by you, with your second factor' }),
  refusesRepetition: true,
  next: () => ({ to: '/settings', toast: { tone: 'success', text: 'Your account is no longer frozen' } }),
});

export const loader = investor.loader(async ({ user }) => {
  if (!user.frozenAt) throw redirect('/settings', 303);
  const byOwner = await isOwnerProven(read(), user);
  return { since: user.frozenAt, byOwner, formKey: unfreezeForm.key(user.id) };
});

export const action = investor.action(unfreezeForm.post);

export default function Frozen() {
  const { since, byOwner, formKey } = useLoaderData<typeof loader>();
  return (
    <SettingsPage>
      <Card
        title="Your account is frozen"
        lead={
          <>
            Since <Time at={since} /> nothing leaves it.
          </>
        }
      >
        {byOwner ? (
          <ActionForm
            code={CODE_FIELD}
            schema={unfreezeSchema}
            id="unfreeze"
            formKey={formKey}
            fields={[
              <p key="first">
                Before you unfreeze it, check your withdrawals and cancel those that you did not request. The waiting
                time of the others starts again.
              </p>,
            ]}
          >
            <Button tone="primary">Unfreeze my account</Button>
          </ActionForm>
        ) : (
          <>
            <Notice tone="info">
              Write to <SupportLink />. Management checks that it is you, and unfreezes the account. Meanwhile you can
              cancel withdrawals that you did not request.
            </Notice>
            <Muted>
              You can’t do it yourself: that needs a second factor that you set up well before the freeze and before any
              reset of your password or second factor. Someone who reads your email could have turned on a later one.
            </Muted>
          </>
        )}
      </Card>
    </SettingsPage>
  );
}

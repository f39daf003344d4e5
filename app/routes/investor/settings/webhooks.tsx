import { checkOwnPassword } from '~/features/people/auth/passwords/checkOwnPassword.server';
import { SettingsPage } from '~/features/people/profile/components/SettingsPage';
import { confirmPerson } from '~/features/people/twofactor/confirmAdministrator.server';
import { WebhookCards } from '~/features/site/webhooks/components/WebhookCards';
import { EVENT_GROUP_NAMES, newWebhookSchema, toEventKinds } from '~/features/site/webhooks/schema';
import { createInvestorActor } from '~/platform/states';
import { pageTitle } from '~/platform/text/productName';
import { createOwnWebhook, createWebhookActions, loadWebhooks } from '~/routes/webhooks.form.server';
import { PasswordField } from '~/ui/forms/PasswordField';
import { parseSubmission } from '~/web/form/submission.server';
import { type InvestorContext, investor } from '~/web/guard/index.server';
import { Link, useLoaderData } from '~/web/router';

export const meta = () => [{ title: pageTitle('Webhooks') }];

const ownerOf = ({ user }: Pick<InvestorContext, 'user'>) => createInvestorActor(user.id);

export const loader = investor.loader((context) => loadWebhooks(ownerOf(context)));

export const action = investor.actions<unknown>({
  make: async ({ user, form, address, sessionHash }) => {
    const sent = await parseSubmission(form, newWebhookSchema);
    if (!sent.ok) return sent.refused;
    const { url, password, otp, ...ticked } = sent.value;
    const known = await checkOwnPassword(user, password, { address, sessionHash, field: 'password' });
    if (!known.ok) return sent.refuse(known.error);
    const confirmed = await confirmPerson({ subjectId: user.id, sessionHash, address }, otp);
    if (!confirmed.ok) return sent.refuse(confirmed.error, 400, { confirm: confirmed.error.field === 'otp' });
    return await createOwnWebhook(ownerOf({ user }), { url, kinds: toEventKinds(ticked) }, sent);
  },
  ...createWebhookActions<InvestorContext & { form: FormData }>('/settings/webhooks', ownerOf),
});

// Reloads at each navigation, since deliveries may have happened.
export const shouldRevalidate = () => true;

export default function Webhooks() {
  return (
    <SettingsPage wide>
      <WebhookCards
        {...useLoaderData<typeof loader>()}
        lead={
          <>
            A webhook sends your server the events of your account. <Link to="/api/docs">The API</Link> describes its
            messages. Nothing is sent while your account is frozen.
          </>
        }
        schema={newWebhookSchema}
        kinds={EVENT_GROUP_NAMES}
        fields={[
          { row: [{ as: PasswordField, name: 'password', label: 'Password', autoComplete: 'current-password' }] },
        ]}
      />
    </SettingsPage>
  );
}

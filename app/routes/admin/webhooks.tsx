import { confirmAdministrator } from '~/features/people/twofactor/confirmAdministrator.server';
import { WebhookCards } from '~/features/site/webhooks/components/WebhookCards';
import { newStaffWebhookSchema, STAFF_GROUP_NAMES, STAFF_GROUPS, toEventKinds } from '~/features/site/webhooks/schema';
import { createAdminActor } from '~/platform/states';
import { createOwnWebhook, createWebhookActions, loadWebhooks } from '~/routes/webhooks.form.server';
import { hasRight } from '~/signIns/rights';
import { Page } from '~/ui/layout/Layout';
import { parseSubmission } from '~/web/form/submission.server';
import { type AdminContext, admin } from '~/web/guard/index.server';
import { Link, useLoaderData } from '~/web/router';
import type { AdminPost } from './adminForms.server';

const ownerOf = ({ administrator }: Pick<AdminContext, 'administrator'>) => createAdminActor(administrator.id);

export const loader = admin.loader('payments:read', async (context) => ({
  ...(await loadWebhooks(ownerOf(context))),
  kinds: STAFF_GROUP_NAMES.filter((kind) => hasRight(context.administrator, STAFF_GROUPS[kind])),
}));

const WEBHOOK_RIGHTS = {
  // The use case checks the rights for the chosen events.
  make: 'everyone',
  test: 'everyone',
  resume: 'everyone',
  remove: 'everyone',
  replay: 'everyone',
} as const;

export const action = admin.actions<unknown, keyof typeof WEBHOOK_RIGHTS>(WEBHOOK_RIGHTS, {
  make: async ({ form, ...context }) => {
    const sent = await parseSubmission(form, newStaffWebhookSchema);
    if (!sent.ok) return sent.refused;
    const { url, otp, ...ticked } = sent.value;
    const confirmed = await confirmAdministrator(context, otp);
    if (!confirmed.ok) return sent.refuse(confirmed.error, 400, { confirm: confirmed.error.field === 'otp' });
    return await createOwnWebhook(ownerOf(context), { url, kinds: toEventKinds(ticked) }, sent);
  },
  ...createWebhookActions<AdminPost>('/admin/webhooks', ownerOf),
});

// Reloads at each navigation, since deliveries may have happened.
export const shouldRevalidate = () => true;

export default function Webhooks() {
  const { kinds, ...shown } = useLoaderData<typeof loader>();
  return (
    <Page title="Webhooks">
      <WebhookCards
        {...shown}
        lead={
          <>
            A webhook sends your server the events of all users that your role can see.{' '}
            <Link to="/api/docs">The API</Link> describes its messages. It pauses while your sign-in is disabled.
          </>
        }
        schema={newStaffWebhookSchema}
        kinds={kinds}
      />
    </Page>
  );
}

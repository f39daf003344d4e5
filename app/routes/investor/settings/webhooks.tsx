import { checkOwnPassword } from '~/features/people/auth/passwords/checkOwnPassword.server';
import { SettingsPage } from '~/features/people/profile/components/SettingsPage';
import { confirmPerson } from '~/features/people/twofactor/confirmFresh.server';
import { EVENT_GROUPS } from '~/features/site/events/groups';
import { ActionProblem } from '~/features/site/shell/ActionProblem';
import { DeliveriesTable, WebhooksTable } from '~/features/site/webhooks/components/WebhookTables';
import {
  deliveryIdSchema,
  EVENT_GROUP_NAMES,
  kindsOf,
  newWebhookSchema,
  webhookIdSchema,
} from '~/features/site/webhooks/schema';
import {
  deliveriesOf,
  makeWebhook,
  removeWebhook,
  replayDelivery,
  resumeWebhook,
  testWebhook,
  webhooksOf,
} from '~/features/site/webhooks/webhooks.server';
import { read, write } from '~/platform/db/index.server';
import { ROWS_ON_A_PAGE } from '~/platform/pageSizes';
import { byInvestor } from '~/platform/states';
import { pageTitle } from '~/platform/text/productName';
import { Button } from '~/ui/Button';
import { ActionForm } from '~/ui/forms/ActionForm';
import { Checkbox } from '~/ui/forms/ChoiceFields';
import { CODE_FIELD } from '~/ui/forms/ConfirmField';
import { PasswordField } from '~/ui/forms/PasswordField';
import { Card } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Code } from '~/ui/Text';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { submission } from '~/web/form/submission.server';
import { investor } from '~/web/guard/index.server';
import { data } from '~/web/responses.server';
import { Link, useActionData, useLoaderData } from '~/web/router';

export const meta = () => [{ title: pageTitle('Webhooks') }];

export const loader = investor.loader(async ({ user }) => {
  const owner = byInvestor(user.id);
  const [webhooks, deliveries] = await Promise.all([
    webhooksOf(read(), owner),
    deliveriesOf(read(), owner, { limit: ROWS_ON_A_PAGE }),
  ]);
  return {
    webhooks: webhooks.map(({ id, url, kinds, failingSince, disabledAt, keyHash }) => ({
      id,
      url,
      kinds,
      failingSince,
      disabledAt,
      keyHash,
    })),
    deliveries: deliveries.map(({ id, type, url, status, attempts, nextAt, createdAt, problem }) => ({
      id,
      type,
      url,
      status,
      attempts,
      nextAt,
      createdAt,
      problem,
    })),
  };
});

export const action = investor.actions<unknown>({
  make: async ({ user, form, address, sessionHash }) => {
    const sent = await submission(form, newWebhookSchema);
    if (!sent.ok) return sent.refused;
    const { url, password, otp, ...ticked } = sent.value;
    const known = await checkOwnPassword(user, password, { address, sessionHash, field: 'password' });
    if (!known.ok) return sent.refuse(known.error);
    const confirmed = await confirmPerson({ subjectId: user.id, sessionHash, address }, otp);
    if (!confirmed.ok) return sent.refuse(confirmed.error, 400, { confirm: confirmed.error.field === 'otp' });
    const asked = { url, kinds: kindsOf(ticked) };
    const made = await write((tx) => makeWebhook(tx, byInvestor(user.id), asked), { users: [user.id] });
    if (!made.ok) return sent.refuse(made.error);
    return data({ made: made.value }, { headers: { 'Cache-Control': 'no-store' } });
  },
  test: async ({ user, form }) => {
    const sent = await submission(form, webhookIdSchema);
    if (!sent.ok) return sent.refused;
    const did = await write((tx) => testWebhook(tx, byInvestor(user.id), sent.value.id), { users: [user.id] });
    if (!did.ok) return sent.refuse(did.error);
    return await redirectWithToast('/settings/webhooks', { tone: 'success', text: 'A test is on its way' });
  },
  resume: async ({ user, form }) => {
    const sent = await submission(form, webhookIdSchema);
    if (!sent.ok) return sent.refused;
    const did = await write((tx) => resumeWebhook(tx, byInvestor(user.id), sent.value.id), { users: [user.id] });
    if (!did.ok) return sent.refuse(did.error);
    return await redirectWithToast('/settings/webhooks', { tone: 'success', text: 'The webhook is on again' });
  },
  remove: async ({ user, form }) => {
    const sent = await submission(form, webhookIdSchema);
    if (!sent.ok) return sent.refused;
    const did = await write((tx) => removeWebhook(tx, byInvestor(user.id), sent.value.id), { users: [user.id] });
    if (!did.ok) return sent.refuse(did.error);
    return await redirectWithToast('/settings/webhooks', { tone: 'success', text: 'The webhook is removed' });
  },
  replay: async ({ user, form }) => {
    const sent = await submission(form, deliveryIdSchema);
    if (!sent.ok) return sent.refused;
    const did = await write((tx) => replayDelivery(tx, byInvestor(user.id), sent.value.id), { users: [user.id] });
    if (!did.ok) return sent.refuse(did.error);
    return await redirectWithToast('/settings/webhooks', { tone: 'success', text: 'It is sent again now' });
  },
});

// Reloads at each navigation, since deliveries happen meanwhile.
export const shouldRevalidate = () => true;

export default function Webhooks() {
  const { webhooks, deliveries } = useLoaderData<typeof loader>();
  const answer = useActionData() as { made?: { secret: string; url: string } } | undefined;
  return (
    <SettingsPage>
      {answer?.made && (
        <Notice tone="success" title={`What happens is sent to ${answer.made.url} now`}>
          Copy the secret, by which your server knows who posts. It is not shown again:{' '}
          <Code>{answer.made.secret}</Code>
        </Notice>
      )}
      <ActionProblem />
      <Card
        title="Webhooks"
        lead={
          <>
            A webhook tells a server of yours what happens to your account, as <Link to="/api/docs">the API</Link> says.
            While your account is frozen, nothing is sent.
          </>
        }
      >
        <WebhooksTable rows={webhooks} />
      </Card>
      {(webhooks.length > 0 || deliveries.length > 0) && (
        <Card title="Deliveries">
          <DeliveriesTable rows={deliveries} />
        </Card>
      )}
      <Card title="Make a webhook">
        <ActionForm
          key={answer?.made?.secret}
          code={CODE_FIELD}
          schema={newWebhookSchema}
          id="make"
          intent="make"
          fields={[
            { name: 'url', label: 'Address', type: 'url', autoComplete: 'off', maxLength: 500 },
            ...EVENT_GROUP_NAMES.map((kind) => ({ as: Checkbox, name: kind, label: EVENT_GROUPS[kind], short: kind })),
            { as: PasswordField, name: 'password', label: 'Password', autoComplete: 'current-password' },
          ]}
        >
          <Button>Make the webhook</Button>
        </ActionForm>
      </Card>
    </SettingsPage>
  );
}

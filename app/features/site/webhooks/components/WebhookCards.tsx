import type { ComponentProps, ReactNode } from 'react';
import { ActionProblem } from '~/features/site/shell/ActionProblem';
import { Button } from '~/ui/Button';
import { ActionForm, type FormItem, type Schema } from '~/ui/forms/ActionForm';
import { Checkbox } from '~/ui/forms/ChoiceFields';
import { CODE_FIELD } from '~/ui/forms/ConfirmField';
import { Card, Cluster } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Code } from '~/ui/Text';
import { useActionData } from '~/web/router';
import { EVENT_GROUPS, type EventGroup } from '../../events/groups';
import { DeliveriesTable, WebhooksTable } from './WebhookTables';

/** Webhooks of a person, their deliveries, and the form of a new one. */
export function WebhookCards({
  webhooks,
  deliveries,
  lead,
  schema,
  kinds,
  fields = [],
}: {
  webhooks: ComponentProps<typeof WebhooksTable>['rows'];
  deliveries: ComponentProps<typeof DeliveriesTable>['rows'];
  lead: ReactNode;
  schema: Schema;
  kinds: readonly EventGroup[];
  fields?: readonly FormItem[];
}) {
  const answer = useActionData() as { made?: { secret: string; url: string } } | undefined;
  return (
    <>
      {answer?.made && (
        <Notice tone="success" title={`What happens is sent to ${answer.made.url} now`}>
          Copy the secret, with which your server verifies the sender. It is not shown again:{' '}
          <Code>{answer.made.secret}</Code>
        </Notice>
      )}
      <ActionProblem />
      {webhooks.length > 0 && (
        <Card title="Your webhooks" lead={lead}>
          <WebhooksTable rows={webhooks} />
        </Card>
      )}
      {(webhooks.length > 0 || deliveries.length > 0) && (
        <Card title="Deliveries">
          <DeliveriesTable rows={deliveries} />
        </Card>
      )}
      <Card title="Create a webhook" lead={webhooks.length === 0 && lead}>
        <ActionForm
          key={answer?.made?.secret}
          code={CODE_FIELD}
          schema={schema}
          id="make"
          intent="make"
          fields={[
            { name: 'url', label: 'Address', type: 'url', autoComplete: 'off', maxLength: 500 },
            ...kinds.map((kind) => ({ as: Checkbox, name: kind, label: EVENT_GROUPS[kind], short: kind })),
            ...fields,
          ]}
        >
          <Cluster>
            <Button tone="primary">Create webhook</Button>
          </Cluster>
        </ActionForm>
      </Card>
    </>
  );
}

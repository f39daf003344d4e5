import { Button } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Stack } from '~/ui/layout/Layout';
import { Muted, NoWrap, VisuallyHidden, WrappedText } from '~/ui/Text';
import { Badge, Time } from '~/ui/tables/Data';
import { Table } from '~/ui/tables/Table';

type WebhookRow = {
  id: string;
  url: string;
  kinds: string[];
  failingSince: Date | null;
  disabledAt: Date | null;
  keyHash: string | null;
};

function RowActButton({
  intent,
  id,
  label,
  of,
  tone,
}: {
  intent: string;
  id: string;
  label: string;
  of: string;
  tone: 'quiet' | 'danger';
}) {
  return (
    <PostForm inline at="main">
      <input type="hidden" name="_intent" value={intent} />
      <input type="hidden" name="id" value={id} />
      <Button tone={tone}>
        <NoWrap>{label}</NoWrap>
        <VisuallyHidden> {of}</VisuallyHidden>
      </Button>
    </PostForm>
  );
}

export const WebhooksTable = ({ rows }: { rows: WebhookRow[] }) => (
  <Table
    caption="Your webhooks, newest first"
    rows={rows}
    rowKey={({ id }) => id}
    empty="You have no webhook."
    dense
    columns={[
      {
        header: 'Address',
        cell: ({ url, kinds, keyHash }) => (
          <Stack gap="tight">
            <WrappedText>{url}</WrappedText>
            <Muted>
              {kinds.join(', ')}
              {keyHash && '; ends with the API key that made it'}
            </Muted>
          </Stack>
        ),
      },
      {
        header: 'State',
        cell: ({ failingSince, disabledAt }) =>
          disabledAt ? (
            <Badge tone="bad" icon="close">
              Off
            </Badge>
          ) : failingSince ? (
            <Stack gap="tight">
              <Badge tone="accent" icon="clock">
                Failing
              </Badge>
              <Muted>
                since <Time at={failingSince} />
              </Muted>
            </Stack>
          ) : (
            <Badge tone="good" icon="check">
              On
            </Badge>
          ),
      },
      {
        header: 'Action',
        align: 'end',
        cell: ({ id, url, disabledAt }) => (
          <>
            {disabledAt ? (
              <RowActButton intent="resume" id={id} label="Turn on" of={url} tone="quiet" />
            ) : (
              <RowActButton intent="test" id={id} label="Send a test" of={url} tone="quiet" />
            )}
            <RowActButton intent="remove" id={id} label="Remove" of={url} tone="danger" />
          </>
        ),
      },
    ]}
  />
);

type DeliveryRow = {
  id: string;
  type: string;
  url: string;
  status: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  nextAt: Date;
  createdAt: Date;
  problem: string | null;
};

const DELIVERY_BADGES = {
  waiting: { tone: 'accent', icon: 'clock', text: 'Waiting' },
  delivered: { tone: 'good', icon: 'check', text: 'Delivered' },
  failed: { tone: 'bad', icon: 'close', text: 'Failed' },
} as const;

export const DeliveriesTable = ({ rows }: { rows: DeliveryRow[] }) => (
  <Table
    caption="Events that were posted or wait, newest first"
    rows={rows}
    rowKey={({ id }) => id}
    anchored
    empty="Nothing was posted yet."
    dense
    columns={[
      {
        header: 'Event',
        cell: ({ type, url, problem }) => (
          <Stack gap="tight">
            <span>{type}</span>
            <Muted>{problem ?? new URL(url).host}</Muted>
          </Stack>
        ),
      },
      { header: 'At', slim: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
      { header: 'Tries', align: 'end', spare: true, cell: ({ attempts }) => attempts },
      {
        header: 'State',
        cell: ({ status, nextAt, attempts }) => (
          <Stack gap="tight">
            <Badge tone={DELIVERY_BADGES[status].tone} icon={DELIVERY_BADGES[status].icon}>
              {DELIVERY_BADGES[status].text}
            </Badge>
            {status === 'waiting' && attempts > 0 && (
              <Muted>
                again <Time at={nextAt} />
              </Muted>
            )}
          </Stack>
        ),
      },
      {
        header: 'Action',
        align: 'end',
        folded: true,
        cell: ({ id, type }) => <RowActButton intent="replay" id={id} label="Send again" of={type} tone="quiet" />,
      },
    ]}
  />
);

import { May } from '~/features/people/components';
import { Button } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Link } from '~/ui/Link';
import { Stack } from '~/ui/layout/Layout';
import { Muted, Unbroken, VisuallyHidden } from '~/ui/Text';
import { Badge, Time } from '~/ui/tables/Data';
import { Table } from '~/ui/tables/Table';

type AlertRow = { id: string; title: string; page: string; words: string; since: Date; endedAt: Date | null };

export function AlertsTable({ rows, caption, empty }: { rows: AlertRow[]; caption: string; empty: string }) {
  return (
    <Table
      caption={caption}
      rows={rows}
      rowKey={({ id }) => id}
      empty={empty}
      dense
      columns={[
        {
          header: 'What',
          cell: ({ title, page, words }) => (
            <Stack gap="tight">
              <Link to={page}>{title}</Link>
              <Muted>{words}</Muted>
            </Stack>
          ),
        },
        { header: 'Since', cell: ({ since }) => <Time at={since} /> },
        ...(rows.some(({ endedAt }) => endedAt)
          ? [{ header: 'Until', cell: ({ endedAt }: AlertRow) => endedAt && <Time at={endedAt} /> }]
          : []),
      ]}
    />
  );
}

type CallRow = {
  id: string;
  what: string;
  status: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  nextAt: Date;
  createdAt: Date;
  deliveredAt: Date | null;
  problem: string | null;
};

const STATES = {
  waiting: { tone: 'accent', icon: 'clock', words: 'Waiting' },
  delivered: { tone: 'good', icon: 'check', words: 'Delivered' },
  failed: { tone: 'bad', icon: 'close', words: 'Failed' },
} as const;

export function CallsTable({ rows }: { rows: CallRow[] }) {
  return (
    <Table
      caption="Posts to the receiver, newest first"
      rows={rows}
      rowKey={({ id }) => id}
      anchored
      empty="Nothing was posted yet."
      dense
      columns={[
        {
          header: 'What',
          cell: ({ what, problem }) => (
            <Stack gap="tight">
              <span>{what}</span>
              {problem && <Muted>{problem}</Muted>}
            </Stack>
          ),
        },
        { header: 'Written', cell: ({ createdAt }) => <Time at={createdAt} /> },
        { header: 'Tries', align: 'end', spare: true, cell: ({ attempts }) => attempts },
        {
          header: 'State',
          cell: ({ status, deliveredAt, nextAt, attempts }) => (
            <Stack gap="tight">
              <Badge tone={STATES[status].tone} icon={STATES[status].icon}>
                {STATES[status].words}
              </Badge>
              {deliveredAt && <Time at={deliveredAt} />}
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
          folded: true,
          cell: ({ id, what }) => (
            <May right="operation:change">
              <PostForm at={id} inline>
                <input type="hidden" name="_intent" value="again" />
                <input type="hidden" name="id" value={id} />
                <Button tone="quiet">
                  <Unbroken>Send again</Unbroken>
                  <VisuallyHidden> {what}</VisuallyHidden>
                </Button>
              </PostForm>
            </May>
          ),
        },
      ]}
    />
  );
}

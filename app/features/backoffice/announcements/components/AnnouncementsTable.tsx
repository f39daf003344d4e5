import { May } from '~/features/people/components';
import { Button } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Stack } from '~/ui/layout/Layout';
import { Muted, VisuallyHidden } from '~/ui/Text';
import { Badge, Time } from '~/ui/tables/Data';
import { Table } from '~/ui/tables/Table';
import type { Announcement } from '../rules';
import { AUDIENCES } from '../schema';

export function AnnouncementsTable({ rows }: { rows: readonly (Announcement & { over: Date | null })[] }) {
  return (
    <Table
      caption="Announcements, newest first"
      rows={[...rows]}
      rowKey={({ id }) => id}
      anchored
      dense
      columns={[
        {
          header: 'Announcement',
          cell: ({ kind, text }) => (
            <Stack gap="tight">
              {kind === 'maintenance' && <Badge tone="accent">maintenance</Badge>}
              {text && <span className="max-sm:line-clamp-2">{text}</span>}
            </Stack>
          ),
        },
        { header: 'Text', slim: true, folded: true, cell: ({ text }) => text },
        { header: 'For', cell: ({ audience }) => AUDIENCES[audience] },
        {
          header: 'Until',
          slim: true,
          cell: ({ endsAt, over }) => (over ? 'ended' : <Time at={endsAt} />),
        },
        { header: 'When', folded: true, cell: (row) => <AnnouncementTimes {...row} /> },
        {
          header: 'Action',
          folded: true,
          cell: ({ id, kind, text, over }) =>
            over ? (
              <Muted>
                ended <Time at={over} />
              </Muted>
            ) : (
              <May right="operation:change">
                <PostForm at={id}>
                  <input type="hidden" name="_intent" value="end" />
                  <input type="hidden" name="id" value={id} />
                  <Button>
                    {kind === 'maintenance' ? 'End maintenance' : 'End'}
                    {text && <VisuallyHidden> {text}</VisuallyHidden>}
                  </Button>
                </PostForm>
              </May>
            ),
        },
      ]}
    />
  );
}

function AnnouncementTimes({ kind, startsAt, endsAt }: Announcement) {
  return (
    <Stack gap="tight">
      <span>
        from <Time at={startsAt} />
      </span>
      <span>
        until {kind === 'maintenance' && 'about '}
        <Time at={endsAt} />
      </span>
    </Stack>
  );
}

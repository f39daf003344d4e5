import type { SignIn } from '~/signIns/session.server';
import { Badge, Time } from '~/ui/Data';
import { Stack } from '~/ui/Layout';
import { type Column, Table } from '~/ui/Table';
import { Code } from '~/ui/Text';

/** The sessions of a person; `last` is the column that depends on who looks at it. */
export const SessionsTable = <S extends SignIn>(props: {
  caption: string;
  sessions: readonly S[];
  empty?: string;
  last: Column<S>;
}) => (
  <Table
    caption={props.caption}
    rows={props.sessions}
    rowKey={({ id }) => id}
    empty={props.empty}
    columns={[
      {
        header: 'Device',
        cell: ({ device, isApi }) => (
          <Stack gap="tight">
            <span>{device}</span>
            {isApi && <Badge>API token</Badge>}
          </Stack>
        ),
      },
      { header: 'Address', cell: ({ address }) => (address ? <Code>{address}</Code> : 'not known') },
      { header: 'Signed in', cell: ({ createdAt }) => <Time at={createdAt} /> },
      { header: 'Last used', cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
      props.last,
    ]}
  />
);

import type { SignIn } from '~/signIns/session.server';
import { Cluster } from '~/ui/layout/Layout';
import { Code } from '~/ui/Text';
import { Badge, Time } from '~/ui/tables/Data';
import { type Column, Table } from '~/ui/tables/Table';

/** Table of a person's sessions. `last` is the column that differs by page. */
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
    dense
    columns={[
      {
        header: 'Device',
        cell: ({ device, isApi }) => (
          <Cluster>
            {device}
            {isApi && <Badge>API token</Badge>}
          </Cluster>
        ),
      },
      {
        header: 'Last used, from',
        slim: true,
        cell: ({ lastSeenAt, address }) => (
          <>
            <Time at={lastSeenAt} /> {address && `· ${address}`}
          </>
        ),
      },
      { header: 'Address', folded: true, cell: ({ address }) => (address ? <Code>{address}</Code> : 'not known') },
      { header: 'Signed in', folded: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
      { header: 'Last used', spare: true, cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
      props.last,
    ]}
  />
);

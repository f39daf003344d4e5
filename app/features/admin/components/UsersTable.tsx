import { Link, useLocation } from '@remix-run/react';
import { Badge, Money, StatusBadge, Time } from '~/ui/Data';
import { Cluster, Stack } from '~/ui/Layout';
import { type Column, Table } from '~/ui/Table';
import { Muted } from '~/ui/Text';
import { withQuery } from '../paging';
import type { UserRow } from '../users.server';
import { ResetLinkForm, VerifiedForm } from './UserForms';

/** Users, each with what an administrator does most; everything else is on the user's own page. */
export function UsersTable({ rows, order }: { rows: UserRow[]; order: { by: string; down: boolean } }) {
  const { search } = useLocation();
  const sort = (by: string): Column<UserRow>['sort'] => {
    const current = order.by === by;
    const href = withQuery(search, { sort: current && !order.down ? `-${by}` : by, page: '' });
    return { href, direction: current ? (order.down ? 'descending' : 'ascending') : undefined };
  };
  return (
    <Table
      caption="Users"
      rows={rows}
      rowKey={({ id }) => id}
      empty="No user fits this."
      columns={[
        {
          header: 'Name',
          sort: sort('name'),
          cell: (row) => (
            <Stack gap="tight">
              <Link to={`/admin/users/${row.id}`}>
                {row.firstName} {row.lastName}
              </Link>
              <Muted>{row.username}</Muted>
            </Stack>
          ),
        },
        {
          header: 'Email',
          sort: sort('email'),
          cell: (row) => (
            <Stack gap="tight">
              <a href={`mailto:${encodeURIComponent(row.email)}`}>{row.email}</a>
              {!row.emailVerifiedAt && <Muted>not verified</Muted>}
            </Stack>
          ),
        },
        { header: 'Funded', sort: sort('funded'), align: 'end', cell: (row) => <Money cents={row.funded} /> },
        {
          header: 'PDT',
          cell: (row) => (
            <Cluster>
              <Badge tone={row.pdtUnlocked ? 'good' : 'neutral'}>{row.pdtUnlocked ? 'verified' : 'locked'}</Badge>
              <VerifiedForm {...row} />
            </Cluster>
          ),
        },
        {
          header: 'Password changed',
          cell: (row) => (
            <Cluster>
              <Time at={row.passwordChangedAt} dateOnly />
              {row.status === 'open' && <ResetLinkForm {...row} />}
            </Cluster>
          ),
        },
        { header: 'Account', cell: (row) => <StatusBadge status={row.status} /> },
        { header: 'Created', sort: sort('created'), cell: (row) => <Time at={row.createdAt} dateOnly /> },
      ]}
    />
  );
}

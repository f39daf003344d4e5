import { withQuery } from '~/platform/db/paging';
import { Badge, Money, StatusBadge, Time } from '~/ui/Data';
import { Disclosure } from '~/ui/Disclosure';
import { Cluster, Stack } from '~/ui/Layout';
import { type Column, Table } from '~/ui/Table';
import { Muted, Typed, VisuallyHidden } from '~/ui/Text';
import { Link, useLocation } from '~/web/router';
import type { UserRow, UsersPage } from '../users.server';
import { ResetLinkForm, VerifiedForm } from './UserForms';

/** Users, each with what an administrator does most; everything else is on the user's own page. */
export function UsersTable({ rows, order }: Pick<UsersPage, 'rows' | 'order'>) {
  const { search } = useLocation();
  const back = `/admin/users${withQuery(search, {})}`;
  const sort = (by: string): Column<UserRow>['sort'] => {
    const current = order.by === by;
    const href = withQuery(search, { sort: current && !order.down ? `-${by}` : by, after: '', before: '' });
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
              <Typed>
                <Link to={`/admin/users/${row.id}`}>
                  {row.firstName} {row.lastName}
                </Link>
              </Typed>
              <Muted>{row.username}</Muted>
              {row.status === 'closed' && <StatusBadge status={row.status} />}
            </Stack>
          ),
        },
        {
          header: 'Email',
          sort: sort('email'),
          cell: (row) => (
            <Stack gap="tight">
              <Typed>
                <a href={`mailto:${encodeURIComponent(row.email)}`}>{row.email}</a>
              </Typed>
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
              {row.status === 'open' && <VerifiedForm {...row} back={back} />}
            </Cluster>
          ),
        },
        {
          header: 'Password changed',
          cell: (row) => (
            <Cluster>
              <Time at={row.passwordChangedAt} dateOnly />
              {row.status === 'open' && <ResetLinkForm {...row} back={back} />}
            </Cluster>
          ),
        },
        { header: 'Created', sort: sort('created'), cell: (row) => <Time at={row.createdAt} dateOnly /> },
        { header: 'Actions', cell: (row) => <RowActions {...row} /> },
      ]}
    />
  );
}

/** The rest of what can be done, each where it asks for what it needs to know. */
function RowActions({ id, status, requests, email }: UserRow) {
  const page = `/admin/users/${id}`;
  return (
    <Disclosure
      name="row-actions"
      summary={
        <span>
          Actions
          <VisuallyHidden> for {email}</VisuallyHidden>
        </span>
      }
    >
      <Stack gap="tight">
        {status === 'open' && <Link to={`${page}?do=credit`}>Credit</Link>}
        {status === 'open' && <Link to={`${page}?do=debit`}>Debit</Link>}
        {status === 'open' && <Link to={`${page}?do=profit`}>Add profit</Link>}
        {status === 'closed' && <Link to={`${page}?do=pay-out`}>Pay out</Link>}
        {status === 'closed' && <Link to={`${page}?do=reopen`}>Reopen</Link>}
        {requests > 0 && <Link to={`/admin/withdrawals?user=${id}`}>Approve withdraw ({requests})</Link>}
        {status === 'open' && <Link to={`${page}?close=1`}>Delete</Link>}
      </Stack>
    </Disclosure>
  );
}

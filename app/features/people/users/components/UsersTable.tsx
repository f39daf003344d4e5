import { HighRisk } from '~/features/people/riskRating/components/RiskRated';
import { useMay } from '~/features/people/staff/components/May';
import { withQuery } from '~/platform/db/paging';
import { Link } from '~/ui/Link';
import { Cluster } from '~/ui/layout/Layout';
import { RowMenu, RowMenuLink } from '~/ui/layout/RowMenu';
import { mailtoHref } from '~/ui/MailLink';
import { OneLine, Small, WrappedText } from '~/ui/Text';
import { Badge, Money, StatusBadge, Time } from '~/ui/tables/Data';
import { type Column, Table } from '~/ui/tables/Table';
import { useLocation } from '~/web/router';
import { listUserActions, USER_ACTION_RIGHTS } from '../schema';
import type { UserRow, UsersPage } from '../users.server';
import { FrozenBadges } from './FrozenBadges';
import { Tags } from './Tags';
import { ResetLinkForm, VerifiedForm } from './UserForms';

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
      anchored
      empty="No users match."
      dense
      leads
      columns={[
        {
          header: 'Name',
          sort: sort('name'),
          cell: (row) => (
            <>
              <WrappedText>
                <Link to={`/admin/users/${row.id}`}>
                  {row.firstName} {row.lastName}
                </Link>
              </WrappedText>
              {row.status === 'closed' && <StatusBadge status={row.status} />}
              <FrozenBadges {...row} />
              <HighRisk {...row} />
              <Tags tags={row.tags} />
            </>
          ),
        },
        {
          header: 'Email',
          sort: sort('email'),
          spare: true,
          cell: (row) => (
            <>
              <a
                href={mailtoHref(row.email)}
                className="block py-0.5 text-sm @min-[54rem]:max-w-48 @min-[72rem]:max-w-none"
              >
                <OneLine>{row.email}</OneLine>
              </a>
              {!row.emailVerifiedAt && <Small>not verified</Small>}
            </>
          ),
        },
        {
          header: 'Address',
          slim: true,
          cell: ({ email, emailVerifiedAt }) => `${emailVerifiedAt ? '' : 'not verified: '}${email}`,
        },
        { header: 'Booked', sort: sort('funded'), align: 'end', cell: (row) => <Money cents={row.funded} /> },
        {
          header: 'Live trading',
          folded: true,
          cell: (row) => (
            <Cluster inRow>
              <Badge tone={row.pdtUnlocked ? 'good' : 'neutral'}>{row.pdtUnlocked ? 'Unlocked' : 'Locked'}</Badge>
              {row.status === 'open' && <VerifiedForm {...row} back={back} inColumn />}
            </Cluster>
          ),
        },
        {
          header: 'Password changed',
          folded: true,
          cell: (row) => (
            <Small>
              <Time at={row.passwordChangedAt} dateOnly />
            </Small>
          ),
        },
        {
          header: 'Created',
          sort: sort('created'),
          cell: (row) => (
            <Small>
              <Time at={row.createdAt} dateOnly />
            </Small>
          ),
        },
        { header: 'Actions', folded: true, cell: (row) => <RowActions row={row} back={back} /> },
      ]}
    />
  );
}

function RowActions({ row, back }: { row: UserRow; back: string }) {
  const { id, status, requests, email } = row;
  const page = `/admin/users/${id}`;
  const may = useMay();
  const steps = listUserActions(status).filter((step) => may(USER_ACTION_RIGHTS[step]));
  const withdrawals = requests > 0 && may('payments:read');
  const helps = status === 'open' && may('users:help');
  if (steps.length === 0 && !withdrawals && !helps) return null;
  return (
    <RowMenu of={email}>
      {steps.includes('credit') && <RowMenuLink to={`${page}?do=credit`}>Credit</RowMenuLink>}
      {steps.includes('debit') && <RowMenuLink to={`${page}?do=debit`}>Debit</RowMenuLink>}
      {steps.includes('profit') && <RowMenuLink to={`${page}?do=profit`}>Add profit</RowMenuLink>}
      {steps.includes('pay-out') && <RowMenuLink to={`${page}?do=pay-out`}>Pay out</RowMenuLink>}
      {steps.includes('reopen') && <RowMenuLink to={`${page}?do=reopen`}>Reopen</RowMenuLink>}
      {withdrawals && <RowMenuLink to={`/admin/withdrawals?user=${id}`}>Approve withdraw ({requests})</RowMenuLink>}
      {helps && <ResetLinkForm {...row} back={back} />}
      {steps.includes('close') && (
        <RowMenuLink to={`${page}?close=1`} danger>
          Close account
        </RowMenuLink>
      )}
    </RowMenu>
  );
}

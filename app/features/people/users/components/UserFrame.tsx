import type { ReactNode } from 'react';
import { HighRisk } from '~/features/people/riskRating/components/RiskRated';
import { May, useMay } from '~/features/people/staff/components/May';
import { freezesOf } from '~/signIns/frozen';
import { LinkButton } from '~/ui/Button';
import { Cluster, Page } from '~/ui/layout/Layout';
import { Tabs } from '~/ui/layout/Tabs';
import { Badge, StatusBadge } from '~/ui/tables/Data';
import { listUserActions, PART_RIGHTS, USER_ACTION_RIGHTS, type UserAction } from '../schema';
import type { UserPerson } from '../user.server';
import { FrozenBadges } from './FrozenBadges';
import { Tags } from './Tags';

const TAB_LABELS = ['Statement', 'Deposits', 'Withdrawals', 'Plans', 'Copies', 'Documents', 'Sessions', 'Events'];

const USER_ACTION_LINKS: Record<
  Exclude<UserAction, 'write-off'>,
  { label: string; query: string; danger?: boolean }
> = {
  credit: { label: 'Credit', query: 'do=credit' },
  debit: { label: 'Debit', query: 'do=debit' },
  profit: { label: 'Add profit', query: 'do=profit' },
  close: { label: 'Close account', query: 'close=1', danger: true },
  'pay-out': { label: 'Pay out', query: 'do=pay-out' },
  reopen: { label: 'Reopen account', query: 'do=reopen' },
};

export const userTitle = (person?: Pick<UserPerson, 'firstName' | 'lastName'>): string =>
  person ? `${person.firstName} ${person.lastName}` : 'User';

export function UserFrame({ person, children }: { person: UserPerson; children: ReactNode }) {
  const { id, firstName, lastName, status } = person;
  const isFrozen = freezesOf(person).length > 0;
  const page = `/admin/users/${id}`;
  const may = useMay();
  const parts = TAB_LABELS.filter((label) => may(PART_RIGHTS[label.toLowerCase()] ?? 'users:read'));
  const steps = listUserActions(status)
    .filter((step) => may(USER_ACTION_RIGHTS[step]))
    .map((step) => USER_ACTION_LINKS[step]);
  const stepLink = ({ label, query, danger }: (typeof steps)[number]) => (
    <LinkButton key={query} to={`${page}?${query}`} tone={danger ? 'danger' : undefined}>
      {label}
    </LinkButton>
  );
  return (
    <Page
      title={`${firstName} ${lastName}`}
      lead={<StatusFlags {...person} />}
      actions={
        <>
          {steps.filter(({ danger }) => !danger).map(stepLink)}
          <May right="accounts:freeze">
            <LinkButton to={`${page}/freeze`}>{isFrozen && may('accounts:change') ? 'Unfreeze' : 'Freeze'}</LinkButton>
          </May>
          {steps.filter(({ danger }) => danger).map(stepLink)}
        </>
      }
    >
      <Tabs
        label={`File of ${firstName} ${lastName}`}
        items={[
          { href: page, label: 'Overview' },
          ...parts.map((label) => ({ href: `${page}/${label.toLowerCase()}`, label })),
        ]}
      />
      {children}
    </Page>
  );
}

const StatusFlags = ({ status, emailVerifiedAt, pdtUnlocked, ...person }: UserPerson) => (
  <Cluster>
    <StatusBadge status={status} />
    <HighRisk {...person} />
    <FrozenBadges {...person} />
    <Badge tone={emailVerifiedAt ? 'good' : 'warning'}>
      {emailVerifiedAt ? 'Email verified' : 'Email not verified'}
    </Badge>
    <Badge tone={pdtUnlocked ? 'good' : 'neutral'}>
      {pdtUnlocked ? 'Live trading unlocked' : 'Live trading locked'}
    </Badge>
    <Tags tags={person.tags} />
  </Cluster>
);

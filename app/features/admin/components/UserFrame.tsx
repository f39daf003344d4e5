import type { ReactNode } from 'react';
import { LinkButton } from '~/ui/Button';
import { Badge, StatusBadge } from '~/ui/Data';
import { Cluster, Page } from '~/ui/Layout';
import { Tabs } from '~/ui/Tabs';
import type { Person } from '../user.server';

const PARTS = ['Statement', 'Deposits', 'Withdrawals', 'Plans', 'Copies', 'Documents', 'Sessions', 'Events'];

/** The name of a page about them, for the window and for history. */
export const titleOf = (person?: Pick<Person, 'firstName' | 'lastName'>): string =>
  person ? `${person.firstName} ${person.lastName}` : 'User';

/** Around everything there is to see of one user: who they are, what can be done, and the parts of their file. */
export function UserFrame({ person, children }: { person: Person; children: ReactNode }) {
  const { id, firstName, lastName, status, frozenAt } = person;
  const page = `/admin/users/${id}`;
  return (
    <Page
      title={`${firstName} ${lastName}`}
      lead={<Flags {...person} />}
      actions={
        <>
          <LinkButton to={`${page}?do=credit`}>Credit</LinkButton>
          <LinkButton to={`${page}?do=debit`}>Debit</LinkButton>
          <LinkButton to={`${page}?do=profit`}>Upgrade profit</LinkButton>
          {status === 'open' && (
            <LinkButton to={`${page}?close=1`} tone="danger">
              Close account
            </LinkButton>
          )}
          {status === 'open' && <LinkButton to={`${page}/freeze`}>{frozenAt ? 'Unfreeze' : 'Freeze'}</LinkButton>}
        </>
      }
    >
      <Tabs
        label={`File of ${firstName} ${lastName}`}
        items={[
          { href: page, label: 'Overview' },
          ...PARTS.map((label) => ({ href: `${page}/${label.toLowerCase()}`, label })),
        ]}
      />
      {children}
    </Page>
  );
}

/** Flags that are different things; none of them stops a withdrawal. */
const Flags = ({ status, frozenAt, emailVerifiedAt, pdtUnlocked }: Person) => (
  <Cluster>
    <StatusBadge status={status} />
    {frozenAt && <Badge tone="bad">frozen</Badge>}
    <Badge tone={emailVerifiedAt ? 'good' : 'warning'}>
      {emailVerifiedAt ? 'email verified' : 'email not verified'}
    </Badge>
    <Badge tone={pdtUnlocked ? 'good' : 'neutral'}>{pdtUnlocked ? 'PDT unlocked' : 'PDT locked'}</Badge>
  </Cluster>
);

import { capitalised } from '~/platform/text/capitalised';
import { may, RIGHT_NAMES, RIGHTS, type Right, ROLE_NAMES, type Role } from '~/signIns/rights';
import { Section } from '~/ui/layout/Layout';
import { Icon } from '~/ui/pictures/Icon';
import { VisuallyHidden } from '~/ui/Text';
import { Table } from '~/ui/tables/Table';

type Subject<R = Right> = R extends `${infer S}:${string}` ? S : R;

const AREAS: Record<Subject, string> = {
  everyone: 'Everybody',
  users: 'Users and their accounts',
  accounts: 'Users and their accounts',
  balances: 'Users and their accounts',
  payments: 'Deposits and withdrawals',
  restores: 'Deposits and withdrawals',
  papers: 'Identity checks',
  support: 'Support',
  traders: 'Traders',
  catalogue: 'Plans and methods',
  plans: 'Plans and methods',
  terms: 'Plans and methods',
  books: 'Books and reconciliation',
  statements: 'Books and reconciliation',
  reserves: 'Books and reconciliation',
  approvals: 'Approvals',
  mails: 'Outbox, audit log and operation',
  events: 'Outbox, audit log and operation',
  operation: 'Outbox, audit log and operation',
  staff: 'Staff',
};

const areaOf = (right: Right): string => AREAS[right.split(':')[0] as Subject];

export const RightsTables = () =>
  [...new Set(RIGHT_NAMES.map(areaOf))].map((area) => (
    <Section key={area} title={area}>
      <AreaTable area={area} rights={RIGHT_NAMES.filter((right) => areaOf(right) === area)} />
    </Section>
  ));

const AreaTable = ({ area, rights }: { area: string; rights: Right[] }) => (
  <Table
    caption={`${area}: what each role may do`}
    rows={rights}
    rowKey={(right) => right}
    atMost={rights.length}
    narrow
    steady
    columns={[
      { header: 'May', cell: (right) => capitalised(RIGHTS[right].may) },
      {
        header: 'Roles',
        slim: true,
        cell: (right) =>
          ROLE_NAMES.filter((role) => may({ role }, right))
            .map(capitalised)
            .join(', '),
      },
      ...ROLE_NAMES.map((role: Role) => ({
        header: capitalised(role),
        spare: true,
        cell: (right: Right) =>
          may({ role }, right) ? (
            <>
              <Icon name="check" />
              <VisuallyHidden>yes</VisuallyHidden>
            </>
          ) : (
            <VisuallyHidden>no</VisuallyHidden>
          ),
      })),
    ]}
  />
);

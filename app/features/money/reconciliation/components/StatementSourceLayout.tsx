import type { ComponentProps, ReactNode } from 'react';
import { May } from '~/features/people/components';
import { LinkButton } from '~/ui/Button';
import { Page } from '~/ui/layout/Layout';
import { Tabs } from '~/ui/layout/Tabs';
import { CoinMark } from '~/ui/pictures/CoinBadge';

type Props = {
  method: { name: string } & ComponentProps<typeof CoinMark>;
  path: string;
  lead?: ReactNode;
  children: ReactNode;
};

/** Frame of the pages about one method: its breaks, statement lines and days as tabs, and the import. */
export const StatementSourceLayout = ({ method, path, lead, children }: Props) => (
  <Page
    title={method.name}
    picture={<CoinMark icon={method.icon} coin={method.coin} />}
    lead={lead}
    actions={
      <>
        <LinkButton to="/admin/reconciliation">All methods</LinkButton>
        <May right="statements:change">
          <LinkButton to={`${path}/import`} tone="primary" icon="plus">
            Import a statement
          </LinkButton>
        </May>
      </>
    }
  >
    <Tabs
      label={`Reconciliation of ${method.name}`}
      items={[
        { href: path, label: 'Breaks' },
        { href: `${path}/lines`, label: 'Statement lines' },
        { href: `${path}/days`, label: 'Daily sign-off' },
      ]}
    />
    {children}
  </Page>
);

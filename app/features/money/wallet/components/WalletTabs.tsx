import { Tabs } from '~/ui/layout/Tabs';

export const WalletTabs = () => (
  <Tabs
    label="Wallet"
    items={[
      { href: '/transactions', label: 'Transactions' },
      { href: '/fundwallet', label: 'Deposit', also: ['/checkout'] },
      { href: '/withdraw', label: 'Withdraw' },
      { href: '/transactions/statement', label: 'Statement' },
      { href: '/deposit', label: 'Deposit history' },
      { href: '/withdrawlogs', label: 'Withdrawal history' },
    ]}
  />
);

import type { ReactNode } from 'react';
import { MainColumn, Page } from '~/ui/layout/Layout';
import { Tabs } from '~/ui/layout/Tabs';

const SETTINGS_TABS = [
  { href: '/settings', label: 'Profile' },
  { href: '/settings/password', label: 'Password' },
  { href: '/settings/security', label: 'Two-factor' },
  { href: '/settings/sessions', label: 'Sign-ins' },
  { href: '/settings/keys', label: 'API keys' },
  { href: '/settings/webhooks', label: 'Webhooks' },
  { href: '/settings/data', label: 'Your data' },
  { href: '/settings/close', label: 'Close account' },
];

export const SettingsPage = ({ wide, children }: { wide?: boolean; children: ReactNode }) => (
  <Page title="Settings">
    <Tabs label="Settings" items={SETTINGS_TABS} />
    {wide ? children : <MainColumn>{children}</MainColumn>}
  </Page>
);

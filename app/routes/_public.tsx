import { Outlet } from '@remix-run/react';
import { SiteBanner } from '~/features/shell/SiteBanner';
import { PublicShell } from '~/ui/Shell';

export default function PublicLayout() {
  return (
    <PublicShell banner={<SiteBanner />}>
      <Outlet />
    </PublicShell>
  );
}

import { Outlet } from '@remix-run/react';
import { PublicFrame } from '~/features/marketing/components/PublicFrame';
import { SiteFooter } from '~/features/marketing/components/SiteFooter';
import { siteOf } from '~/features/marketing/site.server';
import { SiteBanner } from '~/features/shell/SiteBanner';
import { publicRoute } from '~/platform/guard/index.server';

/** The same for everybody: kept by the page cache, by browsers, and by whatever stands between. */
export const headers = () => ({ 'Cache-Control': 'public, max-age=30, stale-while-revalidate=300' });

export const loader = publicRoute.loader(async () => siteOf());

export default function PublicLayout() {
  return (
    <PublicFrame banner={<SiteBanner />} footer={<SiteFooter />}>
      <Outlet />
    </PublicFrame>
  );
}

import { PublicFrame } from '~/features/site/marketing/components/PublicFrame';
import { SiteFooter } from '~/features/site/marketing/components/SiteFooter';
import { getSite } from '~/features/site/marketing/site.server';
import { useRootData } from '~/features/site/shell/rootData';
import { SiteBanner } from '~/features/site/shell/SiteBanner';
import { ThemeSwitch } from '~/ui/ThemeSwitch';
import { publicRoute } from '~/web/guard/index.server';
import { Outlet } from '~/web/router';

/** Headers that are the same for all visitors, for the page cache, browsers and proxies. */
export const headers = () => ({ 'Cache-Control': 'public, max-age=30, stale-while-revalidate=300' });

export const loader = publicRoute.loader(async () => getSite());

export default function PublicLayout() {
  const theme = useRootData()?.theme;
  const colours = <ThemeSwitch action="/theme" current={theme ?? undefined} />;
  return (
    <PublicFrame banner={<SiteBanner />} footer={<SiteFooter colours={colours} />}>
      <Outlet />
    </PublicFrame>
  );
}

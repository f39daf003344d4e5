import { PRODUCT_NAME } from '~/platform/text/productName';
import script from '~/ui/site.js?url';
import { useLocation, useRouteLoaderData } from '~/web/router';
import { toPublicPath } from '~/web/server/visitors';
import type { Site } from '../site.server';

export function PageHead() {
  const site = useRouteLoaderData<Site>('routes/public/layout');
  const { pathname } = useLocation();
  if (!site) return null;
  const address = site.origin + toPublicPath(pathname);
  return (
    <>
      <link rel="canonical" href={address} />
      <meta property="og:url" content={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={PRODUCT_NAME} />
      <meta property="og:image" content={`${site.origin}/og.png`} />
      <meta name="twitter:card" content="summary_large_image" />
      <script src={script} defer />
    </>
  );
}

import { createPublicLink } from '~/platform/installation/site';
import { publicRoute } from '~/web/guard/index.server';

export const handle = { cache: { query: [] } };

/** Returns `robots.txt`, which admits crawlers to the public pages. All others would redirect to the login anyway. */
export const loader = publicRoute.loader(async () => {
  const closed = ['/admin', '/api/', '/files/', '/user/', '/resetpassword/', '/visitors/'];
  const rules = ['User-agent: *', 'Allow: /api/docs', ...closed.map((path) => `Disallow: ${path}`)];
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' };
  return new Response(`${rules.join('\n')}\n\nSitemap: ${createPublicLink('/sitemap.xml')}\n`, { headers });
});

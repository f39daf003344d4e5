import { listTradersForVisitors } from '~/features/copying/traders/list/queries.server';
import { instrumentPath } from '~/features/site/market/naming';
import { PUBLIC_PAGES } from '~/features/site/marketing/menus';
import { INSTRUMENTS } from '~/market/instruments';
import { createPublicLink } from '~/platform/installation/site';
import { publicRoute } from '~/web/guard/index.server';

export const handle = { cache: { query: [] } };

export const loader = publicRoute.loader(async () => {
  const profiles = (await listTradersForVisitors()).map((id) => `/traders/${id}`);
  const symbols = INSTRUMENTS.map(({ id }) => instrumentPath(id));
  const pages = [...PUBLIC_PAGES, ...symbols, ...profiles]
    .map((path) => `<url><loc>${createPublicLink(path)}</loc></url>`)
    .join('\n');
  const map = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${pages}\n</urlset>\n`;
  const headers = { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' };
  return new Response(map, { headers });
});

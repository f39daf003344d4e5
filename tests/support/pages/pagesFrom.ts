import { isLong } from '../depth';
import type { Client } from './client';

const NOT_A_PAGE =
  /^\/(files|api|theme|logout|admin\/logout|user\/|prices|events)|\.(csv|json|xml|txt|svg|webmanifest|png)/;

/** Query parameters that only sort, page or filter a page. With `--all`, pages are opened with them too. */
const SAME = ['sort', 'page', 'tf', 'range', 'before', 'after', 'from', 'to', 'costs', 'first'];

/** Returns the kind of a page: pages of one kind have the same forms, so one URL is enough. */
function kindOf(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://x');
  const [, below] = /^\/(traders\/compare|forex|stocks|technical-analysis)/.exec(pathname) ?? [];
  if (pathname === '/live-trading') for (const chart of ['symbol', 'timeframe']) searchParams.delete(chart);
  if (!isLong) for (const name of SAME) searchParams.delete(name);
  const request = below
    ? ''
    : [...searchParams].map(([name, value]) => `${name}=${/^\w{1,12}$/.test(value) ? value : ''}`);
  const kind = pathname.replace(/^\/markets\/\w+$/, '/markets/:symbol');
  return `${kind.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, ':id')}?${request}`;
}

/** Follows links from `start` and returns the HTML of one page of each kind, by its address. */
export async function pagesFrom(who: Client, start: string[], within: RegExp): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const kinds = new Set(start.map(kindOf));
  const queue = [...start];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const answer = await who.fetch(path);
    if (answer.status !== 200 || !answer.headers.get('Content-Type')?.startsWith('text/html')) continue;
    const html = await answer.text();
    pages.set(path, html);
    for (const [, found = ''] of html.matchAll(/href="(\/[^"#]*)/g)) {
      const next = found.replaceAll('&amp;', '&');
      if (NOT_A_PAGE.test(next) || !within.test(next) || kinds.has(kindOf(next))) continue;
      kinds.add(kindOf(next));
      queue.push(next);
    }
  }
  return pages;
}

/* Recently seen pages without forms and scripts, stored on request of the device's owner; `public/sw.js` serves them offline. */

const STORED_PAGES = /^\/(dashboard|usercopytrade|transactions|deposit|withdrawlogs)(\/[0-9a-f-]{36})?$/;

const MAX_PAGES = 40;

/** Prefix of the cache names, as in `public/sw.js`, followed by the owner. */
const CACHE_PREFIX = 'pages ';

/** URL of the note about unsent forms, which `public/sw.js` inserts into pages that it serves. */
const WAITING_NOTE_URL = '/kept/waiting';

const STORED_AT_HEADER = 'X-Kept-At';

/** Parts that would not work without a connection. */
const OMITTED_PARTS =
  'script, noscript, form, dialog, button, input, select, textarea, iframe, progress, img[src^="/files/"]';

/** Content policy of a stored page, which allows only styles and pictures. */
const STORED_PAGE_POLICY =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

const isStorablePage = () =>
  STORED_PAGES.test(location.pathname) && document.querySelector('main [data-error]') === null;

export async function savePage(person: string): Promise<void> {
  if (!isStorablePage()) return;
  const stored = await caches.open(CACHE_PREFIX + person);
  const now = new Date();
  const text = renderStoredPage(now);
  const files = [...new Set(text.match(/\/assets\/[\w.-]+\.(?:css|svg)/g))];
  const missing = await Promise.all(files.map(async (file) => ((await stored.match(file)) ? [] : [file])));
  await stored.addAll(missing.flat());
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': STORED_PAGE_POLICY,
    [STORED_AT_HEADER]: String(now.getTime()),
  };
  const address = location.pathname + location.search;
  // Deletes and inserts the page again, so that it is the newest entry.
  await stored.delete(address);
  await stored.put(address, new Response(text, { headers }));
  const pages = (await stored.keys()).filter(({ url }) => !/^\/(assets|kept)\//.test(new URL(url).pathname));
  for (const old of pages.slice(0, -MAX_PAGES)) await stored.delete(old);
}

/** Stores which forms of a person wait to be sent, for pages read offline. */
export async function storeWaitingNote(person: string, titles: readonly string[]): Promise<void> {
  const stored = await caches.open(CACHE_PREFIX + person);
  if (titles.length === 0) await stored.delete(WAITING_NOTE_URL);
  else await stored.put(WAITING_NOTE_URL, new Response(escapeHtml(titles.join(', '))));
}

export async function readSavedTime(address: string): Promise<Date | null> {
  const page = await globalThis.caches?.match(address).catch(() => undefined);
  const at = Number(page?.headers.get(STORED_AT_HEADER));
  return at > 0 ? new Date(at) : null;
}

export async function forgetPages(person?: string): Promise<void> {
  const names = (await globalThis.caches?.keys().catch(() => [])) ?? [];
  const ofOthers = names.filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE_PREFIX + person);
  await Promise.all(ofOthers.map((name) => caches.delete(name)));
}

function renderStoredPage(now: Date): string {
  const main = document.querySelector('main')?.cloneNode(true) as HTMLElement;
  for (const part of main.querySelectorAll(OMITTED_PARTS)) removeWhole(part, main);
  const styles = [...document.querySelectorAll<HTMLLinkElement>('head link[rel=stylesheet]')];
  const theme = document.documentElement.dataset.theme;
  const at = now.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'long' });
  return [
    `<!doctype html><html lang="en"${theme ? ` data-theme="${theme}"` : ''}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark light">',
    `<title>${escapeHtml(document.title)}</title>`,
    ...styles.map(({ href }) => `<link rel="stylesheet" href="${new URL(href).pathname}">`),
    '</head><body><div class="flex min-h-dvh flex-col"><div role="status" class="border-b border-warning bg-warning-soft px-4 py-2 lg:px-6">',
    `<p>There is no connection. This is the page as it was on <time datetime="${now.toISOString()}">${at}</time>. `,
    'Figures have changed since, and nothing can be sent from here.</p>',
    '<nav aria-label="Kept pages" class="flex flex-wrap gap-x-4"><a href="/dashboard">Home</a><a href="/usercopytrade">My copies</a>',
    '<a href="/transactions">Transactions</a></nav></div>',
    main.outerHTML,
    '</div></body></html>',
  ].join('');
}

function removeWhole(part: Element, main: Element): void {
  const { parentElement: box } = part;
  part.remove();
  if (box && box !== main && box.childElementCount === 0 && box.textContent?.trim() === '') removeWhole(box, main);
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

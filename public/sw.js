// Service worker. Without a connection it shows a page as the device last saw it (`app/ui/deviceStorage/pages.ts`), and otherwise the offline page,
// which it caches with its assets. Cached pages have their assets beside them, so a later release cannot break an old page or an old worker.
const OFFLINE_CACHE = 'offline-2';
const OFFLINE_PAGE = '/offline';
/** URL under which the list of unsent forms is cached. */
const WAITING_FORMS = '/kept/waiting';
/** Prefix of the caches that hold a person's pages. */
const PAGE_CACHE_PREFIX = 'pages ';
/** Largest age of a cached page, milliseconds: the lifetime of a remembered sign-in. Pages stored with a wrong clock are also rejected. */
const MAX_PAGE_AGE_MS = 14 * 24 * 3_600_000;
/** Time between two attempts to load a script, milliseconds. */
const RETRY_DELAY_MS = 1_000;
/** Paths at which the signed-in person may change; cached pages are then deleted. */
const CHANGES_PERSON = /^\/(login|logout|signup|verify|passwordreset|resetpassword|freeze)\b|\/verify\//;

async function cacheOfflinePage() {
  const cache = await caches.open(OFFLINE_CACHE);
  // Without cookies, so that the page is a visitor's.
  const page = await fetch(OFFLINE_PAGE, { credentials: 'omit', cache: 'reload' });
  if (!page.ok) throw new Error('The offline page is not there');
  const assets = (await page.clone().text()).match(/\/assets\/[\w.-]+/g) ?? [];
  await cache.addAll([...new Set(assets)]);
  await cache.put(OFFLINE_PAGE, page);
}

async function deleteOldCaches() {
  await self.registration.navigationPreload?.enable();
  for (const name of await caches.keys())
    if (name !== OFFLINE_CACHE && !name.startsWith(PAGE_CACHE_PREFIX)) await caches.delete(name);
  await self.clients.claim();
}

async function deletePages() {
  for (const name of await caches.keys()) if (name.startsWith(PAGE_CACHE_PREFIX)) await caches.delete(name);
}

async function respondFromCache({ url }) {
  const cached = await caches.match(url);
  const ageMs = Date.now() - Number(cached?.headers.get('X-Kept-At'));
  const page = cached && Math.abs(ageMs) < MAX_PAGE_AGE_MS ? cached : await caches.match(OFFLINE_PAGE);
  return page ? await addWaitingForms(page) : Response.error();
}

/** Adds a note of the forms that were submitted without a response, as listed by the page that submitted them. */
async function addWaitingForms(page) {
  const waiting = await (await caches.match(WAITING_FORMS))?.text();
  if (!waiting) return page;
  const note = `<p role="status" class="border-b border-warning bg-warning-soft px-4 py-2">Waiting to be sent: ${waiting}. It is sent when you open a page again with a connection, and counts only once.</p>`;
  const headers = new Headers(page.headers);
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name);
  return new Response((await page.text()).replace(/(?=<main\b)/, note), { headers });
}

/** Fetches an asset. A failed script would make the client navigate to the next page and lose the current one, so scripts are retried. */
async function fetchWithRetry(request) {
  for (;;) {
    try {
      return await fetch(request);
    } catch (error) {
      if (request.destination !== 'script' || request.signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    }
  }
}

// Only the browser's own request (the preload) can use the compression dictionary of pages.
const fetchPage = async ({ request, preloadResponse }) => (await preloadResponse) ?? (await fetch(request));

async function respondAndDeletePages(event) {
  const response = await fetchPage(event);
  await deletePages();
  return response;
}

self.addEventListener('install', (event) => event.waitUntil(cacheOfflinePage()));
self.addEventListener('activate', (event) => event.waitUntil(deleteOldCaches()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  const response = CHANGES_PERSON.test(pathname) ? respondAndDeletePages(event) : null;
  if (request.method !== 'GET') {
    if (response) event.respondWith(response);
  } else if (request.mode === 'navigate') {
    event.respondWith((response ?? fetchPage(event)).catch(() => respondFromCache(request)));
  } else if (response) {
    event.respondWith(response);
  } else if (pathname.startsWith('/assets/')) {
    event.respondWith(caches.match(request).then((file) => file ?? fetchWithRetry(request)));
  }
});

// When a page can't be had, shows one that says so. It keeps that page and the files it is drawn with, and nothing else: no
// figure, and no page of anybody who is signed in, is ever kept.
const KEPT = 'offline-1';
const PAGE = '/offline';

async function keepPage() {
  const kept = await caches.open(KEPT);
  // As nobody in particular.
  const page = await fetch(PAGE, { credentials: 'omit', cache: 'reload' });
  if (!page.ok) throw new Error('The offline page is not there');
  const files = (await page.clone().text()).match(/\/assets\/[\w.-]+/g) ?? [];
  await kept.addAll([...new Set(files)]);
  await kept.put(PAGE, page);
}

async function dropOlder() {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
  await self.clients.claim();
}

// A script may belong to the page that was chosen. If it failed, the page there is would be loaded anew, and lost; so it is waited for.
async function patiently(request) {
  for (;;) {
    try {
      return await fetch(request);
    } catch (error) {
      if (request.destination !== 'script' || request.signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}

self.addEventListener('install', (event) => event.waitUntil(keepPage()));
self.addEventListener('activate', (event) => event.waitUntil(dropOlder()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') {
    event.respondWith(fetch(request).catch(async () => (await caches.match(PAGE)) ?? Response.error()));
  } else if (new URL(request.url).pathname.startsWith('/assets/')) {
    event.respondWith(caches.match(request).then((file) => file ?? patiently(request)));
  }
});

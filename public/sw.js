// When a page can't be had, shows it as it was seen last where this device keeps it (`app/ui/kept/pages.ts`), and else one that says
// so, which it keeps with the files that it is drawn with. What it shows so has its files beside it, so an old worker or an old
// page is never broken by what is served since.
const KEPT = 'offline-2';
const PAGE = '/offline';
/** Note of what waits to be sent. */
const WAITING = '/kept/waiting';
/** What the caches with pages of a person are called. */
const PAGES = 'pages ';
/** A page that was kept longer ago is not shown, milliseconds: a sign-in is remembered as long. Nor is one kept by a clock that was off. */
const OLDEST = 14 * 24 * 3_600_000;
/** Addresses where the person who is signed in may change; kept pages are then deleted. */
const CHANGES_PERSON = /^\/(login|logout|signup|verify|passwordreset|resetpassword|freeze)\b|\/verify\//;

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
  await self.registration.navigationPreload?.enable();
  for (const name of await caches.keys()) if (name !== KEPT && !name.startsWith(PAGES)) await caches.delete(name);
  await self.clients.claim();
}

async function dropPages() {
  for (const name of await caches.keys()) if (name.startsWith(PAGES)) await caches.delete(name);
}

async function lastSeen({ url }) {
  const kept = await caches.match(url);
  const age = Date.now() - Number(kept?.headers.get('X-Kept-At'));
  const page = kept && Math.abs(age) < OLDEST ? kept : await caches.match(PAGE);
  return page ? await withWaiting(page) : Response.error();
}

// What was sent and had no answer, as the page that it was sent on has noted it.
async function withWaiting(page) {
  const waiting = await (await caches.match(WAITING))?.text();
  if (!waiting) return page;
  const note = `<p role="status" class="border-b border-warning bg-warning-soft px-4 py-2">Waiting to be sent: ${waiting}. It is sent when you open a page again with a connection, and counts only once.</p>`;
  const headers = new Headers(page.headers);
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name);
  return new Response((await page.text()).replace(/(?=<main\b)/, note), { headers });
}

// A script may belong to the page that was chosen. If it failed, the page that is there would be loaded anew and lost, so the worker keeps trying.
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

// A page asked for by the browser itself comes by the dictionary of pages; one that the worker asks for does not.
const fromNetwork = async ({ request, preloadResponse }) => (await preloadResponse) ?? (await fetch(request));

async function answerChange(event) {
  const answer = await fromNetwork(event);
  await dropPages();
  return answer;
}

self.addEventListener('install', (event) => event.waitUntil(keepPage()));
self.addEventListener('activate', (event) => event.waitUntil(dropOlder()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  const answer = CHANGES_PERSON.test(pathname) ? answerChange(event) : null;
  if (request.method !== 'GET') {
    if (answer) event.respondWith(answer);
  } else if (request.mode === 'navigate') {
    event.respondWith((answer ?? fromNetwork(event)).catch(() => lastSeen(request)));
  } else if (answer) {
    event.respondWith(answer);
  } else if (pathname.startsWith('/assets/')) {
    event.respondWith(caches.match(request).then((file) => file ?? patiently(request)));
  }
});

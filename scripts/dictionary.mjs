// Last step of the build: generates the dictionary against which pages are compressed (decision 085) from the build's
// own pages. A temporary installation with the small demonstration serves them to its invented investor.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { serveDemonstration } from './serveDemonstration.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Pages on a newcomer's way from sign-up to withdrawal, except those of traders, which are mostly figures. */
const PUBLIC_PAGES = ['/login', '/signup'];
const SIGNED_IN_PAGES = [
  '/fundwallet',
  '/fundwallet?method=BTC',
  '/checkout?method=BTC&amount=5000',
  'a deposit',
  '/traders',
  'a copy',
  'its review',
  '/plans',
  '/withdraw',
  '/withdraw?method=BTC',
  '/withdraw?method=BTC&WithdrawAmount=100',
  '/kyc',
  '/dashboard',
];

/** Attempts per page while the server of a busy machine answers 429 or 503. */
const MAX_ATTEMPTS = 10;

/** Creates a browser without scripts. */
function createBrowser(origin) {
  const cookies = new Map();
  const request = async (path, init = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(origin + path, {
      redirect: 'manual',
      ...init,
      headers: { Origin: origin, Cookie: cookie },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
      cookies.set(name, value);
    }
    return answer;
  };
  /** Fetches a page. Repeats the request after the time that a busy server states. */
  const fetchWhenReady = async (path, init) => {
    for (let attempt = 1; ; attempt++) {
      const answer = await request(path, init);
      if (![429, 503].includes(answer.status) || attempt === MAX_ATTEMPTS) return answer;
      await wait(Number(answer.headers.get('retry-after') ?? 1) * 1_000);
    }
  };
  return {
    page: async (path) => {
      const answer = await fetchWhenReady(path);
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
      return await answer.text();
    },
    signIn: async ({ email, password }) => {
      const form = await (await fetchWhenReady('/login')).text();
      const [, csrf] = /name="_csrf" value="([^"]+)"/.exec(form);
      await fetchWhenReady('/login', { method: 'POST', body: new URLSearchParams({ email, password, _csrf: csrf }) });
    },
  };
}

/**
 * Removes the individual parts of a page (IDs, tokens, a nonce), the reader's identity, and content derived from figures.
 * @param own names and addresses of people on it
 */
const removePersonalParts = (html, personalTexts) =>
  personalTexts
    .reduce((text, word) => text.replaceAll(word, ''), html)
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '')
    .replaceAll(/(?<=nonce=)"[^"]*"/g, '""')
    .replaceAll(/[\w-]{40,}/g, '')
    .replaceAll(/(?<= (?:d|points)=)"[^"]{200,}"/g, '""')
    .replaceAll(/(?<=streamController\.enqueue\().{4000,}(?=\);window)/g, '');

/** Returns the texts by which pages show their reader: the address and the name. */
function readPersonNames(settings, { email }) {
  const fields = [...settings.matchAll(/<input\b[^>]*>/g)].map(([input]) => input);
  const valueIn = (name) => {
    const field = fields.find((field) => field.toLowerCase().includes(`name="${name}"`));
    const value = /value="([^"]+)"/.exec(field ?? '')?.[1];
    if (!value) throw new Error(`The settings have no ${name}`);
    return value;
  };
  return [email, valueIn('firstname'), valueIn('lastname')];
}

/** Returns the words in the names of a list's traders, one of whom is an investor. */
const listTraderNames = (list) =>
  [...list.matchAll(/href="\/traders\/[0-9a-f-]{36}"[^>]*>([^<]+)</g)].flatMap(([, name]) => name.split(' '));

/** Length in characters from which repeated text is omitted. Shorter parts are kept, since later pages have them in the same order. */
const MIN_REPEATED_CHARS = 256;

/** Smallest part in bytes between two known parts that is kept. Shorter ones are names or figures, which other pages do not share. */
const MIN_SHARED_BYTES = 20;

/** Returns each part of the pages once: the whole first page, and the new parts of each later one. */
function joinUniqueParts(pages) {
  let all = '';
  const places = new Map();
  for (const page of pages) {
    const start = all.length;
    let added = '';
    const flushAdded = () => {
      if (added.length >= MIN_SHARED_BYTES) all += added;
      added = '';
    };
    for (let at = 0; at < page.length; ) {
      const place = places.get(page.slice(at, at + MIN_REPEATED_CHARS));
      if (place === undefined) {
        added += page[at++];
        continue;
      }
      flushAdded();
      let length = MIN_REPEATED_CHARS;
      while (at + length < page.length && page[at + length] === all[place + length]) length += 1;
      at += length;
    }
    flushAdded();
    for (let at = Math.max(start - MIN_REPEATED_CHARS, 0); at + MIN_REPEATED_CHARS <= all.length; at++) {
      const part = all.slice(at, at + MIN_REPEATED_CHARS);
      if (!places.has(part)) places.set(part, at);
    }
  }
  return all;
}

const { origin, investor, stop } = await serveDemonstration('small');
try {
  const browser = createBrowser(origin);
  const pages = [];
  for (const path of PUBLIC_PAGES) pages.push(await browser.page(path));
  await browser.signIn(investor);
  const personalTexts = [
    ...readPersonNames(await browser.page('/settings'), investor),
    ...listTraderNames(await browser.page('/traders')),
  ];
  const findLink = async (path, pattern) =>
    pattern.exec(await browser.page(path))?.[0].replaceAll('&amp;', '&') ?? path;
  const copyPath = await findLink('/traders', /\/traders\/[0-9a-f-]{36}\/copy/);
  const pathsByName = {
    'a deposit': await findLink('/deposit', /\/deposit\/[0-9a-f-]{36}/),
    'a copy': copyPath,
    'its review': `${copyPath}?amount=1000&review=yes`,
  };
  for (const path of SIGNED_IN_PAGES) pages.push(await browser.page(pathsByName[path] ?? path));
  const bytes = Buffer.from(joinUniqueParts(pages.map((page) => removePersonalParts(page, personalTexts))));
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const file = here(`../build/client/assets/dictionary-${hash}.bin`);
  writeFileSync(file, bytes);
  const brotli = brotliCompressSync(bytes);
  writeFileSync(`${file}.br`, brotli);
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  console.log(`The dictionary of pages: ${bytes.length} bytes, ${brotli.length} compressed`);
} finally {
  await stop();
}

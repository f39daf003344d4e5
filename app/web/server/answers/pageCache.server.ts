import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { newId } from '~/platform/ids';
import { getPublicOrigin } from '~/platform/installation/site';
import { log } from '~/platform/log/index.server';
import { hasPersonCookie, SIGNED_IN_COOKIE_HEADER } from '../../cookies/personCookie.server';
import type { AppLoadContext, ServerBuild } from '../../responses.server';
import { contentPolicy, DATA_POLICY, securityHeaders } from '../checks/protect.server';
import {
  BEST_LEVELS,
  choosePageEncoding,
  type Encoding,
  encodeBody,
  isSavingData,
  type PlainEncoding,
  pageVaryHeader,
  THOROUGH_LEVELS,
} from './compress.server';
import { hasDictionary } from './dictionary.server';

/**
 * Handle of a route whose anonymous GETs may be cached. Query parameters not listed in `query` are dropped, so that
 * they can't fill the cache.
 */
type CacheHandle = { cache?: { query: readonly string[] } };

/**
 * URLs that must show every change to the next reader. `changes` counts this process's writes; null if other processes write too.
 * `newsFor` returns the version and cookie of announcements.
 */
type LivePages = {
  paths: ReadonlySet<string>;
  changes: () => number | null;
  newsFor: (cookie: string) => AnnouncementsShown;
};
type AnnouncementsShown = { version: string; cookie: string };

type PageCache = {
  answer: (request: IncomingMessage, response: ServerResponse) => boolean;
  fill: RequestHandler;
};

type CacheableRoutes = ReadonlyMap<string, ReadonlySet<string>>;
type RenderPage = (request: globalThis.Request, context: AppLoadContext) => Promise<Response>;

type InlineStyles = (page: string) => string;

type EncodedCopy = { body: Buffer; etag: string; whole: string[]; unchanged: string[] };
type EncodedCopies = Record<PlainEncoding, EncodedCopy> & { dcz?: EncodedCopy };
type CachedPage = {
  copies: EncodedCopies;
  bytes: number;
  freshUntil: number;
  usableUntil: number;
  changes?: number | null;
};

const MAX_CACHE_BYTES = 32 * 1024 * 1024;
const MAX_CACHED_PAGES = 400;
const MAX_ADDRESS_CHARS = 300;
/** Time for which a live page is cached if nothing is written, milliseconds. Its figures also change with time. */
const LIVE_PAGE_LIFETIME_MS = 1_000;
const RETRY_DELAY_MS = 1_000;

/**
 * Creates the cache of compressed pages that are the same for all visitors. The server requests them itself, without
 * any visitor's cookies or headers, so that no page contains personal data. Responses with `Set-Cookie`, or not
 * `public`, are not cached.
 */
export function createPageCache(
  routes: CacheableRoutes,
  render: RenderPage,
  live: LivePages = NO_LIVE_PAGES,
  styled: InlineStyles = (page) => page,
): PageCache {
  // Evicts the page that was requested longest ago.
  const stored = new LRUCache<string, CachedPage>({
    max: MAX_CACHED_PAGES,
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ bytes }) => Math.max(bytes, 1),
  });
  const underWay = new Map<string, { drawing: Promise<CachedPage | null>; changes?: number | null }>();

  /** Renders a page once for concurrent requests; null if it must not be cached. */
  function page(key: string): Promise<CachedPage | null> {
    const isLive = live.paths.has(pathOf(key));
    const known = underWay.get(key);
    // A rendering that began before the last change may not contain it.
    if (known && (!isLive || isCurrent(known))) return known.drawing;
    const changes = isLive ? live.changes() : undefined;
    const drawing = renderPage(key, render, styled, changes)
      .then((created) => {
        // An outdated rendering must not replace a newer one.
        if (created && isCurrent(created)) stored.set(key, created);
        return created;
      })
      .finally(() => {
        if (underWay.get(key)?.drawing === drawing) underWay.delete(key);
      });
    underWay.set(key, { drawing, changes });
    return drawing;
  }

  function isCurrent({ changes }: { changes?: number | null }): boolean {
    return changes === undefined || (changes !== null && changes === live.changes());
  }

  function refresh(key: string, old: CachedPage): void {
    old.freshUntil = performance.now() + RETRY_DELAY_MS;
    page(key).catch((error) => log().error({ err: error, path: key }, 'a cached page could not be rendered again'));
  }

  return {
    answer: (request, response) => {
      const key = keyOf(request, request.url ?? '', routes, live);
      const found = key === null ? undefined : stored.get(key);
      if (key === null || !found) return false;
      const time = performance.now();
      if (time >= found.usableUntil || !isCurrent(found)) return false;
      if (time >= found.freshUntil) refresh(key, found);
      const copy = chooseCopy(found.copies, request);
      const same = request.headers['if-none-match']?.includes(copy.etag);
      if (same) response.writeHead(304, copy.unchanged).end();
      else response.writeHead(200, copy.whole).end(request.method === 'HEAD' ? undefined : copy.body);
      return true;
    },
    fill: (request, response, next) => {
      const key = keyOf(request, request.originalUrl, routes, live);
      if (key === null) return next();
      page(key).then((created) => {
        if (!created) return next();
        const { body, whole } = chooseCopy(created.copies, request);
        for (let at = 0; at < whole.length; at += 2) response.setHeader(whole[at] ?? '', whole[at + 1] ?? '');
        response.end(request.method === 'HEAD' ? undefined : body);
      }, next);
    },
  };
}

const NO_LIVE_PAGES: LivePages = { paths: new Set(), changes: () => 0, newsFor: () => ({ version: '', cookie: '' }) };

const chooseCopy = (copies: EncodedCopies, { headers }: IncomingMessage): EncodedCopy =>
  copies[choosePageEncoding(headers['accept-encoding'], copies.dcz && headers['available-dictionary'])] ?? copies.br;

export function cacheableRoutes(build: ServerBuild): CacheableRoutes {
  const found = new Map<string, ReadonlySet<string>>();
  for (const { path, index, parentId, module } of Object.values(build.routes)) {
    const { cache } = (module.handle ?? {}) as CacheHandle;
    const isOne = !/[*]|:(?!(?:id|symbol)\b)/.test(path ?? '');
    if ((parentId !== 'routes/public/layout' && !cache) || !(path || index) || !isOne) continue;
    found.set(`/${path ?? ''}`, new Set(cache?.query));
  }
  return found;
}

const ID_SEGMENT = /\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\/|$)/;

const SYMBOL_SEGMENT = /\/[A-Z0-9]{1,12}$/;

const pathOf = (key: string): string => (key.split(' ')[1] ?? '/').replace(/\?.*/, '');

/** Returns the cache key of an anonymous page; null if the request is not for a cached page. */
function keyOf(
  { method, headers }: IncomingMessage,
  url: string,
  routes: CacheableRoutes,
  { newsFor, paths }: LivePages,
): string | null {
  if (method !== 'GET' && method !== 'HEAD') return null;
  // Requests with an origin are answered individually; requests without a host are refused.
  if (headers.origin !== undefined || headers.host === undefined) return null;
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const names =
    routes.get(path) ??
    routes.get(path.replace(ID_SEGMENT, '/:id')) ??
    routes.get(path.replace(SYMBOL_SEGMENT, '/:symbol'));
  if (!names) return null;
  const theme = headers.cookie ? (/(?:^|; )theme=(dark|light)(?:;|$)/.exec(headers.cookie)?.[1] ?? '') : '';
  const isPage = !paths.has(path);
  const signedIn = isPage && headers.cookie && hasPersonCookie(headers.cookie) ? '+' : '';
  const variant = theme + signedIn + (isPage && isSavingData(headers['save-data']) ? '-' : '');
  const { version, cookie } = newsFor(headers.cookie ?? '');
  const shown = version && ` ${version} ${cookie}`;
  if (mark < 0 || names.size === 0) return `${variant} ${path}${shown}`;
  const query = [...new URLSearchParams(url.slice(mark + 1))]
    .filter(([name]) => names.has(name))
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const address = query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path;
  return address.length > MAX_ADDRESS_CHARS ? null : `${variant} ${address}${shown}`;
}

/** Returns whether a page is probably a visitor's first page, on a new connection. */
const isLikelyFirstPage = (variant: string, address: string): boolean => address === '/' && !variant.includes('+');

async function renderPage(
  key: string,
  render: RenderPage,
  styled: InlineStyles,
  changes?: number | null,
): Promise<CachedPage | null> {
  const [variant = '', address = '/', , putAway] = key.split(' ');
  const theme = variant.replace(/[+-]/g, '');
  const cookies = [theme && `theme=${theme}`, variant.includes('+') && SIGNED_IN_COOKIE_HEADER, putAway].filter(
    Boolean,
  );
  const request = new Request(new URL(address, getPublicOrigin()), {
    headers: {
      ...(cookies.length > 0 && { Cookie: cookies.join('; ') }),
      ...(variant.includes('-') && { 'Save-Data': 'on' }),
    },
  });
  let frames: readonly string[] = [];
  const allowFrames = (origins: readonly string[]) => {
    frames = origins;
  };
  const response = await render(request, { requestId: newId(), address: '', nonce: '', allowFrames });
  const control = response.headers.get('Cache-Control') ?? '';
  const isLive = changes !== undefined;
  const fresh = isLive ? LIVE_PAGE_LIFETIME_MS : Number(/\bmax-age=(\d+)/.exec(control)?.[1] ?? 0) * 1_000;
  const stale = Number(/\bstale-while-revalidate=(\d+)/.exec(control)?.[1] ?? 0) * 1_000;
  const storable =
    response.status === 200 && /\bpublic\b/.test(control) && fresh > 0 && !response.headers.has('Set-Cookie');
  const answered = Buffer.from(await response.arrayBuffer());
  if (!storable) return null;
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html');
  const page = isPage ? stripMarkers(answered.toString()) : null;
  const body = page === null ? answered : Buffer.from(isLikelyFirstPage(variant, address) ? styled(page) : page);
  const headers = new Headers(securityHeaders(isPage ? contentPolicy("'self'", frames) : DATA_POLICY));
  for (const [name, value] of response.headers) headers.set(name, value);
  // These headers belong to one response and are set again for each.
  for (const name of ['Content-Length', 'Vary']) headers.delete(name);
  const effort = isLive || address.includes('?') ? THOROUGH_LEVELS : BEST_LEVELS;
  const copies = await encodeCopies(body, Object.fromEntries(headers), effort, isPage === true);
  const time = performance.now();
  return {
    copies,
    bytes: Object.values(copies).reduce((sum, copy) => sum + copy.body.length, 0),
    freshUntil: time + fresh,
    usableUntil: time + fresh + stale,
    changes,
  };
}

/** Removes React's marker comments, since cached pages do not hydrate. */
const stripMarkers = (page: string): string => page.replaceAll(/<!--(?: |\/?\$)-->/g, '');

async function encodeCopies(
  body: Buffer,
  headers: Record<string, string>,
  effort: typeof THOROUGH_LEVELS,
  isPage: boolean,
): Promise<EncodedCopies> {
  const [br, gz, dcz] = await Promise.all([
    encodeBody(body, 'br', effort),
    encodeBody(body, 'gzip', effort),
    isPage && hasDictionary() ? encodeBody(body, 'dcz', effort) : undefined,
  ]);
  const { link, ...rendered } = headers;
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const copy = (bytes: Buffer, encoding: Encoding): EncodedCopy => {
    const etag = `"${hash}-${encoding}"`;
    const lasting = {
      ...rendered,
      ETag: etag,
      Vary: [isPage ? pageVaryHeader() : 'Accept-Encoding', 'Cookie', rendered.vary].filter(Boolean).join(', '),
      // Clients that have the dictionary do not need the link to it.
      ...(link && encoding !== 'dcz' && { Link: link }),
    };
    const content = { 'Content-Length': String(bytes.length) };
    const encoded = encoding === 'identity' ? {} : { 'Content-Encoding': encoding };
    return {
      body: bytes,
      etag,
      whole: Object.entries({ ...lasting, ...encoded, ...content }).flat(),
      unchanged: Object.entries(lasting).flat(),
    };
  };
  return {
    br: copy(br, 'br'),
    gzip: copy(gz, 'gzip'),
    identity: copy(body, 'identity'),
    ...(dcz && { dcz: copy(dcz, 'dcz') }),
  };
}

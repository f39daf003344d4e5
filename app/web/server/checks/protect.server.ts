import { randomBytes } from 'node:crypto';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { env } from '~/platform/env';
import { newId } from '~/platform/ids';
import { getPublicOrigin, isHttps } from '~/platform/installation/site';
import { log } from '~/platform/log/index.server';
import { MAX_UPLOAD_BODY_BYTES } from '~/uploads/acceptedFiles';
import { isCall, sendRefusal } from './refusal.server';

const SAFE_METHODS = new Set(['GET', 'HEAD']);
const ALLOWED_METHODS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

/** Largest body in bytes. A form's file that is too large is read completely but not stored, so that the form can refuse it. */
export const MAX_BODY_BYTES = {
  json: 16 * 1024,
  form: 64 * 1024,
  call: MAX_UPLOAD_BODY_BYTES,
  upload: 64 * 1024 * 1024,
};

export const MAX_URL_CHARS = { path: 1_024, all: 8_192 };

/** Returns a page's Content Security Policy. `scripts` lists allowed scripts (`'self'`, a nonce), `frames` allowed origins of frames. */
export const contentPolicy = (scripts: string, frames: readonly string[] = []): string =>
  [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${import.meta.env.DEV ? ' ws:' : ''}`,
    ...(frames.length ? [`frame-src ${frames.join(' ')}`] : []),
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * Addresses of build files and router data. They are no documents, and the security headers of documents would add a third to their size.
 */
const NON_DOCUMENT_PATH =
  /^\/(assets\/|(apple-touch-icon|favicon|icon-\d+|manifest|og|picture-[\w-]+)\.(avif|png|svg|webmanifest)$)|\.data$/;

const DOCUMENT_HEADERS = {
  'X-Frame-Options': 'DENY',
  // `no-referrer` would make forms without JavaScript send `Origin: null`.
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), payment=(), geolocation=(self)',
};

export const securityHeaders = (policy: string): Record<string, string> => ({
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  ...(policy === DATA_POLICY ? {} : { ...DOCUMENT_HEADERS, 'Cross-Origin-Opener-Policy': 'same-origin' }),
  'Content-Security-Policy': policy,
  ...(isHttps() ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  ...(env().MODE === 'paper' ? { 'X-Mode': 'paper' } : {}),
});

export const nonceSources = (nonce: string): string => `'self' 'nonce-${nonce}'`;

/** Answers errors that nothing else handled: logs them, and omits the details. */
export const answerUnexpectedError: ErrorRequestHandler = (error, request, response, next) => {
  // The response has started, so the connection is closed for the client to detect an incomplete page.
  if (response.headersSent) return next(error);
  const status = Number((error as { status?: number }).status) || 500;
  if (status >= 500) log().error({ requestId: response.locals.requestId, err: error }, 'request failed');
  sendRefusal(request, response, status);
};

export const setSecurityHeaders: RequestHandler = (request, response, next) => {
  const nonce = randomBytes(16).toString('base64');
  response.locals.requestId = newId();
  response.locals.nonce = nonce;
  response.setHeader('X-Request-Id', response.locals.requestId);
  const shielding = securityHeaders(
    NON_DOCUMENT_PATH.test(request.path) ? DATA_POLICY : contentPolicy(nonceSources(nonce)),
  );
  for (const name of Object.keys(shielding)) response.setHeader(name, shielding[name] ?? '');
  const writeHead = response.writeHead;
  response.writeHead = (...args: unknown[]) => {
    if (response.hasHeader('Location')) stripDocumentHeaders(response);
    return Reflect.apply(writeHead, response, args);
  };
  const started = performance.now();
  response.on('finish', () => {
    log().info(
      {
        requestId: response.locals.requestId,
        method: request.method,
        // Omits the query, which may contain a token.
        path: maskSecrets(request.path),
        status: response.statusCode,
        // Status in the body of a call's refusal.
        outcome: response.locals.outcome,
        ms: Math.round(performance.now() - started),
      },
      'request',
    );
  });
  next();
};

/**
 * Removes the headers of documents from a redirect, since a redirect is never displayed. The opener policy stays,
 * because it applies to redirects too.
 */
function stripDocumentHeaders(response: Response): void {
  for (const name of Object.keys(DOCUMENT_HEADERS)) response.removeHeader(name);
  response.setHeader('Content-Security-Policy', DATA_POLICY);
}

/** Masks secrets in paths, such as those of verification links and the user's address in reset links. */
const maskSecrets = (path: string) => {
  const known = path.slice(0, MAX_URL_CHARS.path);
  return (isDecodable(known) ? decodeURIComponent(known) : known)
    .replace(/\/(verify|resetpassword)\/.*/i, '/$1/…')
    .split('/')
    .map((part) => (/@|%40/.test(part) ? '…' : part))
    .join('/');
};

export const requireWellFormed: RequestHandler = (request, response, next) => {
  if (!ALLOWED_METHODS.has(request.method)) {
    response.set('Allow', [...ALLOWED_METHODS].join(', '));
    sendRefusal(request, response, 405);
    return;
  }
  // Some patterns in the libraries take quadratic time in the length of a path.
  if (request.originalUrl.length > MAX_URL_CHARS.all || request.path.length > MAX_URL_CHARS.path) {
    sendRefusal(request, response, 414, 'The address is too long.');
    return;
  }
  // Remix still answers an older kind of data request, which the product's pages never send, and treats some loaders'
  // values as responses.
  const query = request.originalUrl.indexOf('?');
  if (query >= 0 && new URLSearchParams(request.originalUrl.slice(query)).has('_data')) {
    response.status(404).type('text').send('Not found');
    return;
  }
  if (
    !hasOwnHost(request) ||
    !isSingleHeader(request, 'content-type') ||
    !isDecodable(request.path) ||
    ENCODED_NUL.test(request.originalUrl)
  ) {
    sendRefusal(request, response, 400);
    return;
  }
  next();
};

/** Returns whether a header occurs at most once, since programs differ in which of two they use. */
const isSingleHeader = ({ rawHeaders }: Request, name: string): boolean =>
  rawHeaders.filter((input, at) => at % 2 === 0 && input.toLowerCase() === name).length <= 1;

/**
 * Returns whether target and hosts form a valid URL of this product. The router would read a port from any client's `X-Forwarded-Host`.
 */
function hasOwnHost(request: Request): boolean {
  if (env().TRUSTED_PROXIES === 0) delete request.headers['x-forwarded-host'];
  const forwarded = request.headers['x-forwarded-host'];
  const hosts = [request.headers.host ?? '', ...(forwarded === undefined ? [] : [String(forwarded)])];
  return (
    request.originalUrl.startsWith('/') &&
    isSingleHeader(request, 'host') &&
    hosts.every((host) => /^[a-z0-9.:[\]-]{1,255}$/i.test(host) && URL.canParse(`http://${host}/`))
  );
}

const ENCODED_NUL = /%00/;

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Creates the predicate of requests that may contain files, by the paths of their forms (`:method` matches any
 * segment).
 */
export const createUploadMatcher = (uploads: readonly string[]) => {
  const known = uploads.map((address) => address.split('/'));
  return ({ method, path, headers }: Pick<Request, 'method' | 'path' | 'headers'>): boolean => {
    if (SAFE_METHODS.has(method) || !/^multipart\/form-data\b/i.test(headers['content-type'] ?? '')) return false;
    const input = path
      .toLowerCase()
      .replace(/(\.data)?\/?$/, '')
      .split('/');
    return known.some(
      (parts) => parts.length === input.length && parts.every((part, at) => part.startsWith(':') || part === input[at]),
    );
  };
};

/**
 * Creates the middleware that refuses a body over its limit, by its announced length or, if chunked, as soon as too
 * many bytes have arrived.
 */
export const limitBody =
  (hasFile: (request: Request) => boolean): RequestHandler =>
  (request, response, next) => {
    const { 'content-length': length = 0, 'content-type': type = '', 'transfer-encoding': coding } = request.headers;
    const upload = isCall(request.path) ? MAX_BODY_BYTES.call : MAX_BODY_BYTES.upload;
    const limit = hasFile(request)
      ? upload
      : /^application\/json\b/i.test(type)
        ? MAX_BODY_BYTES.json
        : MAX_BODY_BYTES.form;
    const refuseRest = () => {
      response.set('Connection', 'close');
      sendRefusal(request, response, 413);
    };
    if (Math.max(Number(length), request.readableLength) > limit) return refuseRest();
    if (coding !== undefined) {
      if (coding.toLowerCase() !== 'chunked') {
        return sendRefusal(request, response, 400, 'Send the body as it is, or in chunks.');
      }
      countBody(request, limit, () => {
        if (response.closed) return request.destroy();
        response.once('close', () => request.destroy());
        if (!response.headersSent) refuseRest();
      });
    }
    next();
  };

function countBody(request: Request, limit: number, onOver: () => void): void {
  // Node's parser passes each chunk of a body to this method.
  const push = request.push.bind(request);
  // A body without a file is awaited completely (`createBodyGate`), so reading it must not pause at Node's own buffer limit.
  const isSmall = limit <= MAX_BODY_BYTES.form;
  let bytes = request.readableLength;
  request.push = (piece, encoding) => {
    const isOver = bytes > limit;
    bytes += piece?.length ?? 0;
    if (piece !== null && bytes > limit) {
      if (!isOver) onOver();
      return true;
    }
    return push(piece, encoding) || isSmall;
  };
  if (isSmall) request.socket.resume();
}

/** Refuses unsafe requests from pages of other sites. Skips `/api/`, which reads no cookies. Forms have a token as well. */
export const requireSameSite: RequestHandler = (request, response, next) => {
  if (SAFE_METHODS.has(request.method) || request.path.toLowerCase().startsWith('/api/')) return next();
  const own = env().PUBLIC_URL ? new URL(getPublicOrigin()).origin : `http://${request.headers.host}`;
  const site = request.headers['sec-fetch-site'];
  if (request.headers.origin === own && (site === undefined || site === 'same-origin')) return next();
  sendRefusal(
    request,
    response,
    403,
    'This form did not come from our page. Please open the page itself and try again.',
  );
};

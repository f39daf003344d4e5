import type { Request, Response } from 'express';
import { getOperatorDetails } from '~/platform/installation/operator.server';
import { RISK_WARNING } from '~/platform/installation/risk';
import { pageTitle } from '~/platform/text/productName';
import { describeFault } from '../../faultTexts';

type RefusedRequest = {
  address: string;
  accept: string | undefined;
  requestId?: string;
};

export type CallRefusalWriter = (address: string, http: number, message: string) => unknown;

const plainRefusal: CallRefusalWriter = (_address, _http, message) => ({ status: 'error', message });

/** Builds the answer to a refused request: JSON for calls, a small page for browsers, text for other clients. */
function buildRefusal(
  input: RefusedRequest,
  status: number,
  message = describeFault(status).message,
  ofCall: CallRefusalWriter = plainRefusal,
) {
  const { address } = input;
  if (isCall(address)) {
    const type = isV1Call(address) ? 'application/problem+json' : 'application/json';
    return { type, body: JSON.stringify(ofCall(address, status, message)) };
  }
  if (!input.accept?.includes('text/html')) return { type: 'text/plain; charset=utf-8', body: message };
  return { type: 'text/html; charset=utf-8', body: renderRefusalPage(input, status, message) };
}

/** Setting of the Express application for its `CallRefusalWriter`, since this module must not import the table of calls. */
export const CALL_REFUSAL_SETTING = 'call refusal';

export function sendRefusal(request: Request, response: Response, status: number, message?: string): void {
  const input = { address: request.originalUrl, accept: request.headers.accept, requestId: response.locals.requestId };
  const { type, body } = buildRefusal(input, status, message, request.app?.get(CALL_REFUSAL_SETTING));
  response.status(status).set({ 'Content-Type': type, 'Cache-Control': 'no-store' }).send(body);
}

export function respondWithRefusalPage(
  request: globalThis.Request,
  status: number,
  message?: string,
): globalThis.Response {
  const { pathname, search } = new URL(request.url);
  const input = { address: pathname + search, accept: request.headers.get('Accept') ?? undefined };
  const { type, body } = buildRefusal(input, status, message);
  return new Response(body, { status, headers: { 'Content-Type': type, 'Cache-Control': 'no-store' } });
}

export const isCall = (address: string) => address.toLowerCase().startsWith('/api/');

export const isV1Call = (address: string): boolean => address.toLowerCase().startsWith('/api/v1/');

/** Returns a path of this product; never `//another.site` or an invalid address. */
const safeOwnPath = (address: string) => (/^\/(?![/\\])/.test(address) && address.length < 2_000 ? address : '/');

const pathOf = (address: string) => address.replace(/[?#].*/s, '').slice(0, 300);

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function renderBanner(): string {
  const operator = getOperatorDetails();
  if (!operator) return '<strong>Paper mode:</strong> simulated money, prices and traders.';
  const { name, licence, regulator, jurisdiction } = operator;
  const identity = `${name}, licence ${licence}, regulated by ${regulator}, ${jurisdiction}.`;
  return `${escapeHtml(identity)} <strong>${RISK_WARNING}</strong>`;
}

/** Renders a page without the frame, since an early refusal must be cheap and load nothing. */
function renderRefusalPage({ address, requestId }: RefusedRequest, status: number, message: string): string {
  const { title, canRetry: again } = describeFault(status);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${escapeHtml(pageTitle(title))}</title>
<style>
:root { --page: #f5f6f8; --ink: #17202b; --muted: #515c6a; --accent: #2350bd; --warning: #744a00; --soft: #fdf2d6 }
@media (prefers-color-scheme: dark) {
  :root { --page: #0e131a; --ink: #e7ecf2; --muted: #a5b1c0; --accent: #93b4ff; --warning: #f2c76b; --soft: #332707 }
}
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
aside { padding: .25rem .5rem; background: var(--soft); color: var(--warning); border-bottom: 1px solid; text-align: center }
main { max-width: 32rem; margin: 15vh auto 0; padding: 1rem }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25 }
a { display: inline-block; padding: .65rem 1rem .65rem 0; color: var(--accent) }
small { display: block; color: var(--muted); overflow-wrap: anywhere }
</style>
</head>
<body>
<aside aria-label="${getOperatorDetails() ? 'Operator and risk' : 'Paper mode'}">${renderBanner()}</aside>
<main>
<small>Error ${status}</small>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(message)}</p>
<p>${again ? `<a href="${escapeHtml(safeOwnPath(address))}">Open the page again</a>` : ''}<a href="/">Go to the start page</a></p>
<small>Address ${escapeHtml(pathOf(address))}</small>
${requestId ? `<small>Request ${requestId}</small>` : ''}
</main>
</body>
</html>
`;
}

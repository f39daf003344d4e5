import { safePath } from '~/platform/installation/site';
import { redirect } from './responses.server';

/**
 * Redirects (303) to the page of ours that a form was posted from, as far as the browser says which.
 * @param at the id of the part of the page to which it leads; nothing that is no plain word counts
 */
export function redirectBack(request: globalThis.Request, headers: HeadersInit, at = ''): Response {
  const referer = request.headers.get('Referer') ?? '';
  const from = new URL(URL.canParse(referer) ? referer : '/', request.url);
  const part = /^[a-z]+$/.test(at) ? `#${at}` : '';
  return redirect(safePath(from.pathname + from.search) + part, { status: 303, headers });
}

import { toSafePath } from '~/platform/installation/site';
import { redirect } from './responses.server';

/** Redirects (303) to the page from which a form was posted, at the part `hash`. */
export function redirectBack(request: globalThis.Request, headers: HeadersInit, hash = ''): Response {
  const referer = request.headers.get('Referer') ?? '';
  const from = new URL(URL.canParse(referer) ? referer : '/', request.url);
  return redirect(toSafePath(from.pathname + from.search) + hash, { status: 303, headers });
}

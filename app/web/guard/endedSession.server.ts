import { toSafePath } from '~/platform/installation/site';
import { endSession } from '~/signIns/session.server';
import { clearCookie, readCookie, setCookie } from '../cookies/cookies.server';
import { clearPersonCookie, hasPersonCookie } from '../cookies/personCookie.server';
import { redirectWithToast } from '../cookies/toast.server';
import { redirect } from '../responses.server';

const SIGN_IN_PATHS = { session: '/login', admin: '/admin' } as const;
const HOME_PATHS = { session: '/dashboard', admin: '/admin' } as const;

type SessionKind = keyof typeof SIGN_IN_PATHS;

const clearPersonCookieHeaders = (request: globalThis.Request, kind: SessionKind) =>
  kind === 'session' && hasPersonCookie(request.headers.get('Cookie')) ? [clearPersonCookie()] : [];

/** Returns whether a path is a page; files, which are downloads, contain a dot. */
const isPage = (address: string) => address.length <= 1_000 && !/^[^?]*\./.test(address);

/** Returns whether a page sent the request in the background, so that nobody is redirected back to it. */
const isBackgroundRequest = ({ headers }: globalThis.Request) =>
  ['text/event-stream', 'application/json'].includes(headers.get('Accept') ?? '');

/** Redirects to the login, which returns to the page. `input` are headers that store the form's input. */
export async function redirectToSignIn(
  request: globalThis.Request,
  kind: SessionKind,
  secret: string | null,
  input: [string, string][] = [],
): Promise<Response> {
  if (isBackgroundRequest(request))
    return redirect(SIGN_IN_PATHS[kind], { status: 303, headers: clearPersonCookieHeaders(request, kind) });
  const { pathname, search } = new URL(request.url);
  const address = pathname + search;
  const back = isPage(address) ? await setCookie('return', address) : await clearCookie('return');
  const headers: [string, string][] = [['Set-Cookie', back], ...input, ...clearPersonCookieHeaders(request, kind)];
  const isPost = request.method === 'POST';
  if (secret === null && !isPost) return redirect(SIGN_IN_PATHS[kind], { status: 303, headers });
  const nothing = isPost ? ', so nothing was done' : '';
  const toast = { tone: 'warning', text: `Your session has ended${nothing}. Log in to continue.` } as const;
  return await redirectWithToast(SIGN_IN_PATHS[kind], toast, headers);
}

export async function signOut(request: globalThis.Request, kind: SessionKind): Promise<Response> {
  const secret = await readCookie(request, kind);
  if (secret) await endSession(secret);
  const toast = { tone: 'success', text: 'Signed out' } as const;
  const hasInput = kind === 'session' && (await readCookie(request, 'typed')) !== null;
  return await redirectWithToast(SIGN_IN_PATHS[kind], toast, [
    ['Set-Cookie', await clearCookie(kind)],
    ...(hasInput ? [['Set-Cookie', await clearCookie('typed')] as [string, string]] : []),
    // Also clears the investor's data on the device (`ui/deviceStorage`), in case no script did.
    ...(kind === 'session' ? [['Clear-Site-Data', '"storage"'] as [string, string]] : []),
    ...clearPersonCookieHeaders(request, kind),
  ]);
}

/** Returns the target of a new session and its headers. Ends the former session of this browser, whose cookie is replaced. */
export async function completeSignIn(request: globalThis.Request, kind: SessionKind) {
  const earlier = await readCookie(request, kind);
  if (earlier) await endSession(earlier);
  const back = toSafePath(await readCookie(request, 'return'));
  const isOfKind = back !== '/' && /^\/admin(?![^/?])/.test(back) === (kind === 'admin');
  return {
    to: isOfKind ? back : HOME_PATHS[kind],
    forget: ['Set-Cookie', await clearCookie('return')] as [string, string],
  };
}

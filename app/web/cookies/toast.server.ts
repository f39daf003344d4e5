import { redirect } from '../responses.server';
import { clearCookie, readCookie, setCookie } from './cookies.server';

export type ToastMessage = { tone: 'success' | 'warning' | 'danger'; title?: string; text: string };

export async function redirectWithToast(to: string, toast: ToastMessage, headers: HeadersInit = {}): Promise<Response> {
  const all = new Headers(headers);
  all.append('Set-Cookie', await setCookie('toast', JSON.stringify(toast)));
  return redirect(to, { status: 303, headers: all });
}

export async function consumeToast(
  request: globalThis.Request,
): Promise<{ toast: ToastMessage | null; headers: HeadersInit }> {
  const stored = await readCookie(request, 'toast');
  if (!stored) return { toast: null, headers: {} };
  return { toast: JSON.parse(stored) as ToastMessage, headers: { 'Set-Cookie': await clearCookie('toast') } };
}

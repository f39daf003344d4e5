import { write } from '~/platform/db/index.server';
import { type SessionKind, startSession } from '~/signIns/session.server';
import { setCookie } from '~/web/cookies/cookies.server';

/** Returns the load context of a request, in which guards store the signed-in user. */
export const requestContext = (more: object = {}) => ({
  requestId: 'request-1',
  address: '192.0.2.1',
  nonce: 'n',
  allowFrames: () => {},
  ...more,
});

/** Answer of a loader or an action, returned or thrown. */
export type Answer = {
  /** Plain value, or the content of `data(...)`; null for a Response. */
  value: unknown;
  status: number;
  headers: Headers;
  /** Text of a Response. */
  text: string;
};

/**
 * Calls a loader or action, and returns its answer as Remix would: a thrown response is an answer, an error is
 * thrown.
 */
export async function answerOf(
  handler: (args: never) => Promise<unknown>,
  request: Request,
  { params = {}, context = requestContext() }: { params?: Record<string, string>; context?: object } = {},
): Promise<Answer> {
  const answered = await handler({ request, params, context } as never).catch((thrown: unknown) => {
    if (thrown instanceof Error) throw thrown;
    return thrown;
  });
  if (answered instanceof Response) {
    const { status, headers } = answered;
    return { value: null, status, headers, text: await answered.text() };
  }
  const wrapped = answered as { type?: string; data?: unknown; init?: ResponseInit | null } | null;
  if (wrapped?.type !== 'DataWithResponseInit')
    return { value: answered, status: 200, headers: new Headers(), text: '' };
  const { data, init } = wrapped;
  return { value: data, status: init?.status ?? 200, headers: new Headers(init?.headers), text: '' };
}

/** Starts a session of a person, and returns its secret. */
export const secretOf = async (kind: SessionKind, subjectId: string, forAdmin = kind === 'admin'): Promise<string> =>
  (await write((tx) => startSession(tx, { kind, subjectId, forAdmin }))).secret;

/** Returns the header `Cookie` that a browser would send with these cookies. */
export async function cookies(input: Partial<Record<'session' | 'admin' | 'form', string>>): Promise<string> {
  const set = Object.entries(input).map(([name, value]) => setCookie(name as 'session', value));
  return (await Promise.all(set)).map((line) => line.split(';')[0]).join('; ');
}

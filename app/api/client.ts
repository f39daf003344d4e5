import type { z } from 'zod';
import { type Call, getCallAddress, isSuccess, pathFieldNames } from '~/web/guard/call';
import { CALLS, type CallName, type Calls } from './calls';

export type CallInput<N extends CallName> = z.input<Calls[N]['input']>;
export type CallAnswer<N extends CallName> = z.output<Calls[N]['output']>;

export type Failure = { status: number | 'error'; message: string; field?: string; errors?: Record<string, string[]> };

/**
 * Answer of a call. `http` is the HTTP status; `status` is the one in the body (absent for lists), since most refusals
 * are HTTP 200.
 */
export type Answer<N extends CallName> = {
  http: number;
  status: number | 'ok' | 'error' | 'pending' | undefined;
  headers: Headers;
} & ({ ok: true; body: CallAnswer<N> } | { ok: false; body: Failure & Record<string, unknown> });

const MESSAGE_BY_STATUS: Record<number, string> = {
  401: 'Sign in again: the token is missing or no longer valid.',
  403: 'This token has no right to that. Ask an administrator whose role has it.',
  429: 'Too many requests. Try again after the time in Retry-After.',
  503: 'The service is busy. Try again later.',
};

const createFailure = (http: number): Failure => ({
  status: http === 401 ? 'error' : http,
  message: MESSAGE_BY_STATUS[http] ?? 'The request failed. Try again later.',
});

/** Client of the JSON calls, typed by the server's schemas: `await new MirrorbookClient(origin, token).call('getData', {})`. */
export class MirrorbookClient {
  constructor(
    readonly origin: string,
    readonly token?: string,
  ) {}

  with(token: string): MirrorbookClient {
    return new MirrorbookClient(this.origin, token);
  }

  /** Makes one call. Several calls with the same `key` have their effect once. */
  async call<N extends CallName>(name: N, input: CallInput<N>, { key }: { key?: string } = {}): Promise<Answer<N>> {
    const call: Call = CALLS[name];
    const { method } = call;
    const url = new URL(getCallAddress(call, input), this.origin);
    const inPath = pathFieldNames(call);
    const headers = new Headers({ Accept: 'application/json' });
    if (this.token) headers.set('x-access-token', this.token);
    if (key) headers.set('Idempotency-Key', key);
    if (method === 'POST') headers.set('Content-Type', 'application/json');
    else
      for (const [field, value] of Object.entries(input))
        if (!inPath.includes(field)) url.searchParams.set(field, String(value));
    const sent = method === 'POST' ? JSON.stringify(input) : undefined;
    const response = await fetch(url, { method, headers, body: sent });
    const answered = await response.json();
    const { status: http, headers: answers } = response;
    const ok = response.ok && isSuccess(answered.status);
    const body = !ok && Array.isArray(answered) ? createFailure(response.status) : answered;
    return { ok, http, status: body.status, headers: answers, body } as Answer<N>;
  }
}

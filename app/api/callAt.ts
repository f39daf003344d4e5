import { publicOrigin } from '~/platform/installation/site';
import { addressOf, type Call, refusalBody } from '~/web/guard/call';
import type { CallRefusalWriter } from '~/web/server/checks/refusal.server';
import { isV1Call } from '~/web/server/checks/refusal.server';
import { plainPath } from '~/web/server/routes';
import { CALLS } from './calls';
import { problemOfStatus } from './v1/problem';

/** The calls by their path without the fields in it, in lower case: the router ignores case, too. */
const byPath = new Map(
  Object.values<Call>(CALLS).map((call) => [
    addressOf(call)
      .slice('/api/'.length)
      .replace(/\/\{.*$/, '')
      .toLowerCase(),
    call,
  ]),
);

export function callAt(address: string): Call | undefined {
  const [, , ...parts] = plainPath(address.split('?')[0] ?? '').split('/');
  return byPath.get(parts.join('/')) ?? byPath.get(parts[0] ?? '');
}

/** Builds the body of a call that is refused before it is handled: it has the fields that the call's own refusals have. */
export const earlyRefusal: CallRefusalWriter = (address, http, message) => {
  if (isV1Call(address)) return problemOfStatus(publicOrigin(), http, message);
  const call = callAt(address);
  if (!call) return { status: 'error', message };
  return refusalBody(call, { http, status: call.failure === 'error' ? 'error' : http }, { message, sent: {} });
};

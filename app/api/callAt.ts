import { getPublicOrigin } from '~/platform/installation/site';
import { type Call, getCallAddress, refusalBody } from '~/web/guard/call';
import type { CallRefusalWriter } from '~/web/server/checks/refusal.server';
import { isV1Call } from '~/web/server/checks/refusal.server';
import { normalizePath } from '~/web/server/routes';
import { CALLS } from './calls';
import { createProblemOfStatus } from './v1/problem';

/** Calls, keyed by their path before its first field. Keys are in lower case, since the router ignores case too. */
const callsByPath = new Map(
  Object.values<Call>(CALLS).map((call) => [
    getCallAddress(call)
      .slice('/api/'.length)
      .replace(/\/\{.*$/, '')
      .toLowerCase(),
    call,
  ]),
);

export function findCall(address: string): Call | undefined {
  const [, , ...parts] = normalizePath(address.split('?')[0] ?? '').split('/');
  return callsByPath.get(parts.join('/')) ?? callsByPath.get(parts[0] ?? '');
}

/** Builds the body of a call that is refused before its handler runs. It has the same fields as the call's other refusals. */
export const createEarlyRefusal: CallRefusalWriter = (address, http, message) => {
  if (isV1Call(address)) return createProblemOfStatus(getPublicOrigin(), http, message);
  const call = findCall(address);
  if (!call) return { status: 'error', message };
  return refusalBody(call, { http, status: call.failure === 'error' ? 'error' : http }, { message, sent: {} });
};

import { confirmFresh, confirmPerson } from '~/features/twofactor/confirmFresh.server';
import type { Administrator, User } from '~/platform/signIns/session.server';
import { apiRoute, type Handler } from '~/web/guard/api.server';
import type { Call } from '~/web/guard/call';
import type { otp } from './fields';

type Confirmed = Call & { who: 'investor' | 'administrator'; once: string; input: { shape: { otp: typeof otp } } };

/**
 * A call about money that leaves, or somebody else's money or account: whoever has a second factor shows it, as `otp`,
 * every five minutes, before the call's `once` does anything.
 */
export function confirmedCall<const C extends Confirmed>(call: C, handler: Handler<C>) {
  return apiRoute<C>(call, handler, ({ user, administrator, sessionHash, address, input }: Here) => {
    if (administrator) return confirmFresh({ administrator, sessionHash, address }, input.otp);
    return confirmPerson({ subjectId: user?.id ?? '', sessionHash, address }, input.otp);
  });
}

type Here = {
  user?: User;
  administrator?: Administrator;
  sessionHash: string;
  address: string;
  input: { otp?: string };
};

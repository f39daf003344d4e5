import { type PendingSignIn, pendingSignIn } from '~/features/people/twofactor/signInStep.server';
import { readCookie } from '~/web/cookies/cookies.server';

export const findPendingSignIn = async (
  request: globalThis.Request,
  kind: PendingSignIn['kind'],
): Promise<PendingSignIn | null> => pendingSignIn(await readCookie(request, 'second'), kind);

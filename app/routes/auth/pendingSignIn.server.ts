import { type PendingSignIn, pendingSignIn } from '~/features/people/twofactor/signInStep.server';
import { readCookie } from '~/web/cookies/cookies.server';

/** The sign-in that a request's browser is in the middle of: its password was right, and a code is missing. */
export const signInUnderWay = async (
  request: globalThis.Request,
  kind: PendingSignIn['kind'],
): Promise<PendingSignIn | null> => pendingSignIn(await readCookie(request, 'second'), kind);

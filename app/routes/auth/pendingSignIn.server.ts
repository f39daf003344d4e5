import { type PendingSignIn, parsePendingSignIn } from '~/features/people/twofactor/signInStep.server';
import { readCookie } from '~/web/cookies/cookies.server';

export const findPendingSignIn = async (
  request: globalThis.Request,
  kind: PendingSignIn['kind'],
): Promise<PendingSignIn | null> => parsePendingSignIn(await readCookie(request, 'second'), kind);

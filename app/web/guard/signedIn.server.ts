import { oncePerRequest } from '~/platform/process/callContext.server';
import { runInPhase } from '~/platform/process/work';
import { findSessionAdministrator, findSessionInvestor } from '~/signIns/session.server';
import { readCookie } from '../cookies/cookies.server';

export const findInvestor = (request: globalThis.Request) =>
  oncePerRequest('investor', () =>
    runInPhase('guard', async () => {
      const secret = await readCookie(request, 'session');
      return { secret, found: await findSessionInvestor(secret, 'investor') };
    }),
  );

export const findAdmin = (request: globalThis.Request) =>
  oncePerRequest('administrator', () =>
    runInPhase('guard', async () => {
      const secret = await readCookie(request, 'admin');
      return { secret, found: await findSessionAdministrator(secret, 'admin') };
    }),
  );

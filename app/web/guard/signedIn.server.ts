import { oncePerRequest } from '~/platform/process/callContext.server';
import { inPhase } from '~/platform/process/work';
import { administratorOf, investorOf } from '~/signIns/session.server';
import { readCookie } from '../cookies/cookies.server';

/** Finds who is signed in as an investor, once for all loaders of a request. */
export const findInvestor = (request: globalThis.Request) =>
  oncePerRequest('investor', () =>
    inPhase('guard', async () => {
      const secret = await readCookie(request, 'session');
      return { secret, found: await investorOf(secret, 'investor') };
    }),
  );

/** Finds who is signed in as an administrator, once for all loaders of a request. */
export const findAdmin = (request: globalThis.Request) =>
  oncePerRequest('administrator', () =>
    inPhase('guard', async () => {
      const secret = await readCookie(request, 'admin');
      return { secret, found: await administratorOf(secret, 'admin') };
    }),
  );

import type { Request, RequestHandler } from 'express';
import { getNetworkOrigin } from '~/signIns/subscriber';
import { readCookie } from '../../cookies/cookies.server';
import { sendRefusal } from '../checks/refusal.server';
import type { createConcurrencyGate } from './concurrencyGate.server';
import { type Bounds, createFairQueue } from './fairQueue.server';

/** Limits of posts by strangers. These mostly hash passwords, about 30 milliseconds each, so few may run and few may wait. */
const STRANGER_LIMITS: Bounds = { atOnce: 6, ofOne: 4, waiting: { all: 100, ofNetwork: 75, ofOne: 60 } };
/** Limits of posts by signed-in people, and by browsers in which an account has signed in before. */
const KNOWN_PERSON_LIMITS: Bounds = { atOnce: 24, ofOne: 8, waiting: { all: 1_000, ofNetwork: 200, ofOne: 200 } };

const RETRY_AFTER_SECONDS = 5;

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Creates the middleware that starts posts from two queues, for known people and for strangers, so that a flood of
 * sign-ins delays only strangers.
 */
export function createPostGate(
  hasFile: (request: Request) => boolean,
  concurrencyGate: Pick<ReturnType<typeof createConcurrencyGate>, 'leave'>,
): RequestHandler {
  const known = createFairQueue(KNOWN_PERSON_LIMITS);
  const strangers = createFairQueue(STRANGER_LIMITS);
  return async (request, response, next) => {
    if (SAFE_METHODS.has(request.method) || hasFile(request)) return next();
    const who = response.locals.account ?? (await deviceMarkOf(request));
    if (request.destroyed || response.destroyed) return;
    let hasStarted = false;
    let goOn: () => void = next;
    const isTaken = (who ? known : strangers).enqueue(
      who ? { network: who, subscriber: who } : getNetworkOrigin(request.ip),
      (done) => {
        hasStarted = true;
        if (response.destroyed) return done();
        response.once('prefinish', done).once('close', done);
        goOn();
      },
    );
    if (hasStarted) return;
    if (isTaken) {
      goOn = concurrencyGate.leave(request, response, next);
      return;
    }
    response.set('Retry-After', String(RETRY_AFTER_SECONDS));
    const message = `Many people are signing in right now. Nothing was changed. Please try again in ${RETRY_AFTER_SECONDS} seconds.`;
    sendRefusal(request, response, 503, message);
  };
}

async function deviceMarkOf(request: Request): Promise<string | null> {
  const headers = new Headers({ Cookie: request.headers.cookie ?? '' });
  const marks = await readCookie(new globalThis.Request('http://localhost/', { headers }), 'known');
  return marks && `device ${marks.split('.')[0]}`;
}

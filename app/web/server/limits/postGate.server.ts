import type { Request, RequestHandler } from 'express';
import { type Origin, originOf } from '~/signIns/subscriber';
import { readCookie } from '../../cookies/cookies.server';
import { sendRefusal } from '../checks/refusal.server';
import { createLines } from './lines';
import type { createTurnGate } from './turnGate.server';

type Bounds = {
  atOnce: number;
  ofOne: number;
  waiting: number;
  waitingOfNetwork: number;
  waitingOfOne: number;
};

/** Strangers' posts mostly hash passwords, which takes some 30 milliseconds each, so few run and few wait. */
const STRANGERS: Bounds = { atOnce: 6, ofOne: 4, waiting: 100, waitingOfNetwork: 75, waitingOfOne: 60 };
/** Posts of people who are signed in, or in whose browser an account has signed in before. */
const KNOWN: Bounds = { atOnce: 24, ofOne: 8, waiting: 1_000, waitingOfNetwork: 200, waitingOfOne: 200 };

const COME_BACK_SECONDS = 5;

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Starts posts from two lines, known people and strangers, so that a flood of sign-ins delays strangers only. */
export function postGate(
  bringsFile: (request: Request) => boolean,
  turns: Pick<ReturnType<typeof createTurnGate>, 'leave'>,
): RequestHandler {
  const known = createQueue(KNOWN);
  const strangers = createQueue(STRANGERS);
  return async (request, response, next) => {
    if (SAFE.has(request.method) || bringsFile(request)) return next();
    const who = response.locals.account ?? (await deviceMarkOf(request));
    if (request.destroyed || response.destroyed) return;
    let hasBegun = false;
    let goOn: () => void = next;
    const isTaken = (who ? known : strangers).ask(
      who ? { network: who, subscriber: who } : originOf(request.ip),
      (done) => {
        hasBegun = true;
        if (response.destroyed) return done();
        response.once('prefinish', done).once('close', done);
        goOn();
      },
    );
    if (hasBegun) return;
    if (isTaken) {
      goOn = turns.leave(request, response, next);
      return;
    }
    response.set('Retry-After', String(COME_BACK_SECONDS));
    const message = `Many people are signing in right now. Nothing was changed. Please try again in ${COME_BACK_SECONDS} seconds.`;
    sendRefusal(request, response, 503, message);
  };
}

async function deviceMarkOf(request: Request): Promise<string | null> {
  const headers = new Headers({ Cookie: request.headers.cookie ?? '' });
  const marks = await readCookie(new globalThis.Request('http://localhost/', { headers }), 'known');
  return marks && `device ${marks.split('.')[0]}`;
}

type Begin = (done: () => void) => void;

export function createQueue({ atOnce, ofOne, waiting, waitingOfNetwork, waitingOfOne }: Bounds) {
  const lines = createLines<Begin>();
  const running = new Map<string, number>();
  let all = 0;

  const countOf = (subscriber: string) => running.get(subscriber) ?? 0;

  function begin(subscriber: string, work: Begin): void {
    let isDone = false;
    all += 1;
    running.set(subscriber, countOf(subscriber) + 1);
    work(() => {
      if (isDone) return;
      isDone = true;
      all -= 1;
      const left = countOf(subscriber) - 1;
      if (left > 0) running.set(subscriber, left);
      else running.delete(subscriber);
      next();
    });
  }

  function next(): void {
    if (all >= atOnce) return;
    const found = lines.next((subscriber) => countOf(subscriber) < ofOne);
    if (found) begin(found.subscriber, found.one);
  }

  return {
    /** Runs work when a slot is free; it calls its argument at the end. @returns false if the queue is full */
    ask: (origin: Origin, work: Begin): boolean => {
      if (all < atOnce && countOf(origin.subscriber) < ofOne) {
        begin(origin.subscriber, work);
        return true;
      }
      const { ofNetwork, ofSubscriber } = lines.countOf(origin);
      if (lines.size >= waiting || ofNetwork >= waitingOfNetwork || ofSubscriber >= waitingOfOne) return false;
      lines.add(origin, work);
      return true;
    },
  };
}

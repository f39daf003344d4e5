import { performance } from 'node:perf_hooks';
import type { Request, RequestHandler, Response } from 'express';
import { SECOND } from '~/platform/clock';
import { type Origin, originOf } from '~/signIns/subscriber';
import { createLines } from './lines';

/** How many requests are worked on at once before the next ones wait for the turn of their address. */
const AT_ONCE = 8;
/**
 * How many requests of one address may be under way, those that wait for the database included: it has ten connections to read
 * with, and an address must not have them all.
 */
const OF_ONE = 16;
/** How often the event loop is looked at while requests wait in line, milliseconds. */
const LOOK_EVERY = 5;
/** After how much idle time of the loop, in all, places are given on, milliseconds. */
const IDLE = 2.5;
/** The longest that places are kept from those in line where something else, such as a job, keeps the loop busy, milliseconds. */
const HOLD = SECOND;

/**
 * Begins requests in turns of their networks and addresses when more arrive than can be worked on: an address that asks for three
 * hundred pages at once keeps another waiting for some of them and not for all.
 * @param isStream tells the paths of streams, which stay open for hours
 */
export function createTurnGate(isStream: (path: string) => boolean) {
  const turns = createTurns({ atOnce: AT_ONCE, ofOne: OF_ONE, idle: () => performance.eventLoopUtilization().idle });
  const under = new WeakMap<Response, () => void>();

  const enter: RequestHandler = (request, response, next) => {
    if (isStream(request.path)) return next();
    turns.ask(originOf(request.ip), (done) => {
      if (response.destroyed) return done();
      under.set(response, done);
      // The whole answer is drawn, whether or not it is read; or the connection has gone.
      response.once('prefinish', done).once('close', done);
      next();
    });
  };

  return {
    enter,
    /**
     * Gives the turn of a request back while it waits.
     * @returns what goes on with it, in a turn of its own
     */
    leave: (request: Request, response: Response, next: () => void): (() => void) => {
      under.get(response)?.();
      return () => enter(request, response, next);
    },
  };
}

type Begin = (done: () => void) => void;

/**
 * Lets a few pieces of work run at once. The rest waits in line, and the lines take turns. A place is held only while something
 * computes: when the event loop has been idle, the running work only waits (for a body, a hash, the database), so all its
 * places are given to those in line.
 * @param options.atOnce how many may run at once, of all
 * @param options.ofOne how many of one subscriber may be begun and not done, also when their places were given on
 * @param options.idle milliseconds that the event loop has been idle since the process began
 */
export function createTurns({ atOnce, ofOne, idle }: { atOnce: number; ofOne: number; idle: () => number }) {
  const lines = createLines<Begin>();
  const places = new Set<object>();
  const begun = new Map<string, number>();
  let looking: NodeJS.Timeout | null = null;

  const countOf = (subscriber: string) => begun.get(subscriber) ?? 0;

  function begin(subscriber: string, work: Begin): void {
    const place = {};
    let isDone = false;
    places.add(place);
    begun.set(subscriber, countOf(subscriber) + 1);
    work(() => {
      if (isDone) return;
      isDone = true;
      const left = countOf(subscriber) - 1;
      if (left > 0) begun.set(subscriber, left);
      else begun.delete(subscriber);
      places.delete(place);
      // In the next turn of the event loop, so that what has arrived meanwhile is read and stands in its line.
      if (lines.size > 0) setImmediate(next);
    });
  }

  /** Begins the next work, if there is a place; false when there is none, or no work that may begin. */
  function next(): boolean {
    if (places.size >= atOnce) return false;
    const found = lines.next((subscriber) => countOf(subscriber) < ofOne);
    if (!found) return false;
    begin(found.subscriber, found.one);
    return true;
  }

  function wait(origin: Origin, work: Begin): void {
    lines.add(origin, work);
    if (looking) return;
    let since = { idle: idle(), at: performance.now() };
    looking = setInterval(() => {
      if (idle() - since.idle > IDLE || performance.now() - since.at > HOLD) {
        since = { idle: idle(), at: performance.now() };
        places.clear();
        while (next());
      }
      if (lines.size > 0 || !looking) return;
      clearInterval(looking);
      looking = null;
    }, LOOK_EVERY);
  }

  return {
    /** Runs work in its turn: at once while there is a place. Work calls what it is given when it is done. */
    ask(origin: Origin, work: Begin): void {
      const mayBegin = places.size < atOnce && lines.size === 0 && countOf(origin.subscriber) < ofOne;
      if (mayBegin) begin(origin.subscriber, work);
      else wait(origin, work);
    },
  };
}

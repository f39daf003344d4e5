import { performance } from 'node:perf_hooks';
import type { Request, RequestHandler, Response } from 'express';
import { SECOND } from '~/platform/clock';
import { type Origin, originOf } from '~/signIns/subscriber';
import { createLines } from './lines';

const AT_ONCE = 8;
/** Requests of one address under way: it must not have all ten connections to the database. */
const OF_ONE = 16;
/** Interval of checks of the event loop while requests wait, milliseconds. */
const LOOK_EVERY = 5;
/** Idle time of the loop after which places are passed on, milliseconds. */
const IDLE = 2.5;
/** Longest time that places are held where something else keeps the loop busy, milliseconds. */
const HOLD = SECOND;

/** Starts requests in turns of networks and addresses, but for streams, when more arrive than can be processed. */
export function createTurnGate(isStream: (path: string) => boolean) {
  const turns = createTurns({ atOnce: AT_ONCE, ofOne: OF_ONE, idle: () => performance.eventLoopUtilization().idle });
  const under = new WeakMap<Response, () => void>();

  const enter: RequestHandler = (request, response, next) => {
    if (isStream(request.path)) return next();
    turns.ask(originOf(request.ip), (done) => {
      if (response.destroyed) return done();
      under.set(response, done);
      // The response is fully rendered, or the connection is gone.
      response.once('prefinish', done).once('close', done);
      next();
    });
  };

  return {
    enter,
    /** Gives the turn of a request back while it waits. @returns what continues with it, in a turn of its own */
    leave: (request: Request, response: Response, next: () => void): (() => void) => {
      under.get(response)?.();
      return () => enter(request, response, next);
    },
  };
}

type Begin = (done: () => void) => void;

/**
 * Lets `atOnce` works run, `ofOne` per subscriber; lines take turns for the rest. Once the event loop was idle, the running work
 * only waits, so its places are passed on.
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
      // Deferred to the next turn of the event loop, so that requests that arrived meanwhile are queued.
      if (lines.size > 0) setImmediate(next);
    });
  }

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
    ask(origin: Origin, work: Begin): void {
      const mayBegin = places.size < atOnce && lines.size === 0 && countOf(origin.subscriber) < ofOne;
      if (mayBegin) begin(origin.subscriber, work);
      else wait(origin, work);
    },
  };
}

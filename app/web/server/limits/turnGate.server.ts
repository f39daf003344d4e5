import { performance } from 'node:perf_hooks';
import type { Request, RequestHandler, Response } from 'express';
import { originOf } from '~/signIns/subscriber';
import { createTurns } from './turns.server';

const MAX_CONCURRENT = 8;
/** Requests of one address under way: it must not have all ten connections to the database. */
const OF_ONE = 16;

/** Starts works one in each turn of the event loop, so that requests that arrive together do not block it for their sum. */
function createStarter() {
  const waiting: (() => void)[] = [];
  const startFirst = () => {
    const first = waiting.shift();
    if (waiting.length > 0) setImmediate(startFirst);
    first?.();
  };
  return (work: () => void): void => {
    if (waiting.push(work) === 1) setImmediate(startFirst);
  };
}

/** Starts requests in turns of networks and addresses, but for streams, when more arrive than can be processed. */
export function createTurnGate(isStream: (path: string) => boolean) {
  const turns = createTurns({
    atOnce: MAX_CONCURRENT,
    ofOne: OF_ONE,
    idle: () => performance.eventLoopUtilization().idle,
  });
  const start = createStarter();
  const under = new WeakMap<Response, () => void>();

  const enter: RequestHandler = (request, response, next) => {
    if (isStream(request.path)) return next();
    turns.ask(originOf(request.ip), (done) => {
      if (response.destroyed) return done();
      under.set(response, done);
      // The response is fully rendered, or the connection is gone.
      response.once('prefinish', done).once('close', done);
      start(() => response.destroyed || next());
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

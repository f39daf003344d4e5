import { performance } from 'node:perf_hooks';
import type { Request, RequestHandler, Response } from 'express';
import { getNetworkOrigin } from '~/signIns/subscriber';
import { createFairQueue } from './fairQueue.server';

const MAX_CONCURRENT = 8;
/** Largest number of running requests per address, so that one address does not use all ten database connections. */
const MAX_CONCURRENT_PER_ADDRESS = 16;

/** Returns a starter of one task per turn of the event loop, so that requests that arrive together do not block it for their sum. */
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

/**
 * Creates the gate that starts requests fairly by network and address if more arrive than can be processed. Streams are
 * exempt.
 */
export function createConcurrencyGate(isStream: (path: string) => boolean) {
  const queue = createFairQueue({
    atOnce: MAX_CONCURRENT,
    ofOne: MAX_CONCURRENT_PER_ADDRESS,
    idle: () => performance.eventLoopUtilization().idle,
  });
  const start = createStarter();
  const under = new WeakMap<Response, () => void>();

  const enter: RequestHandler = (request, response, next) => {
    if (isStream(request.path)) return next();
    queue.enqueue(getNetworkOrigin(request.ip), (done) => {
      if (response.destroyed) return done();
      under.set(response, done);
      // The response was rendered completely, or the connection was closed.
      response.once('prefinish', done).once('close', done);
      start(() => response.destroyed || next());
    });
  };

  return {
    enter,
    /** Releases the turn of a request while it waits. @returns the function that continues in a new turn */
    leave: (request: Request, response: Response, next: () => void): (() => void) => {
      under.get(response)?.();
      return () => enter(request, response, next);
    },
  };
}

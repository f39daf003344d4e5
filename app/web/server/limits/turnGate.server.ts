import type { RequestHandler } from 'express';
import { SECOND } from '~/platform/clock';
import { subscriberOf } from '~/signIns/subscriber';
import { createTurns } from './turns';

/** How many requests are worked on at once before the next ones wait for their address's turn. */
const AT_ONCE = 8;
/** How long one that is not answered keeps its place, milliseconds: a file may arrive for minutes, and costs nothing meanwhile. */
const HOLD = SECOND;

/**
 * Begins what addresses ask for in turns, when more is asked than can be worked on at once: an address that asks for three hundred
 * pages in one moment, and may read none, keeps another waiting for some of them and not for all.
 * @param isStream tells the paths of streams, which stay open for hours
 */
export function turnGate(isStream: (path: string) => boolean): RequestHandler {
  const turns = createTurns(AT_ONCE);
  return (request, response, next) => {
    if (isStream(request.path)) return next();
    turns.ask(subscriberOf(request.ip ?? 'unknown'), (done) => {
      if (response.destroyed) return done();
      const patience = setTimeout(done, HOLD).unref();
      const end = () => {
        clearTimeout(patience);
        done();
      };
      // All of it has been drawn, whether or not it is read; or the connection has gone.
      response.once('prefinish', end).once('close', end);
      next();
    });
  };
}

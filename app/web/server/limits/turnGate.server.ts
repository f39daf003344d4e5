import { performance } from 'node:perf_hooks';
import type { RequestHandler } from 'express';
import { SECOND } from '~/platform/clock';
import { subscriberOf } from '~/signIns/subscriber';

/** How many requests are worked on at once before the next ones wait for the turn of their address. */
const AT_ONCE = 8;
/** How often the event loop is looked at while requests wait in line, milliseconds. */
const LOOK_EVERY = 5;
/** After how much idle time of the loop, in all, places are given on, milliseconds. */
const IDLE = 2.5;
/** The longest that places are kept from those in line where something else, such as a job, keeps the loop busy, milliseconds. */
const HOLD = SECOND;

/**
 * Begins requests in turns of their addresses when more arrive than can be worked on: an address that asks for three hundred
 * pages at once keeps another waiting for some of them and not for all.
 * @param isStream tells the paths of streams, which stay open for hours
 */
export function turnGate(isStream: (path: string) => boolean): RequestHandler {
  const turns = createTurns(AT_ONCE, () => performance.eventLoopUtilization().idle);
  return (request, response, next) => {
    if (isStream(request.path)) return next();
    turns.ask(subscriberOf(request.ip ?? 'unknown'), (done) => {
      if (response.destroyed) return done();
      // The whole answer is drawn, whether or not it is read; or the connection has gone.
      response.once('prefinish', done).once('close', done);
      next();
    });
  };
}

type Begin = (done: () => void) => void;

/**
 * Lets a few pieces of work run at once. The rest waits in a line for each holder (an address), and the lines take turns. A
 * place is held only while something computes: when the event loop has been idle, the running work only waits (for a body, a hash,
 * the database), so all its places are given to those in line.
 * @param atOnce how many may run at once, of all holders
 * @param idle milliseconds that the event loop has been idle since the process began
 */
export function createTurns(atOnce: number, idle: () => number) {
  // A map keeps the order of its keys: the first line is the next one, and goes to the end once it was served.
  const lines = new Map<string, Begin[]>();
  const places = new Set<object>();
  let looking: NodeJS.Timeout | null = null;

  function begin(work: Begin): void {
    const place = {};
    places.add(place);
    work(() => {
      // In the next turn of the event loop, so that what has arrived meanwhile is read and stands in its line.
      if (places.delete(place)) setImmediate(next);
    });
  }

  /** Begins the next work of the first line, if there is a place; false when there is none, or no line. */
  function next(): boolean {
    const [first] = lines;
    if (!first || places.size >= atOnce) return false;
    const [holder, line] = first;
    const work = line.shift();
    lines.delete(holder);
    if (line.length > 0) lines.set(holder, line);
    if (work) begin(work);
    return true;
  }

  function wait(holder: string, work: Begin): void {
    const line = lines.get(holder);
    if (line) line.push(work);
    else lines.set(holder, [work]);
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
    /** Runs work in the turn of its holder: at once while there is a place. Work calls what it is given when it is done. */
    ask(holder: string, work: Begin): void {
      if (places.size < atOnce && lines.size === 0) begin(work);
      else wait(holder, work);
    },
  };
}

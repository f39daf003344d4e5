import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '~/platform/clock';

type Limits = {
  /** How long a client may stand still, milliseconds: before its headers are whole, and while it reads nothing of an answer. */
  patience: number;
  /** How many connections there may be at once. */
  most: number;
};

type Answers = {
  /** Answers at once, from memory; false when it can't. */
  quick: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Answers all else. */
  slow: (request: IncomingMessage, response: ServerResponse) => void;
};

/** How long requests that are under way may take to finish when the server is asked to end, milliseconds. */
const DRAIN = 10 * SECOND;
/** How long one of several requests that a connection sent at once keeps those of other such connections waiting at most, milliseconds. */
const HOLD = SECOND;
/** How soon after its last answer a connection is then closed, milliseconds. */
const TIDY_EVERY = 100;

/**
 * An HTTP server that waits for no client for ever, and that ends without dropping requests it has taken.
 *
 * Node looks after headers and bodies that don't come. A reader who does not read is its own matter: Node would keep
 * the rest of the answer for as long as they like.
 */
export function createPatientServer({ patience, most }: Limits, { quick, slow }: Answers) {
  const sockets = new Set<Socket>();
  const unanswered = new Set<ServerResponse>();
  let ending = false;

  const limits = {
    headersTimeout: patience,
    // A large file over a poor line takes minutes.
    requestTimeout: 10 * patience,
    keepAliveTimeout: Math.min(5 * SECOND, patience),
    connectionsCheckingInterval: Math.ceil(patience / 3),
    // What looks after servers may leave it out; for all else the checks of a request ask for it.
    requireHostHeader: false,
  };
  function answer(request: IncomingMessage, response: ServerResponse): void {
    if (ending) response.shouldKeepAlive = false;
    if (quick(request, response)) return;
    unanswered.add(response);
    response.once('close', () => unanswered.delete(response));
    slow(request, response);
  }

  const followUps = oneInTurn();
  /** The last answer that each connection has asked for. */
  const last = new WeakMap<Socket, ServerResponse>();
  const server = createServer(limits, (request, response) => {
    const { socket } = request;
    const before = last.get(socket);
    last.set(socket, response);
    if (!before || before.closed) return answer(request, response);
    // Asked for together with others (pipelined): only as fast as they are taken, and behind what all others ask for.
    before.once('close', () => {
      if (!socket.destroyed) followUps.add({ request, response, answer });
    });
  });
  server.maxConnections = most;
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  /** What each reader who was behind had taken at the last look, bytes. */
  let taken = new WeakMap<Socket, number>();
  const looking = setInterval(() => {
    const now = new WeakMap<Socket, number>();
    for (const socket of sockets) {
      if (socket.writableLength === 0) continue;
      const sofar = socket.bytesWritten - socket.writableLength;
      if (taken.get(socket) === sofar) socket.destroy();
      else now.set(socket, sofar);
    }
    taken = now;
  }, patience);
  looking.unref();

  /**
   * Ends it: from now on each answer says that its connection closes; after a while no connection is accepted any more, and what is
   * under way may finish.
   * @param delay how long the others have to notice, milliseconds
   * @param endStreams ends the answers that would go on for ever, once their readers can't reconnect here
   */
  async function drain(delay: number, endStreams: () => void): Promise<void> {
    ending = true;
    for (const response of unanswered) if (!response.headersSent) response.shouldKeepAlive = false;
    if (delay > 0) await sleep(delay);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    endStreams();
    const tidying = setInterval(() => {
      server.closeIdleConnections();
      // Browsers open some in advance, which Node takes for busy.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, TIDY_EVERY);
    const hurry = setTimeout(() => server.closeAllConnections(), DRAIN);
    await closed;
    clearTimeout(hurry);
    clearInterval(tidying);
    clearInterval(looking);
  }

  return { server, drain, connections: () => sockets.size };
}

type FollowUp = {
  request: IncomingMessage;
  response: ServerResponse;
  answer: (request: IncomingMessage, response: ServerResponse) => void;
};

/**
 * Begins one follow-up at a time, of all connections, in a turn of its own: hundreds of connections that each ask for a hundred
 * pages, and may read none, keep a single request waiting for one of them and not for all.
 */
function oneInTurn() {
  const waiting: FollowUp[] = [];
  let isBusy = false;

  function next(): void {
    const followUp = waiting.shift();
    isBusy = followUp !== undefined;
    if (!followUp) return;
    const { request, response, answer } = followUp;
    if (request.socket.destroyed) return void setImmediate(next);
    let isDone = false;
    const done = () => {
      if (isDone) return;
      isDone = true;
      clearTimeout(patience);
      setImmediate(next);
    };
    // A stream goes on for hours.
    const patience = setTimeout(done, HOLD).unref();
    // Its end has been written, whether or not it is read; or the connection has gone.
    response.once('prefinish', done).once('close', done);
    answer(request, response);
  }

  return {
    add: (followUp: FollowUp): void => {
      waiting.push(followUp);
      if (isBusy) return;
      isBusy = true;
      setImmediate(next);
    },
  };
}

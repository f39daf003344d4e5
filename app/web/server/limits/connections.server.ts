import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '~/platform/clock';

type Limits = {
  /** Longest idle time of a client that is sending headers or not reading the response, milliseconds. */
  idleTimeoutMs: number;
  max: number;
};

type RequestListeners = {
  quick: (request: IncomingMessage, response: ServerResponse) => boolean;
  slow: (request: IncomingMessage, response: ServerResponse) => void;
};

const DRAIN_TIMEOUT_MS = 10 * SECOND;
/** Longest time that one pipelined request delays those of other connections, in milliseconds. */
const MAX_PIPELINE_DELAY_MS = SECOND;
const CLOSE_IDLE_INTERVAL_MS = 100;

/** Creates an HTTP server with time limits for slow clients, including slow readers. It stops without dropping requests. */
export function createPatientServer({ idleTimeoutMs, max }: Limits, { quick, slow }: RequestListeners) {
  const sockets = new Set<Socket>();
  const unanswered = new Set<ServerResponse>();
  let ending = false;

  const limits = {
    headersTimeout: idleTimeoutMs,
    // A large file over a slow connection takes minutes.
    requestTimeout: 10 * idleTimeoutMs,
    keepAliveTimeout: Math.min(5 * SECOND, idleTimeoutMs),
    connectionsCheckingInterval: Math.ceil(idleTimeoutMs / 3),
    // Health checks may omit it. The checks of a request require it for all others.
    requireHostHeader: false,
  };
  function answer(request: IncomingMessage, response: ServerResponse): void {
    if (ending) response.shouldKeepAlive = false;
    if (quick(request, response)) return;
    unanswered.add(response);
    response.once('close', () => unanswered.delete(response));
    slow(request, response);
  }

  const followUps = createPipelineQueue();
  const last = new WeakMap<Socket, ServerResponse>();
  const server = createServer(limits, (request, response) => {
    const { socket } = request;
    const before = last.get(socket);
    last.set(socket, response);
    if (!before || before.closed) return answer(request, response);
    // Pipelined requests are answered only as fast as the client reads the answers, alternating with other connections.
    before.once('close', () => {
      if (!socket.destroyed) followUps.add({ request, response, answer });
    });
  });
  server.maxConnections = max;
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  /** Bytes that each slow reader had read at the last check. */
  let taken = new WeakMap<Socket, number>();
  const pollTimer = setInterval(() => {
    const now = new WeakMap<Socket, number>();
    for (const socket of sockets) {
      if (socket.writableLength === 0) continue;
      const sofar = socket.bytesWritten - socket.writableLength;
      if (taken.get(socket) === sofar) socket.destroy();
      else now.set(socket, sofar);
    }
    taken = now;
  }, idleTimeoutMs);
  pollTimer.unref();

  /** Closes connections after their responses, refuses new ones after `delay` milliseconds, and waits for running requests. */
  async function drain(delay: number, endStreams: () => void): Promise<void> {
    ending = true;
    for (const response of unanswered) if (!response.headersSent) response.shouldKeepAlive = false;
    if (delay > 0) await sleep(delay);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    endStreams();
    const tidying = setInterval(() => {
      server.closeIdleConnections();
      // Browsers open some connections in advance, which Node counts as busy.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, CLOSE_IDLE_INTERVAL_MS);
    const hurry = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
    await closed;
    clearTimeout(hurry);
    clearInterval(tidying);
    clearInterval(pollTimer);
  }

  return { server, drain, connections: () => sockets.size };
}

type PipelinedRequest = {
  request: IncomingMessage;
  response: ServerResponse;
  answer: (request: IncomingMessage, response: ServerResponse) => void;
};

/**
 * Creates the queue that starts one pipelined request at a time across all connections, so that pipelining does not
 * delay others.
 */
function createPipelineQueue() {
  const waiting: PipelinedRequest[] = [];
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
    // A stream would otherwise hold its turn for hours.
    const patience = setTimeout(done, MAX_PIPELINE_DELAY_MS).unref();
    // The response was written completely, whether or not it is read, or the connection was closed.
    response.once('prefinish', done).once('close', done);
    answer(request, response);
  }

  return {
    add: (followUp: PipelinedRequest): void => {
      waiting.push(followUp);
      if (isBusy) return;
      isBusy = true;
      setImmediate(next);
    },
  };
}

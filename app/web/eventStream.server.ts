import type { OpenStream, StreamConnection } from '~/platform/streams.server';

/** Headers of server-sent events. `no-transform` prevents compression, which would buffer them. */
const EVENT_STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
  // The connection serves nothing else, so that a stopping server need not wait for it to become idle.
  Connection: 'close',
};

type StreamRequest = {
  request: Request;
  mayStayOpen: boolean;
  onClose: (listener: () => void) => void;
  connection?: StreamConnection;
};

/** Answers with server-sent events until the reader disconnects: 406 if a complete answer is required, 503 if `open` returns none. */
export function respondWithEventStream(
  { request, mayStayOpen, onClose, connection }: StreamRequest,
  open: () => OpenStream | null,
): Response {
  if (!mayStayOpen) return new Response('This address tells events, and no data.', { status: 406 });
  if (request.method === 'HEAD') return new Response(null, { headers: EVENT_STREAM_HEADERS });
  const stream = open();
  if (!stream) return new Response('Too many read this now.', { status: 503 });
  onClose(() => stream.end());
  if (connection) stream.over(connection);
  return new Response(stream.body, { headers: EVENT_STREAM_HEADERS });
}

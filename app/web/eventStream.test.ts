import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { countStreams, openStream, type SendEvent } from '~/platform/streams.server';
import { respondWithEventStream } from './eventStream.server';

/** Event of a stream, much smaller than the megabytes that the operating system buffers for a client that does not read. */
const PIECE = `data: ${'x'.repeat(32_000)}\n\n`;

/** Number of events that exceeds the buffer of any operating system. */
const FAR_TOO_MANY = 10_000;

test.each([
  ['reads nothing is cut off, and little waits for it', false],
  ['reads stays, however much it is sent', true],
])('a reader of events who %s', async (_, reads) => {
  let send: SendEvent = () => {};
  let maxOpen = 0;
  const server = createServer(async (request, response) => {
    const unread = () => response.writableLength;
    const answer = respondWithEventStream(
      {
        request: new Request('http://mirrorbook.test/', { method: request.method }),
        mayStayOpen: true,
        onClose: (listener) => response.once('close', listener),
        connection: { unread, cutOff: () => response.destroy() },
      },
      () =>
        openStream({
          kind: 'test',
          person: 'one',
          maxOpen: 1,
          begin: (input) => {
            send = input;
            return () => {};
          },
        }),
    );
    response.writeHead(200);
    // Remix writes like this, without checking whether the client keeps up.
    const events = (answer.body as ReadableStream<Uint8Array>).getReader();
    for (let event = await events.read(); !event.done; event = await events.read()) response.write(event.value);
    response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let read = 0;
  if (reads)
    socket.on('data', ({ length }) => {
      read += length;
    });
  else socket.pause();
  socket.write('GET / HTTP/1.1\r\nHost: mirrorbook.test\r\n\r\n');
  const [request] = await once(server, 'request');
  const far = reads ? 1_000 : FAR_TOO_MANY;
  let sent = 0;
  for (; sent < far && countStreams('test') > 0; sent += 1) {
    send(PIECE);
    maxOpen = Math.max(maxOpen, request.socket.writableLength);
    // Waits until the client has read everything that it can read between two events.
    const before = read;
    do await nextTurn();
    while (reads && read === before);
  }
  if (!reads && !request.socket.destroyed) await once(request.socket, 'close');
  expect({ stays: countStreams('test') > 0, isOpen: !request.socket.destroyed }).toEqual({
    stays: reads,
    isOpen: reads,
  });
  expect(maxOpen).toBeLessThan(256 * 1024);
  socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

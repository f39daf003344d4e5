import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createPatientServer } from './connections.server';

const open: { end: () => Promise<unknown> }[] = [];
afterEach(() => Promise.all(open.splice(0).map(({ end }) => end())));

/** Starts a server whose answers the test sends, and records the requests that it received. */
async function serve() {
  const requested: string[] = [];
  const answers = new Map<string, ServerResponse>();
  const waiting = new Map<string, () => void>();
  const { server, drain } = createPatientServer(
    { idleTimeoutMs: 60_000, max: 100 },
    {
      quick: () => false,
      slow: ({ url = '' }, response) => {
        requested.push(url);
        answers.set(url, response);
        waiting.get(url)?.();
      },
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sockets: Socket[] = [];
  open.push({
    end: async () => {
      for (const socket of sockets) socket.destroy();
      await drain(0, () => {});
    },
  });
  return {
    asked: requested,
    answer: (url: string) => answers.get(url)?.end(url),
    reached: (url: string) =>
      requested.includes(url) ? Promise.resolve() : new Promise<void>((resolve) => waiting.set(url, resolve)),
    ask: (...urls: string[]) => {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      sockets.push(socket);
      socket.write(urls.map((url) => `GET ${url} HTTP/1.1\r\nHost: mirrorbook.test\r\n\r\n`).join(''));
      return socket;
    },
  };
}

describe('several simultaneous requests of one connection', () => {
  test('are answered in sequence, with requests of other connections in between', async () => {
    const { asked: requested, answer, reached, ask } = await serve();
    const socket = ask('/1', '/2', '/3');
    let read = '';
    socket.on('data', (piece) => {
      read += piece;
    });
    await reached('/1');
    ask('/other');
    await reached('/other');
    expect(requested).toEqual(['/1', '/other']);
    answer('/1');
    await reached('/2');
    expect(requested).toEqual(['/1', '/other', '/2']);
    answer('/2');
    await reached('/3');
    answer('/3');
    while (!read.endsWith('/3')) await once(socket, 'data');
    expect([...read.matchAll(/\r\n\r\n(\/\d)/g)].map(([, url]) => url)).toEqual(['/1', '/2', '/3']);
    // The connection stays open.
    socket.write('GET /4 HTTP/1.1\r\nHost: mirrorbook.test\r\n\r\n');
    await reached('/4');
  });

  test('wait for those of other such connections, but a first request does not', async () => {
    const { asked: requested, answer, reached, ask } = await serve();
    // None of these clients reads its response.
    for (const name of ['a', 'b', 'c']) ask(`/${name}1`, `/${name}2`).pause();
    await Promise.all(['/a1', '/b1', '/c1'].map(reached));
    for (const url of ['/a1', '/b1', '/c1']) answer(url);
    await Promise.race(['/a2', '/b2', '/c2'].map(reached));
    ask('/other');
    await reached('/other');
    const started = () => requested.filter((url) => url.endsWith('2'));
    expect(started()).toHaveLength(1);
    answer(started()[0] as string);
    await Promise.race(['/a2', '/b2', '/c2'].filter((url) => !requested.includes(url)).map(reached));
    ask('/another');
    await reached('/another');
    expect(started()).toHaveLength(2);
    answer(started()[1] as string);
    await Promise.all(['/a2', '/b2', '/c2'].map(reached));
  });

  test('are not started if their connection is closed', async () => {
    const { asked: requested, reached, ask } = await serve();
    const socket = ask('/1', '/2');
    await reached('/1');
    socket.destroy();
    ask('/after');
    await reached('/after');
    ask('/later');
    await reached('/later');
    expect(requested).toEqual(['/1', '/after', '/later']);
  });
});

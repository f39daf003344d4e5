import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Proxy between a process and a server: the connection can be cut, at once or at a certain message, or fall silent, and be restored. */
export async function startProxy(port: number) {
  const sockets = new Set<Socket>();
  let state: 'open' | 'silent' | 'cut' = 'open';
  let cutAt: { text: string; arrives: boolean } | null = null;
  const server = createServer((near) => {
    if (state === 'cut') return near.destroy();
    const far = connect(port, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('data', (chunk) => {
        if (state !== 'open') return;
        if (!cutAt || socket === far || !chunk.includes(cutAt.text)) return void other.write(chunk);
        const { arrives } = cutAt;
        cutAt = null;
        if (!arrives) return void near.destroy();
        // Drops the answers of the server.
        far.removeAllListeners('data').once('data', () => near.destroy());
        far.write(chunk);
      });
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket);
          other.destroy();
        });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    /** Drops all further data without closing either side. */
    fallSilent: () => {
      state = 'silent';
    },
    cut: () => {
      state = 'cut';
      drop();
    },
    /** Cuts the next connection that sends this text: before it arrives, or after that, before it is answered. */
    cutAt: (text: string, { arrives }: { arrives: boolean }) => {
      cutAt = { text, arrives };
    },
    /** Closes connections from before, like a machine that has restarted. */
    mend: () => {
      state = 'open';
      drop();
    },
    stop: async () => {
      drop();
      server.close();
      await once(server, 'close');
    },
  };
}

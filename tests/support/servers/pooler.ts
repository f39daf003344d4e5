import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';

/** Forwards whole messages of PostgreSQL's protocol: a letter, a length, and the rest. */
function messages(each: (type: string, message: Buffer) => void): (bytes: Buffer) => void {
  let stored = Buffer.alloc(0);
  return (bytes) => {
    stored = Buffer.concat([stored, bytes]);
    while (stored.length >= 5 && stored.length > stored.readInt32BE(1)) {
      const message = stored.subarray(0, stored.readInt32BE(1) + 1);
      stored = stored.subarray(message.length);
      each(String.fromCharCode(message[0] ?? 0), message);
    }
  };
}

const message = (type: string, ...parts: number[]): Buffer => {
  const body = Buffer.concat(
    parts.map((part) => {
      const bytes = Buffer.alloc(4);
      bytes.writeInt32BE(part);
      return bytes;
    }),
  );
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};

const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** Acts as PgBouncer; `shares` gives each transaction any session (`pool_mode = transaction`). */
export async function startPooler(url: string, { shares }: { shares: boolean }) {
  const clients: pg.Client[] = [];
  const idle: Socket[] = [];
  const near = new Set<Socket>();
  let connections = 0;

  async function session(): Promise<Socket> {
    const free = idle.pop();
    if (free) return free;
    const client = new pg.Client(url);
    await client.connect();
    clients.push(client);
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    stream.removeAllListeners('data');
    return stream;
  }

  const server = createServer((socket) => {
    near.add(socket);
    connections += 1;
    let held: Promise<Socket> | null = null;
    let unanswered = 0;
    const hold = () => {
      held ??= session().then((far) => {
        const receive = messages((type, bytes) => {
          socket.write(bytes);
          if (type !== 'Z') return;
          unanswered -= 1;
          if (!shares || unanswered > 0 || bytes[5] !== 0x49) return;
          held = null;
          far.off('data', receive);
          idle.push(far);
        });
        far.on('data', receive);
        return far;
      });
      return held;
    };
    let sent = Promise.resolve();
    const take = messages((type, bytes) => {
      if (type === 'Q' || type === 'S') unanswered += 1;
      if (type === 'X') return;
      sent = sent.then(async () => void (await hold()).write(bytes));
    });
    socket.once('data', () => {
      // Signs anybody in; the number is its own.
      socket.write(Buffer.concat([message('R', 0), message('K', 1_000_000 + connections, 1), READY]));
      socket.on('data', take);
    });
    socket.on('error', () => {});
    socket.on('close', () => near.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = new URL(url);
  address.port = String((server.address() as AddressInfo).port);
  return {
    url: address.href,
    stop: async () => {
      for (const socket of near) socket.destroy();
      server.close();
      await Promise.all(clients.map((client) => client.end().catch(() => {})));
    },
  };
}

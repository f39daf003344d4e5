import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * What a line does to its connections.
 * @property bitsPerSecond of each direction, shared by all connections
 * @property roundTrip ms there and back; a connection takes one before its first byte
 * @property cut one connection in so many is cut within its first kilobytes; 0 for none
 */
export type LineKind = { bitsPerSecond: number; roundTrip: number; cut: number };

/** An exchange that went over the line. `kind` is what the browser says it wants: `document`, `style`; `down` is bytes, with the head. */
export type Exchange = { path: string; method: string; kind: string; down: number };

/** What went over the line: bytes of both directions, heads included. */
export type Travelled = { up: number; down: number; cuts: number; exchanges: Exchange[] };

export type SlowLine = { origin: string; take: () => Travelled; close: () => void };

/** Bytes that are handed on at once, so that connections share the line. */
const PIECE = 512;

/** A connection that is cut ends within so many bytes. */
const CUT_WITHIN = 8 * 1024;

const nothing = (): Travelled => ({ up: 0, down: 0, cuts: 0, exchanges: [] });

/**
 * A line to a local server, as poor as asked for. What it carries is HTTP/1.1 in the clear, so it counts exchanges by itself: what the
 * browser sends begins one where it begins with a method.
 */
export async function slowLine(port: number, { bitsPerSecond, roundTrip, cut }: LineKind): Promise<SlowLine> {
  let travelled = nothing();
  let connections = 0;
  const lanes = { up: lane(bitsPerSecond), down: lane(bitsPerSecond) };

  const server = createServer((browser) => {
    connections += 1;
    // The same connections in each run, so that runs can be compared.
    let left =
      cut > 0 && connections % cut === 0 ? (connections * 2_654_435_761) % CUT_WITHIN : Number.POSITIVE_INFINITY;
    const upstream = connect({ port, host: '127.0.0.1', noDelay: true });
    const opened = performance.now() + roundTrip;
    let latest: Exchange | undefined;

    const carry = (from: Socket, to: Socket, direction: 'up' | 'down') => {
      let last = Promise.resolve();
      const later = (work: () => Promise<void>) => {
        last = last.then(work).catch(() => {});
      };
      from.on('data', (data: Buffer) => {
        const begun = direction === 'up' ? exchangeOf(data) : undefined;
        if (begun) {
          latest = begun;
          travelled.exchanges.push(begun);
        }
        const answered = latest;
        later(async () => {
          for (let at = 0; at < data.length; at += PIECE) {
            const piece = data.subarray(at, at + PIECE);
            await lanes[direction](piece.length, opened);
            if (to.destroyed) return;
            travelled[direction] += piece.length;
            if (direction === 'down' && answered) answered.down += piece.length;
            left -= piece.length;
            if (left <= 0) {
              travelled.cuts += 1;
              browser.resetAndDestroy();
              upstream.destroy();
              return;
            }
            setTimeout(() => to.writable && to.write(piece), roundTrip / 2);
          }
        });
      });
      // An end must not overtake what was sent before it.
      from.on('end', () => later(() => pause(roundTrip / 2 + 5).then(() => void to.end())));
      from.on('error', () => to.destroy());
    };
    carry(browser, upstream, 'up');
    carry(upstream, browser, 'down');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // Browsers take this name for a secure origin.
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** What has travelled since this was asked before. */
    take: () => {
      const taken = travelled;
      travelled = nothing();
      return taken;
    },
    close: () => server.close(),
  };
}

/** One direction of a line: resolves once so many bytes have gone over it, after all that was put on it before. */
function lane(bitsPerSecond: number): (bytes: number, notBefore: number) => Promise<void> {
  let freeAt = 0;
  return async (bytes, notBefore) => {
    if (bitsPerSecond === Number.POSITIVE_INFINITY) return;
    freeAt = Math.max(freeAt, notBefore, performance.now()) + (bytes * 8_000) / bitsPerSecond;
    const wait = freeAt - performance.now();
    if (wait > 1) await pause(wait);
  };
}

/** The exchange that a piece from a browser begins; undefined for the middle of a body. */
function exchangeOf(piece: Buffer): Exchange | undefined {
  const head = piece.toString('latin1', 0, 4_096);
  const [, method = '', path = ''] = /^(GET|HEAD|POST) (\S+) HTTP\/1\.1\r\n/.exec(head) ?? [];
  if (!method) return undefined;
  const kind = /^sec-fetch-dest: (\S+)/im.exec(head)?.[1] ?? '';
  return { path: path.replace(/\?.*/, ''), method, kind, down: 0 };
}

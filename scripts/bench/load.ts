import { connect } from 'node:net';

const CONNECTIONS = 32;
const PLACE = Buffer.allocUnsafe(64 * 1024);

/**
 * Answers a second that a loopback server gives to one GET, asked over and over on kept connections. Every answer is as long
 * as the first, so counting bytes counts answers, which leaves the processor to the server.
 */
export async function answersPerSecond(origin: string, path: string, seconds: number): Promise<number> {
  const { hostname, port, host } = new URL(origin);
  const question = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: br\r\n\r\n`;
  const length = await answerLength(hostname, Number(port), question);
  let answers = 0;
  const started = performance.now();
  await Promise.all(
    Array.from(
      { length: CONNECTIONS },
      () =>
        new Promise<void>((resolve, reject) => {
          let received = 0;
          const callback = (read: number) => {
            received += read;
            if (received < length) return true;
            received -= length;
            answers += 1;
            if (performance.now() - started < seconds * 1_000) socket.write(question);
            else socket.end();
            return true;
          };
          // Everything is read into one place: a new buffer for each piece would make this side the slower one.
          const onread = { buffer: PLACE, callback };
          const socket = connect({ port: Number(port), host: hostname, noDelay: true, onread }, () =>
            socket.write(question),
          );
          socket.on('error', reject);
          socket.on('close', () => resolve());
        }),
    ),
  );
  return (answers * 1_000) / (performance.now() - started);
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Bytes of one whole answer, head and body, as later ones will be. */
function answerLength(hostname: string, port: number, question: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = Buffer.of();
    const socket = connect(port, hostname, () => socket.write(question));
    socket.on('error', reject);
    socket.on('data', (part) => {
      text = Buffer.concat([text, part]);
      const head = text.indexOf('\r\n\r\n');
      if (head < 0) return;
      const announced = /\r\ncontent-length: (\d+)/i.exec(text.subarray(0, head).toString())?.[1];
      // A body without a length comes in chunks and ends with an empty one.
      const whole = announced ? head + 4 + Number(announced) : text.length;
      if (text.length < whole || (!announced && !text.subarray(-5).equals(Buffer.from('0\r\n\r\n')))) return;
      socket.end();
      resolve(whole);
    });
  });
}

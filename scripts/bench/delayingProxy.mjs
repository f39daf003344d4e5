// Forwards connections to a local port and delays the server's answers, to simulate a database on another machine.
// Forked as `node delayingProxy.mjs PORT DELAY_MS`; sends its own port to its parent.
import { connect, createServer } from 'node:net';

const [port, delayMs] = process.argv.slice(2).map(Number);

const server = createServer((near) => {
  const far = connect(port, '127.0.0.1');
  for (const socket of [near, far]) socket.setNoDelay(true);
  near.pipe(far);
  far.on('data', (chunk) => void setTimeout(() => near.write(chunk), delayMs));
  far.on('close', () => void setTimeout(() => near.destroy(), delayMs));
  near.on('close', () => far.destroy());
  for (const socket of [near, far]) socket.on('error', () => {});
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address().port));

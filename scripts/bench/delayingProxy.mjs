// Passes connections on to a port of this machine and holds back what the server answers: a database on another machine.
// node delayingProxy.mjs PORT DELAY_MS, forked; sends its own port to its parent.
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

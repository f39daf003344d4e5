// `npm start`: serves a filled demonstration from a fresh checkout. The server is a separate process, which is
// restarted if it fails.
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { checkNode, installAndBuild } from './steps.mjs';

/** Pause before a failed process is restarted, milliseconds. */
const RESTART_DELAY_MS = 1_000;

checkNode();
await installAndBuild();
const env = { ...process.env, NODE_ENV: 'production' };
let child;
let isServing = false;
let isStopping = false;

function serve() {
  isServing = false;
  const options = { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] };
  child = spawn(process.execPath, [fileURLToPath(new URL('./serve.mjs', import.meta.url))], options);
  child.once('message', ({ port }) => {
    isServing = true;
    // The next process uses the same port.
    env.PORT = port;
  });
  child.once('exit', async (code) => {
    // A process that could not start has already printed the reason.
    if (isStopping || !isServing) process.exit(code ?? 1);
    console.error('The server ended by itself and is started again.');
    await sleep(RESTART_DELAY_MS);
    if (isStopping) process.exit(1);
    serve();
  });
}
serve();

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    isStopping = true;
    // A process that does not serve yet has no requests to finish.
    if (!isServing) child.kill();
    else if (child.connected) child.disconnect();
  });
}

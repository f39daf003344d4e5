// `npm start`: serves a filled demonstration from a fresh checkout. The server is a separate process, which is
// restarted if it fails.
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { checkNode, installAndBuild } from './steps.mjs';

/** Pause before a failed process is restarted, milliseconds. */
const PAUSE_MS = 1_000;

checkNode();
await installAndBuild();
const env = { ...process.env, NODE_ENV: 'production' };
let serving;
let served = false;
let ending = false;

function serve() {
  served = false;
  const options = { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] };
  serving = spawn(process.execPath, [fileURLToPath(new URL('./serve.mjs', import.meta.url))], options);
  serving.once('message', ({ port }) => {
    served = true;
    // The next process uses the same port.
    env.PORT = port;
  });
  serving.once('exit', async (code) => {
    // A process that could not start has already printed the reason.
    if (ending || !served) process.exit(code ?? 1);
    console.error('The server ended by itself and is started again.');
    await sleep(PAUSE_MS);
    if (ending) process.exit(1);
    serve();
  });
}
serve();

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    ending = true;
    // A process that does not serve yet has no requests to finish.
    if (!served) serving.kill();
    else if (serving.connected) serving.disconnect();
  });
}

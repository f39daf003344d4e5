// `npm start`: from a fresh checkout to a served, filled demonstration. What serves is a process of its own, and is
// started again should it break.
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { checkNode, installAndBuild } from './steps.mjs';

/** Between the end of one that broke and the start of the next, milliseconds. */
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
    // The next one is found where this one was.
    env.PORT = port;
  });
  serving.once('exit', async (code) => {
    // One that could not start has said why.
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
    // Before it serves, there is nothing that it could finish.
    if (!served) serving.kill();
    else if (serving.connected) serving.disconnect();
  });
}

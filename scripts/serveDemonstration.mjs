// Serves the build with a demonstration in a temporary folder, for scripts that read its pages.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Longest time of the start, which fills the demonstration, milliseconds. */
const START_LIMIT_MS = 300_000;

/** @param demonstration value of `DEMONSTRATION` */
export async function serveDemonstration(demonstration) {
  const dataDir = mkdtempSync(join(tmpdir(), 'mirrorbook-demonstration-'));
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, ENV_FILE: '', NODE_ENV: 'production', MODE: 'paper', LOG_LEVEL: 'warn', HOST: '127.0.0.1' };
  const child = spawn(process.execPath, [fileURLToPath(new URL('serve.mjs', import.meta.url))], {
    env: { ...env, PORT: '0', DEMONSTRATION: demonstration, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const stop = async () => {
    child.kill();
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  const startTimeout = setTimeout(() => child.kill(), START_LIMIT_MS);
  for await (const line of createInterface({ input: child.stdout })) {
    const origin = /^Mirrorbook is at (http:\/\/\S+)/.exec(line)?.[1];
    if (!origin) continue;
    clearTimeout(startTimeout);
    child.stdout.resume();
    const { investor } = JSON.parse(readFileSync(join(dataDir, 'demonstration.json'), 'utf8'));
    return { origin, investor, stop };
  }
  await stop();
  throw new Error('The server did not start');
}

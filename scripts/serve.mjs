// Serves the build, for `npm start` and `npm run serve`. Installs and builds nothing.
import './environment.mjs';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

// With much memory, V8 lets a heap grow to four times its needs before it collects, and enlarges the young generation
// during the start. This process needs little memory: the heap may grow by half, and the young generation only once
// pages are served, whose objects would otherwise be promoted.
for (const flag of ['--heap-growing-percent=50', '--semi-space-growth-factor=1']) setFlagsFromString(flag);

// Otherwise React loads its development build, which takes several times as long for every page.
process.env.NODE_ENV ??= 'production';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Longest time for an unhealthy process to end, milliseconds. */
const STOP_TIMEOUT_MS = 30_000;

if (!existsSync(here('../build/server/index.js'))) {
  console.error('There is no build here. Make one: npm run build');
  process.exit(1);
}
const build = await import('../build/server/index.js');
const running = await build.entry.module
  .startServer({
    build,
    assets: here('../build/client'),
    say: (line) => console.log(line),
    onBroken: () => {
      setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
      stop(1);
    },
  })
  .catch((error) => {
    // A configuration error is shown as a message without a stack trace.
    const isConfigurationError = ['ConfigurationError', 'UnknownVersionError'].includes(error.name);
    console.error(isConfigurationError ? error.message : error);
    process.exit(1);
  });
console.log(`\nMirrorbook is at ${running.origin}\n`);
process.send?.({ port: new URL(running.origin).port });
setFlagsFromString('--semi-space-growth-factor=2');

let isStopping = false;
function stop(code) {
  if (isStopping) return;
  isStopping = true;
  running.stop().then(() => process.exit(code));
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop(0));
// The parent process has ended, or requests the end.
process.once('disconnect', () => stop(0));
if (process.send && !process.connected) stop(0);

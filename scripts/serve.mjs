// Serves the build: what `npm start` runs in the end, and `npm run serve` alone. Nothing is installed or built.
import './environment.mjs';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

// Where there is much memory, V8 lets a heap grow to four times what it needs before it clears up, and makes room for young
// objects as soon as the start fills it. This process needs little and is measured by what it holds: half as much again, and
// more room for young objects only once it serves, when pages would survive in it.
for (const flag of ['--heap-growing-percent=50', '--semi-space-growth-factor=1']) setFlagsFromString(flag);

// Without it React brings its development build, which takes several times as long for every page.
process.env.NODE_ENV ??= 'production';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Time limit of an unhealthy process to end, milliseconds. */
const LAST_MS = 30_000;

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
      setTimeout(() => process.exit(1), LAST_MS).unref();
      end(1);
    },
  })
  .catch((error) => {
    // A configuration that does not fit is for a person to read, not a stack.
    const plain = ['ConfigurationError', 'UnknownVersionError'].includes(error.name);
    console.error(plain ? error.message : error);
    process.exit(1);
  });
console.log(`\nMirrorbook is at ${running.origin}\n`);
process.send?.({ port: new URL(running.origin).port });
setFlagsFromString('--semi-space-growth-factor=2');

let ending = false;
function end(code) {
  if (ending) return;
  ending = true;
  running.stop().then(() => process.exit(code));
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end(0));
// The process that started this one and looks after it has gone, or asks for the end.
process.once('disconnect', () => end(0));
if (process.send && !process.connected) end(0);

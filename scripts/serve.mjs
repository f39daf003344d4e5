// Serves the build: what `npm start` runs in the end.
import { fileURLToPath } from 'node:url';

// Without it React brings its development build, which takes several times as long for every page.
process.env.NODE_ENV ??= 'production';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const build = await import('../build/server/index.js');
const running = await build.entry.module
  .startServer({ build, assets: here('../build/client'), say: (line) => console.log(line) })
  .catch((error) => {
    // A configuration that does not fit is for a person to read, not a stack.
    const plain = ['ConfigurationError', 'NewerDatabaseError'].includes(error.name) || error.code === 'EADDRINUSE';
    console.error(plain ? error.message : error);
    process.exit(1);
  });
console.log(`\nMirrorbook is at ${running.origin}\n`);

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => running.stop().then(() => process.exit(0)));
}

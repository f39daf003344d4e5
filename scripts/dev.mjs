// `npm run dev`: the same app with Vite in middleware mode.
import './environment.mjs';
import { checkNode, installMissing } from './steps.mjs';

checkNode();
installMissing();
process.env.NODE_ENV = 'development';
const { createServer } = await import('vite');
const vite = await createServer({ server: { middlewareMode: true } });
const build = () => vite.ssrLoadModule('virtual:remix/server-build');
const { entry } = await build();
const running = await entry.module.startServer({ build, vite, say: (line) => console.log(line) });
console.log(`\nMirrorbook (development) is at ${running.origin}\n`);

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => Promise.all([running.stop(), vite.close()]).then(() => process.exit(0)));
}

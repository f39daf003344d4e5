import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const START = 'window.__remixManifest=';

/**
 * Whether a browser's list of routes needs one. Client navigation stays among pages with React and posts forms; calls and pages
 * without React are never reached by it. The page that is nothing stands in for those: it loads their address as a document.
 */
const isForBrowser = ({ id, hasAction }: { id: string; hasAction: boolean }): boolean =>
  !/^routes\/(api|public)\//.test(id) ||
  id === 'routes/public/notFound' ||
  (hasAction && id.startsWith('routes/public/'));

/** Leaves out of the list of routes, which each page with React loads first, what its browser has no use for. */
export function browserRoutes(): Plugin {
  let outDir = '';
  return {
    name: 'browser-routes',
    apply: 'build',
    configResolved({ build }) {
      outDir = build.ssr ? build.outDir : '';
    },
    // At the end of the server's build: Remix writes the list while that is made.
    closeBundle() {
      if (!outDir) return;
      const folder = join(dirname(outDir), 'client/assets');
      for (const name of readdirSync(folder)) {
        if (!/^manifest-.*\.js$/.test(name)) continue;
        const file = join(folder, name);
        const [, listed] = readFileSync(file, 'utf8').split(START);
        if (!listed) throw new Error(`${name} has no list of routes`);
        const manifest = JSON.parse(listed.replace(/;\s*$/, ''));
        const routes = Object.entries<{ id: string; hasAction: boolean }>(manifest.routes);
        manifest.routes = Object.fromEntries(routes.filter(([, route]) => isForBrowser(route)));
        writeFileSync(file, `${START}${JSON.stringify(manifest)};`);
      }
    },
  };
}

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { staffList } from '../app/web/server/routeLists';

const START = 'window.__remixManifest=';

type Listed = { id: string; hasAction: boolean };

/**
 * Returns whether a browser's list of routes needs one. Client navigation stays among pages with React and posts forms; calls and pages
 * without React are never reached by it. The page that is nothing stands in for those: it loads their address as a document.
 */
const isForBrowser = ({ id, hasAction }: Listed): boolean =>
  !/^routes\/(api|public)\//.test(id) ||
  id === 'routes/public/notFound' ||
  (hasAction && id.startsWith('routes/public/'));

const isForStaff = ({ id }: Listed): boolean => !/^routes\/(investor|auth)\//.test(id);

const isForOthers = ({ id }: Listed): boolean => !id.startsWith('routes/admin/');

/** Leaves out of the lists of routes, one of which each page with React loads first, what its browser has no use for. */
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
        const routes = Object.entries<Listed>(manifest.routes).filter(([, route]) => isForBrowser(route));
        const write = (to: string, isListed: (route: Listed) => boolean, url: string) =>
          writeFileSync(
            to,
            `${START}${JSON.stringify({ ...manifest, url, routes: Object.fromEntries(routes.filter(([, route]) => isListed(route))) })};`,
          );
        write(file, isForOthers, manifest.url);
        write(staffList(file), isForStaff, staffList(manifest.url));
      }
    },
  };
}

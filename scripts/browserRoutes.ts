import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { staffManifestName } from '../app/web/server/routeLists';

const MANIFEST_START = 'window.__remixManifest=';

type ListedRoute = { id: string; hasAction: boolean };

/**
 * Returns whether browsers need a route in their list. Client navigation reaches only pages with React, and posts forms; it never reaches
 * calls and pages without React. The page for unknown addresses replaces these: it loads their address as a document.
 */
const isForBrowser = ({ id, hasAction }: ListedRoute): boolean =>
  !/^routes\/(api|public)\//.test(id) ||
  id === 'routes/public/notFound' ||
  (hasAction && id.startsWith('routes/public/'));

const isForStaff = ({ id }: ListedRoute): boolean => !/^routes\/(investor|auth)\//.test(id);

const isForOthers = ({ id }: ListedRoute): boolean => !id.startsWith('routes/admin/');

/** Removes the routes that browsers do not need from their lists, which each page with React loads first. */
export function browserRoutes(): Plugin {
  let outDir = '';
  return {
    name: 'browser-routes',
    apply: 'build',
    configResolved({ build }) {
      outDir = build.ssr ? build.outDir : '';
    },
    // Runs at the end of the server's build, because Remix writes the list during that build.
    closeBundle() {
      if (!outDir) return;
      const folder = join(dirname(outDir), 'client/assets');
      for (const name of readdirSync(folder)) {
        if (!/^manifest-.*\.js$/.test(name)) continue;
        const file = join(folder, name);
        const [, listed] = readFileSync(file, 'utf8').split(MANIFEST_START);
        if (!listed) throw new Error(`${name} has no list of routes`);
        const manifest = JSON.parse(listed.replace(/;\s*$/, ''));
        const routes = Object.entries<ListedRoute>(manifest.routes).filter(([, route]) => isForBrowser(route));
        const write = (to: string, isListed: (route: ListedRoute) => boolean, url: string) =>
          writeFileSync(
            to,
            `${MANIFEST_START}${JSON.stringify({ ...manifest, url, routes: Object.fromEntries(routes.filter(([, route]) => isListed(route))) })};`,
          );
        write(file, isForOthers, manifest.url);
        write(staffManifestName(file), isForStaff, staffManifestName(manifest.url));
      }
    },
  };
}

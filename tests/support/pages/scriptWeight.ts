import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { staffManifestName } from '~/web/server/routeLists';

type Route = { id: string; parentId?: string; path?: string; index?: boolean; module: string; imports?: string[] };
type Assets = { url: string; entry: Pick<Route, 'module' | 'imports'>; routes: Record<string, Route> };

const BUILD = join(import.meta.dirname, '../../../build');

/** Frames of signed-in people. */
const FRAMES = ['routes/investor/layout', 'routes/admin/layout'];

/** Returns the brotli bytes of scripts that each page of signed-in users loads, by its pattern (`/traders/:id`). */
export async function scriptWeights(): Promise<Record<string, number>> {
  const server = pathToFileURL(join(BUILD, 'server/index.js')).href;
  const { assets } = (await import(/* @vite-ignore */ server)) as { assets: Assets };
  const sizes = new Map<string, number>();
  const sizeOf = (file: string): number => {
    const known = sizes.get(file) ?? compressedSize(join(BUILD, 'client', file));
    sizes.set(file, known);
    return known;
  };
  const rows = Object.values(assets.routes).flatMap((route): [string, number][] => {
    const chain = chainOf(route, assets.routes);
    // Layouts are not pages, and routes that respond with files or redirects load no scripts.
    const isPage = chain.slice(1).some(({ id }) => FRAMES.includes(id)) && route.imports?.length;
    if (!isPage) return [];
    const list = chain.some(({ id }) => id === 'routes/admin/layout') ? staffManifestName(assets.url) : assets.url;
    const files = new Set([list, ...[assets.entry, ...chain].flatMap(filesOf)]);
    return [[addressOf(chain), [...files].reduce((sum, file) => sum + sizeOf(file), 0)]];
  });
  return Object.fromEntries(rows.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * Returns the IDs of the routes in the manifests that browsers load: the one for administrators, and the one for
 * others.
 */
export async function browserRoutes(): Promise<{ staff: string[]; others: string[] }> {
  const server = pathToFileURL(join(BUILD, 'server/index.js')).href;
  const { assets } = (await import(/* @vite-ignore */ server)) as { assets: Assets };
  const listed = (url: string): string[] => {
    const script = readFileSync(join(BUILD, 'client', url), 'utf8');
    const list = JSON.parse(script.replace(/^[^=]*=|;$/g, '')) as Assets;
    // The browser loads the manifest by the address that the manifest states.
    if (list.url !== url) throw new Error(`${url} says that it is ${list.url}`);
    return Object.keys(list.routes);
  };
  return { staff: listed(staffManifestName(assets.url)), others: listed(assets.url) };
}

const filesOf = ({ module, imports = [] }: Pick<Route, 'module' | 'imports'>): string[] => [module, ...imports];

/** Returns a route and its parents, the innermost first. */
function chainOf(route: Route, routes: Assets['routes']): Route[] {
  const parent = route.parentId ? routes[route.parentId] : undefined;
  return [route, ...(parent ? chainOf(parent, routes) : [])];
}

const addressOf = (chain: readonly Route[]): string =>
  `/${[...chain]
    .reverse()
    .flatMap(({ path }) => path || [])
    .join('/')}`;

/** Returns the size of a file as it is sent: of its compressed version if the build made one. */
const compressedSize = (file: string): number => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;

import type { ServerBuild } from '../responses.server';
import { staffManifestName } from './routeLists';

type Routes = ServerBuild['routes'];

function branchOf(routes: Routes, id: string): Routes[string][] {
  const branch: Routes[string][] = [];
  for (let route = routes[id]; route; route = routes[route.parentId ?? '']) branch.unshift(route);
  return branch;
}

export const fullPath = (routes: Routes, id: string): string =>
  `/${branchOf(routes, id)
    .flatMap(({ path }) => path || [])
    .join('/')}`;

export const normalizePath = (path: string): string =>
  withoutSlashes(decodeURIComponent(path.replace(/\.data$/, '')).toLowerCase()) || '/';

/** Removes trailing slashes. A regular expression would take quadratic time. */
export function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

const splitPath = (path: string): string[] => path.split('/').slice(1);

/** Returns whether a pattern could match an address. False positives are harmless. */
function canMatch(pattern: string, path: string): boolean {
  const [expected, input] = [splitPath(pattern.toLowerCase()), splitPath(path)];
  const open = expected.findIndex((part) => /[*?]/.test(part));
  const fixed = open < 0 ? expected : expected.slice(0, open);
  return (
    (open >= 0 || expected.length === input.length) && fixed.every((part, at) => /^:/.test(part) || part === input[at])
  );
}

/** Splits a build by address, because Remix ranks all routes for each request, which takes longer than most loaders. */
export function splitBuild(build: ServerBuild): (path: string) => ServerBuild {
  const { routes } = build;
  const ofStaff = { ...build, assets: { ...build.assets, url: staffManifestName(build.assets.url) } };
  const wholeFor = (path: string) => (/^\/admin(\/|$)/.test(path) ? ofStaff : build);
  const parents = new Set(Object.values(routes).map(({ parentId }) => parentId));
  const leaves = Object.keys(routes)
    .filter((id) => !parents.has(id))
    .map((id) => ({ id, pattern: fullPath(routes, id) }));
  const only = (path: string): ServerBuild => {
    const whole = wholeFor(path);
    const stored = leaves.filter(({ pattern }) => canMatch(pattern, path)).flatMap(({ id }) => branchOf(routes, id));
    const ids = new Set(stored.map(({ id }) => id));
    const some = <R>(all: Record<string, R>) => Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));
    // Contains only the assets of the page itself. The browser requests those of linked pages.
    const assets = { ...whole.assets, routes: some(whole.assets.routes) };
    return { ...whole, routes: some(routes) as Routes, assets };
  };
  const exact = new Map<string, ServerBuild>();
  for (const { pattern } of leaves) {
    const path = pattern.toLowerCase();
    if (!/[:*]/.test(path)) exact.set(path, only(path));
  }
  return (path) => exact.get(normalizePath(path)) ?? wholeFor(normalizePath(path));
}

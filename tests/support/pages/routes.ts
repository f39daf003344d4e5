import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

type Module = { action?: { intents?: readonly string[] } };
type Manifest = Record<string, { id: string; path?: string; parentId?: string; index?: boolean; module: Module }>;

export type RouteAddress = {
  id: string;
  path: string;
  hasAction: boolean;
  hasPage: boolean;
  /** Intents of the forms of the route's page; empty if its action does one thing. */
  intents: readonly string[];
};

const SAMPLE: Record<string, string> = {
  ':id': '01890000-0000-7000-8000-000000000000',
  ':token': 'not-a-token',
  ':email': 'nobody@example.com',
  ':symbol': 'EURUSD',
};

/** Routes under `routes/admin/` that are open without a sign-in, because `/admin` itself shows the sign-in. */
const ADMIN_SIGN_IN = ['routes/admin/layout', 'routes/admin/overview'];

/** Returns whether only administrators can open a route. */
export const isBehindAdmin = (id: string): boolean => id.startsWith('routes/admin/') && !ADMIN_SIGN_IN.includes(id);

/** Returns every route of the build that has an address, with example parameters, so that tests cover new routes. */
export async function routesOf(): Promise<RouteAddress[]> {
  const build = join(import.meta.dirname, '../../../build/server/index.js');
  const { routes } = (await import(/* @vite-ignore */ pathToFileURL(build).href)) as { routes: Manifest };
  return Object.values(routes)
    .filter(({ path, index }) => path !== undefined || index)
    .map((route) => ({
      id: route.id,
      path: addressOf(route, routes),
      hasAction: 'action' in route.module,
      hasPage: 'default' in route.module,
      intents: route.module.action?.intents ?? [],
    }))
    .filter(({ path }, index, all) => all.findIndex((other) => other.path === path) === index || path !== '/');
}

function addressOf({ path = '', parentId }: { path?: string; parentId?: string }, routes: Manifest): string {
  const parent = parentId ? routes[parentId] : undefined;
  const above = parent ? addressOf(parent, routes) : '';
  const own = path.replace(/:\w+\??/g, (name) => SAMPLE[name.replace('?', '')] ?? 'x');
  return `${above === '/' ? '' : above}/${own}`.replace(/\/+$/, '') || '/';
}

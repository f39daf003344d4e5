import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';

/** What `platform/guard` makes loaders and actions with; each leaves its name on what it made. */
const GUARDS = ['publicRoute', 'visitor', 'investor', 'admin', 'viewer', 'apiRoute'];

type Handler = { guard?: string };
type RouteModule = Record<string, unknown> & { loader?: Handler; action?: Handler };

const modules = {
  ...import.meta.glob<RouteModule>('../../app/routes/**/*.{ts,tsx}', { eager: true }),
  ...import.meta.glob<RouteModule>('../../app/root.tsx', { eager: true }),
};

const handlers = Object.entries(modules).flatMap(([path, module]) => {
  // A folder's route is its `route.tsx`; its address is the folder's name.
  const name = /\/routes\/([^/]+)/.exec(path)?.[1]?.replace(/\.tsx?$/, '') ?? basename(path, '.tsx');
  return (['loader', 'action'] as const)
    .filter((kind) => kind in module)
    .map((kind) => ({ name, kind, guard: module[kind]?.guard }));
});

/** The guards that an address may have. */
const ONE_OF: Record<string, string[]> = {
  root: ['publicRoute'],
  // What only an investor sees or does, outside the frame of their pages.
  'account[.]json': ['investor'],
  'dashboard_.banner': ['investor'],
  'live-trading.prices': ['investor'],
  logout: ['investor'],
  myprofile: ['investor'],
  'transactions[.]csv': ['investor'],
  // Its owner, or an administrator.
  'files.$id': ['viewer'],
  // The same for each reader.
  'robots[.]txt': ['publicRoute'],
  'sitemap[.]xml': ['publicRoute'],
  theme: ['publicRoute'],
  // Links that are mailed or shared: the address itself holds what is needed.
  '$id.verify.$token.status': ['publicRoute'],
  'user.$id': ['publicRoute'],
  // Every address that is not there.
  $: ['visitor'],
};

/** The guards that every address of a group may have, by the beginning of the route's name. */
const GROUPS: [RegExp, string[]][] = [
  // The sign-in is at /admin itself, inside the administrator's frame.
  [/^admin(\._index)?$/, ['visitor']],
  [/^admin\./, ['admin']],
  [/^_app(\.|$)/, ['investor']],
  [/^_public(\.|$)/, ['publicRoute']],
  [/^_auth(\.|$)/, ['visitor', 'publicRoute']],
  [/^api\./, ['apiRoute']],
];

/** The guards that may stand before a route; none for a route that no rule is written for, so that it fails. */
const guardsFor = (name: string): string[] => ONE_OF[name] ?? GROUPS.find(([pattern]) => pattern.test(name))?.[1] ?? [];

describe('every loader and action', () => {
  test('is there to be looked at', () => {
    expect(handlers.length).toBeGreaterThan(10);
  });

  test.each(handlers)('$name $kind is made by one of the guards', ({ guard }) => {
    expect(GUARDS).toContain(guard);
  });

  test('takes a form without our token only where what it keeps is nobody’s', () => {
    const open = handlers.filter(({ kind, guard }) => kind === 'action' && guard === 'publicRoute');
    expect(open.map(({ name }) => name)).toEqual(['theme']);
  });

  test.each(handlers)('$name $kind is made by a guard that a rule allows its address', ({ name, guard }) => {
    expect(guardsFor(name)).toContain(guard);
  });

  test('without a rule is refused', () => {
    expect(guardsFor('a-new-page')).toEqual([]);
    expect(guardsFor('administrators')).toEqual([]);
  });

  test('has a rule that is still needed', () => {
    const names = new Set(handlers.map(({ name }) => name));
    expect(Object.keys(ONE_OF).filter((name) => !names.has(name))).toEqual([]);
    expect(GROUPS.filter(([pattern]) => ![...names].some((name) => pattern.test(name)))).toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';

/** Guards of `web/guard`. Each stores its name in the loaders and actions that it creates. */
const GUARDS = ['publicRoute', 'visitor', 'investor', 'admin', 'viewer', 'apiRoute'];

type Handler = { guard?: string };
type RouteModule = Record<string, unknown> & { loader?: Handler; action?: Handler };

const modules = {
  ...import.meta.glob<RouteModule>('../../routes/**/*.{ts,tsx}', { eager: true }),
  ...import.meta.glob<RouteModule>('../../root.tsx', { eager: true }),
};

const handlers = Object.entries(modules).flatMap(([path, module]) => {
  const name = /^..\/..\/(?:routes\/)?(.+)\.tsx?$/.exec(path)?.[1] ?? path;
  return (['loader', 'action'] as const)
    .filter((kind) => kind in module)
    .map((kind) => ({ name, kind, guard: module[kind]?.guard }));
});

/** The guards of routes that differ from the others of their folder. */
const ONE_OF: Record<string, string[]> = {
  root: ['publicRoute'],
  // A file is open to its owner and to administrators.
  files: ['viewer'],
  // This route answers every unknown address.
  'public/notFound': ['visitor'],
  'auth/logout': ['investor'],
  // The sign-in is at /admin itself, inside the administrator's frame.
  'admin/layout': ['visitor'],
};

/** The guards that the routes of a folder may have, by its name. */
const FOLDERS: Record<string, string[]> = {
  public: ['publicRoute'],
  auth: ['visitor', 'publicRoute'],
  investor: ['investor'],
  admin: ['admin'],
  api: ['apiRoute'],
};

/** Returns the guards that a route may have; none for a route without a rule, so that it fails. */
const guardsFor = (name: string): string[] => ONE_OF[name] ?? FOLDERS[name.split('/')[0] ?? ''] ?? [];

describe('every loader and action', () => {
  test('is found by this test', () => {
    expect(handlers.length).toBeGreaterThan(10);
  });

  test.each(handlers)('$name $kind is made by one of the guards', ({ guard }) => {
    expect(GUARDS).toContain(guard);
  });

  test('accepts a form without our token only where its data belongs to no account', () => {
    const open = handlers.filter(({ kind, guard }) => kind === 'action' && guard === 'publicRoute');
    expect(open.map(({ name }) => name)).toEqual(['public/dismissAnnouncement', 'public/theme']);
  });

  test.each(handlers)('$name $kind is created by a guard that the rules allow for its address', ({ name, guard }) => {
    expect(guardsFor(name)).toContain(guard);
  });

  test('is refused without a rule', () => {
    expect(guardsFor('a-new-page')).toEqual([]);
    expect(guardsFor('administrators')).toEqual([]);
  });

  test('leaves no rule unused', () => {
    const names = new Set(handlers.map(({ name }) => name));
    expect(Object.keys(ONE_OF).filter((name) => !names.has(name))).toEqual([]);
    expect(Object.keys(FOLDERS).filter((folder) => ![...names].some((name) => name.startsWith(`${folder}/`)))).toEqual(
      [],
    );
  });
});

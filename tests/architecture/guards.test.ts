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

/** Which guards may stand before a route, by the beginning of its name; the first rule that fits counts. */
const RULES: [RegExp, string[]][] = [
  // The sign-in is at /admin itself, inside the administrator's frame.
  [/^admin(\._index)?$/, ['visitor']],
  [/^admin\./, ['admin']],
  [/^_app(\.|$)/, ['investor']],
  [/^_public(\.|$)/, ['publicRoute']],
  [/^_auth(\.|$)/, ['visitor', 'publicRoute']],
  [/^api\./, ['apiRoute']],
];

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

  test.each(handlers)('$name $kind is made by the guard its address asks for', ({ name, guard }) => {
    const rule = RULES.find(([pattern]) => pattern.test(name));
    if (rule) expect(rule[1]).toContain(guard);
  });
});

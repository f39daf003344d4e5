import { expect, test } from 'vitest';
import type { ServerBuild } from '../responses.server';
import { fullPath, splitBuild } from './routes';

const ROUTES = {
  root: { path: '' },
  frame: { parentId: 'root' },
  start: { parentId: 'frame', index: true },
  users: { parentId: 'root', path: 'users' },
  'users.all': { parentId: 'users', index: true },
  'users.one': { parentId: 'users', path: ':id' },
  'users.new': { parentId: 'users', path: 'new' },
  'prices.now': { parentId: 'root', path: 'prices/now' },
  proof: { parentId: 'root', path: ':id/now' },
  admin: { parentId: 'root', path: 'admin' },
  rest: { parentId: 'root', path: '*' },
};
const routes = Object.fromEntries(Object.entries(ROUTES).map(([id, route]) => [id, { id, ...route }]));
const build = { routes, assets: { routes, url: '/assets/manifest-1a.js' } } as unknown as ServerBuild;
const kept = (path: string) => {
  const part = splitBuild(build)(path);
  expect(Object.keys(part.assets.routes)).toEqual(Object.keys(part.routes));
  return Object.keys(part.routes).sort();
};
const whole = Object.keys(routes).sort();

test('a route has the whole of its pattern, layouts and all', () => {
  expect(['start', 'users.all', 'users.one', 'prices.now'].map((id) => fullPath(build.routes, id))).toEqual([
    '/',
    '/users',
    '/users/:id',
    '/prices/now',
  ]);
});

test('an address without a parameter is answered with the routes that may fit it, and their layouts', () => {
  expect(kept('/')).toEqual(['frame', 'rest', 'root', 'start']);
  expect(kept('/users')).toEqual(['rest', 'root', 'users', 'users.all']);
  expect(kept('/users/new')).toEqual(['rest', 'root', 'users', 'users.new', 'users.one']);
  expect(kept('/prices/now')).toEqual(['prices.now', 'proof', 'rest', 'root']);
});

test('however it is written', () => {
  for (const path of ['/users.data', '/USERS/', '/%75sers']) expect(kept(path)).toEqual(kept('/users'));
});

test('any other with all of them', () => {
  for (const path of ['/users/7', '/x', '//users', '/users/new/more', '/constructor'])
    expect(kept(path)).toEqual(whole);
});

test('pages of administrators, with a parameter or without, have a list of routes of their own', () => {
  const listOf = (path: string) => splitBuild(build)(path).assets.url;
  for (const path of ['/admin', '/admin/users', '/ADMIN/users/7.data', '/%61dmin/']) {
    expect(listOf(path)).toBe('/assets/manifest-1a-staff.js');
  }
  for (const path of ['/', '/users', '/users/7', '/administrators', '/x/admin']) {
    expect(listOf(path)).toBe('/assets/manifest-1a.js');
  }
});

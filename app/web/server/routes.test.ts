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
const stored = (path: string) => {
  const part = splitBuild(build)(path);
  expect(Object.keys(part.assets.routes)).toEqual(Object.keys(part.routes));
  return Object.keys(part.routes).sort();
};
const whole = Object.keys(routes).sort();

test('a route has the whole of its pattern, including its layouts', () => {
  expect(['start', 'users.all', 'users.one', 'prices.now'].map((id) => fullPath(build.routes, id))).toEqual([
    '/',
    '/users',
    '/users/:id',
    '/prices/now',
  ]);
});

test('an address without a parameter loads the routes that may match it, and their layouts', () => {
  expect(stored('/')).toEqual(['frame', 'rest', 'root', 'start']);
  expect(stored('/users')).toEqual(['rest', 'root', 'users', 'users.all']);
  expect(stored('/users/new')).toEqual(['rest', 'root', 'users', 'users.new', 'users.one']);
  expect(stored('/prices/now')).toEqual(['prices.now', 'proof', 'rest', 'root']);
});

test('an address loads the same routes in any spelling', () => {
  for (const path of ['/users.data', '/USERS/', '/%75sers']) expect(stored(path)).toEqual(stored('/users'));
});

test('any other address loads all routes', () => {
  for (const path of ['/users/7', '/x', '//users', '/users/new/more', '/constructor'])
    expect(stored(path)).toEqual(whole);
});

test('addresses of administrators, with or without a parameter, have their own list of routes', () => {
  const listOf = (path: string) => splitBuild(build)(path).assets.url;
  for (const path of ['/admin', '/admin/users', '/ADMIN/users/7.data', '/%61dmin/']) {
    expect(listOf(path)).toBe('/assets/manifest-1a-staff.js');
  }
  for (const path of ['/', '/users', '/users/7', '/administrators', '/x/admin']) {
    expect(listOf(path)).toBe('/assets/manifest-1a.js');
  }
});

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import own from '../../package.json';
import lock from '../../package-lock.json';
import { sourcesOf } from './sources';

type Locked = { version?: string };

/** The versions of a package that the lock file installs, wherever in the tree. */
const lockedVersions = (name: string): string[] =>
  Object.entries(lock.packages as Record<string, Locked>)
    .filter(([path]) => path.endsWith(`node_modules/${name}`))
    .map(([, { version = '' }]) => version);

/** Remix 2 pins the router below it to versions with published faults, so `overrides` names the patched ones. */
describe.each(Object.entries(own.overrides))('%s', (name, version) => {
  test('is installed once, in the version that package.json overrides it with', () => {
    expect(lockedVersions(name)).toEqual([version]);
  });
});

test('the router is no older than the fixes of GHSA-jjmj-jmhj-qwj2 and GHSA-wrjc-x8rr-h8h6', () => {
  expect(own.overrides).toMatchObject({
    '@remix-run/router': '1.23.4',
    'react-router': '6.30.6',
    'react-router-dom': '6.30.6',
  });
});

/** What `npm start` runs, and what the build is made with; the other commands install the packages of tests. */
const FOR_TESTS = /\.test\.|^scripts\/(bench|mutation|fault|test|browser|reports)\b/;

test('what is built and served needs no package of tests, which `npm start` does not install', () => {
  const sources = [
    ...sourcesOf('app', 'drizzle', 'scripts'),
    ...['vite.config.ts', 'remix.config.js'].map((path) => ({ path, text: readFileSync(path, 'utf8') })),
  ].filter(({ path }) => !FOR_TESTS.test(path));
  const needed = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/^(?:import|export)\s(?!type\b)[^;]*?['"]([^'"]+)['"]|\bimport\(['"]([^'"]+)['"]\)/gm)].map(
      ([, from, dynamic]) => ({ path, name: /^(@[^/]+\/)?[^/]+/.exec(from ?? dynamic ?? '')?.[0] ?? '' }),
    ),
  );
  expect(needed.map(({ name }) => name)).toEqual(expect.arrayContaining(['vite', 'react', 'better-sqlite3']));
  expect(needed.filter(({ name }) => name in own.devDependencies)).toEqual([]);
  // The commands by which an operator runs it.
  for (const command of [
    'start',
    'build',
    'audit',
    'backup',
    'restore',
    'clock',
    'admin:create',
    'keys:rotate',
  ] as const) {
    const [program = ''] = own.scripts[command].split(' ');
    const brings = { remix: '@remix-run/dev', tsx: 'tsx', node: 'express' }[program] ?? program;
    expect([command, brings in own.dependencies]).toEqual([command, true]);
  }
});

import { describe, expect, test } from 'vitest';
import own from '../../package.json';
import lock from '../../package-lock.json';

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

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import own from '../../package.json';
import lock from '../../package-lock.json';
import vex from '../../security/vex.json';
import vendored from '../../vendor/turbo-stream/package.json';
import { sourcesOf } from './sources';

type Locked = { version?: string; integrity?: string; dev?: boolean };

/** Versions of a package that the lock file installs, anywhere in the tree. */
const lockedVersions = (name: string): string[] =>
  Object.entries(lock.packages as Record<string, Locked>)
    .filter(([path]) => path.endsWith(`node_modules/${name}`))
    .map(([, { version = '' }]) => version);

/** Version that an override names, or the minimum; `$name` is the archive in `vendor`. */
const overriddenWith = (expected: string): string =>
  expected.startsWith('$') ? vendored.version : expected.replace('^', '');

/** Remix 2 pins packages below it to versions with published vulnerabilities, so `overrides` names the patched ones. */
describe.each(Object.entries(own.overrides))('%s', (name, expected) => {
  test('is installed once, in the version of the override in package.json', () => {
    const [version = '', ...others] = lockedVersions(name);
    const min = overriddenWith(expected);
    expect(others).toEqual([]);
    if (expected.startsWith('^')) expect(version.localeCompare(min, 'en', { numeric: true })).toBeGreaterThanOrEqual(0);
    else expect(version).toBe(min);
  });
});

test('every package of the lock file has the hash of its archive', () => {
  const without = Object.entries(lock.packages as Record<string, Locked>).filter(
    ([path, { integrity }]) => path !== '' && !/^sha512-/.test(integrity ?? ''),
  );
  expect(without.map(([path]) => path)).toEqual([]);
});

test('the installed turbo-stream is the archive in vendor', () => {
  const files = readdirSync('vendor/turbo-stream');
  expect(readdirSync('node_modules/turbo-stream').sort()).toEqual(files.sort());
  for (const file of files) {
    const [installed, ours] = ['node_modules', 'vendor'].map((folder) =>
      readFileSync(`${folder}/turbo-stream/${file}`, 'utf8'),
    );
    expect([file, installed]).toEqual([file, ours]);
  }
});

describe('security/vex.json', () => {
  const sources = sourcesOf('app', 'scripts');

  test.each(vex.statements)(
    '$vulnerability.name concerns an installed package, and names a test',
    ({ products, status_notes }) => {
      for (const { '@id': purl } of products) {
        const [, name = '', version = ''] = /^pkg:npm\/(.+)@([^@]+)$/.exec(decodeURIComponent(purl)) ?? [];
        expect([purl, lockedVersions(name).includes(version)]).toEqual([purl, true]);
      }
      const [, file = '', name = ''] = /Shown by (\S+): (.+)$/.exec(status_notes) ?? [];
      expect(readFileSync(file, 'utf8')).toContain(name);
    },
  );

  test('no source starts the development server of esbuild', () => {
    const builds = sources.filter(({ text }) => /from 'esbuild'|require\('esbuild'\)/.test(text));
    expect(builds.filter(({ text }) => /\.serve\(|\bserve:/.test(text))).toEqual([]);
  });

  test('the old copy of Vite has no input, and no route is written in MDX', () => {
    const files = readdirSync('app', { recursive: true }).map(String);
    expect(files.filter((path) => /\.css\.[jt]s$|\.mdx?$/.test(path))).toEqual([]);
  });

  test('the server needs no package of the tests', () => {
    const ofTests = Object.entries(lock.packages as Record<string, Locked>).filter(([path]) =>
      /node_modules\/(s3rver|dicer|busboy)$|s3rver\/node_modules\/fast-xml-parser$/.test(path),
    );
    expect(ofTests).toHaveLength(4);
    expect(ofTests.filter(([, { dev }]) => !dev)).toEqual([]);
  });

  test('Remix is the last version of major version 2', () => {
    for (const name of ['react', 'node', 'express', 'server-runtime']) {
      expect(lockedVersions(`@remix-run/${name}`)).toEqual(['2.17.5']);
    }
  });
});

test('the router is no older than the fixes of GHSA-jjmj-jmhj-qwj2 and GHSA-wrjc-x8rr-h8h6', () => {
  expect(lockedVersions('@remix-run/router')).toEqual(['1.23.4']);
  for (const name of ['react-router', 'react-router-dom']) expect(lockedVersions(name)).toEqual(['6.30.6']);
});

/** Files used only by tests and benchmarks, which may import devDependencies. */
const FOR_TESTS = /\.test\.|^scripts\/(bench|fault|test|browser|reports)\b/;

test('build and server need no package of the tests, which `npm start` does not install', () => {
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
  for (const command of 'start build audit backup restore clock admin:create keys:rotate'.split(' ')) {
    const [program = ''] = (own.scripts as Record<string, string>)[command]?.split(' ') ?? [];
    const brings = { remix: '@remix-run/dev', tsx: 'tsx', node: 'express' }[program] ?? program;
    expect([command, brings in own.dependencies]).toEqual([command, true]);
  }
});

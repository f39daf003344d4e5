import { expect, expectTypeOf, test } from 'vitest';
import type { Engine, ReplicaReader } from '~/platform/db/engine';
import type { read } from '~/platform/db/index.server';

/*
 * What a replica has may be ten seconds old. Pages that decide something, or show what their reader may spend, are read from the primary.
 */

/** Those that may be read late, and why. */
const LATE: Record<string, string> = {
  'admin/audit': 'What has happened; an administrator sees their own acts at once.',
  'admin/outbox': 'What was mailed; a mail that is tried again is read anew where it is sent.',
  'admin/search': 'A way to what was found, whose own page is read from the primary.',
  'admin/users/list': 'A way to users, whose own pages are read from the primary.',
  'investor/transactions/statement': 'Of a period that has been over for an hour.',
  ...Object.fromEntries(
    ['apiDocs', 'buybitcoin', 'faq', 'landing', 'sitemap', 'traders/compare', 'traders/list', 'traders/trader'].map(
      (name) => [`public/${name}`, 'The same for all visitors, and kept in memory.'],
    ),
  ),
};

type Loader = { readsLate?: boolean };

const modules = import.meta.glob<{ loader?: Loader }>('../../app/routes/**/*.{ts,tsx}', { eager: true });
const loaders = Object.entries(modules).flatMap(([path, { loader }]) =>
  loader ? [{ name: /\/app\/routes\/(.+)\.tsx?$/.exec(path)?.[1] ?? path, ...loader }] : [],
);

test('every page that may be read from a replica is known, and so is why', () => {
  const late = loaders.filter(({ readsLate }) => readsLate);
  expect(late.map(({ name }) => name).toSorted()).toEqual(Object.keys(LATE));
});

test('a handle for reading has nothing to write with', () => {
  type Writing = 'insert' | 'update' | 'delete';
  expectTypeOf<Extract<keyof ReturnType<typeof read> | keyof ReplicaReader['read'], Writing>>().toBeNever();
  expectTypeOf<Extract<keyof Engine['read'], Writing>>().toEqualTypeOf<Writing>();
});

// On both engines: migrations and backups.
/** Databases and backups of released versions, opened by this version and by the next one, which has one more migration. */
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { flag, id, instant, table, text } from '#drizzle/columns';
import { PROTECTION } from '#drizzle/protection';
import {
  announcement,
  copiedOrder,
  copy,
  deposit,
  installation,
  investment,
  mirror,
  user,
  withdrawal,
} from '#drizzle/schema';
import { makeBackup, restoreBackup } from '~/backups/index.server';
import { backfillCopyActs } from '~/features/copying/copy/lifecycle/backfillCopyActs.server';
import { backfillShownAddresses } from '~/features/money/wallet/deposits/depositAddress.server';
import { adoptResets } from '~/features/people/users/adoptResets.server';
import { audit } from '~/ledger/proof/audit.server';
import { recordRestoredHead } from '~/ledger/proof/heads.server';
import { findAlteredRows } from '~/ledger/proof/rowAudit.server';
import { sealNextBatch } from '~/ledger/proof/seal.server';
import { checkSealKeys } from '~/ledger/proof/sealKeys.server';
import { after, DAY } from '~/platform/clock';
import { countRows } from '~/platform/db/countRows.server';
import {
  closeDatabase,
  countPendingMigrations,
  getSealedTable,
  migrate,
  openDatabase,
  read,
  rowsInBackground,
  type SealedTable,
  write,
} from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { env } from '~/platform/env';
import { prepareInstallation } from '~/platform/installation/index.server';
import { clock, emptyDatabase, onPostgres, useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { makeNextVersion } from '../../support/nextVersion';
import { behindTheBack } from '../ledger/ledger.fixtures';

const version = vi.hoisted(() => {
  // Modules loaded by the setup would keep the real one.
  vi.resetModules();
  return { root: null as string | null };
});
vi.mock('~/platform/db/migrations', async (importActual) => {
  const actual = await importActual<typeof import('~/platform/db/migrations')>();
  const { join } = await import('node:path');
  return {
    ...actual,
    migrationsFolder: (engine: 'sqlite' | 'postgres') =>
      version.root ? join(version.root, 'drizzle', engine) : actual.migrationsFolder(engine),
  };
});

const FIXTURES = join(import.meta.dirname, '../../fixtures');
const versions = readdirSync(FIXTURES).filter((name) => existsSync(join(FIXTURES, name, 'secrets.json')));

const folder = mkdtempSync(join(tmpdir(), 'mirrorbook-versions-'));
const next = join(folder, 'next');
makeNextVersion(next);
afterEach(() => {
  version.root = null;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

useDatabase();

const NEWER = 'newer version of Mirrorbook';
const IMPORTANT = { user, deposit, withdrawal, investment, copy, mirror, copiedOrder };

/** Uses the settings and secrets of an installation of that version. */
async function moveTo(released: string): Promise<void> {
  await closeDatabase();
  testEnv(JSON.parse(readFileSync(join(FIXTURES, released, 'secrets.json'), 'utf8')));
  mkdirSync(env().DATA_DIR, { recursive: true });
}

/** Opens a copy of that version's SQLite database. @returns its path */
async function openCopy(released: string): Promise<string> {
  await moveTo(released);
  const path = join(env().DATA_DIR, 'mirrorbook.db');
  writeFileSync(path, gunzipSync(readFileSync(join(FIXTURES, released, 'mirrorbook.db.gz'))));
  await openDatabase(`file:${path}`);
  return path;
}

/** Restores that version's backup into an empty database of this engine. */
async function restore(released: string): Promise<void> {
  await moveTo(released);
  await openDatabase(await emptyDatabase());
  await restoreBackup(join(FIXTURES, released, 'database.jsonl.gz'), { replace: false });
  await recordRestoredHead();
}

/** Starts with a database, and asserts that its audit has no findings and that requests succeed. */
async function startsClean(): Promise<void> {
  await migrate();
  await prepareInstallation();
  await checkSealKeys();
  await backfillCopyActs();
  await adoptResets();
  await backfillShownAddresses();
  expect(await countPendingMigrations()).toBe(0);
  const [made] = await read().select().from(installation);
  clock.set(after(made?.createdAt ?? clock.at, DAY));
  expect((await audit()).findings).toEqual([]);
  for (const [name, table] of Object.entries(IMPORTANT))
    expect([name, await countRows(read(), table)]).not.toContain(0);
  await write((tx) => tx.update(user).set({ country: 'Germany' }));
  while (await sealNextBatch());
  expect((await audit()).findings).toEqual([]);
}

const notes = () => rowsInBackground<{ next_note: string | null }>(sql`select next_note from "user" order by username`);
const backupsBeside = (path: string) => readdirSync(dirname(path)).filter((name) => name.endsWith('.backup'));

test('there is a fixture of each version in the change log', () => {
  const log = readFileSync(join(FIXTURES, '../../CHANGELOG.md'), 'utf8');
  const released = [...log.matchAll(/^## \[?(\d+\.\d+\.\d+)/gm)].map(([, name]) => name);
  expect(versions.toSorted()).toEqual(released.toSorted());
});

describe.each(versions)('version %s', (released) => {
  test('its backup is restored, and its books are clean', async () => {
    await restore(released);
    await startsClean();
  });

  test('the next version restores its backup and migrates it', async () => {
    version.root = next;
    await restore(released);
    await startsClean();
    expect(await notes()).toEqual([{ next_note: 'of Ann' }, { next_note: 'of Bob' }]);
  });

  test('the next version opens its database, which this one refuses from then on, like its backups', async () => {
    const path = onPostgres ? null : await openCopy(released);
    if (!path) await restore(released);
    version.root = next;
    expect(await countPendingMigrations()).toBeGreaterThan(0);
    await startsClean();
    if (path) expect(backupsBeside(path)).toHaveLength(1);
    const made = join(env().DATA_DIR, 'made');
    await makeBackup(made);
    version.root = null;
    await expect(migrate()).rejects.toThrow(`This database was written by a ${NEWER}. Start that version, or restore`);
    await closeDatabase();
    await openDatabase(await emptyDatabase());
    await expect(restoreBackup(made, { replace: false })).rejects.toThrow(
      `This backup was created by a ${NEWER}. Restore it with that version, or a later one`,
    );
  });

  test.skipIf(onPostgres)(
    'its database is opened, with a backup beside it where there is something to migrate',
    async () => {
      const path = await openCopy(released);
      const pending = await countPendingMigrations();
      await startsClean();
      expect(backupsBeside(path)).toHaveLength(pending > 0 ? 1 : 0);
    },
  );
});

const REFUSED = 'written by a version of Mirrorbook before 1.0.0, or between two releases, which this one can’t';

test.skipIf(onPostgres)('a database from before 1.0.0 is refused with a message, and left unchanged', async () => {
  await closeDatabase();
  const path = join(env().DATA_DIR, 'early.db');
  mkdirSync(env().DATA_DIR, { recursive: true });
  const early = new Database(path);
  early.exec('create table __drizzle_migrations (id integer, hash text not null, created_at numeric)');
  early.exec("insert into __drizzle_migrations (hash, created_at) values ('early', 1700000000000)");
  early.close();
  await openDatabase(`file:${path}`);
  await expect(migrate()).rejects.toThrow(REFUSED);
  expect(backupsBeside(path)).toHaveLength(0);
});

/** Creates the folder of a version between two releases, whose newest migration is older and has another end. */
function makeUnreleased(root: string, end: string): void {
  for (const engine of ['sqlite', 'postgres']) {
    const drizzle = join(root, 'drizzle', engine);
    cpSync(join(FIXTURES, '../../drizzle', engine), drizzle, { recursive: true });
    const journal = JSON.parse(readFileSync(join(drizzle, 'meta/_journal.json'), 'utf8'));
    journal.entries.at(-1).when -= 1;
    writeFileSync(join(drizzle, 'meta/_journal.json'), JSON.stringify(journal));
    appendFileSync(join(drizzle, `${journal.entries.at(-1).tag}.sql`), end);
  }
}

test.each([
  ['a column', 'alter table "user" add "later" text;'],
  ['a table less', 'drop table "user_tag";'],
])('a database and a backup made between two releases, with %s, are refused with a message', async (name, end) => {
  version.root = join(folder, name);
  makeUnreleased(version.root, `\n${end}`);
  await closeDatabase();
  await openDatabase(await emptyDatabase());
  await migrate();
  await prepareInstallation();
  const made = join(env().DATA_DIR, name);
  await makeBackup(made);
  version.root = null;
  await expect(countPendingMigrations()).rejects.toThrow(REFUSED);
  await expect(migrate()).rejects.toThrow(REFUSED);
  await closeDatabase();
  await openDatabase(await emptyDatabase());
  await expect(restoreBackup(made, { replace: false })).rejects.toThrow(
    'of this backup does not belong to a released version of Mirrorbook',
  );
});

describe('beside a process of the next version, which has more columns', () => {
  const before = announcement;
  const after = table('announcement', {
    id: id('id').primaryKey(),
    kind: text('kind').$type<'news'>().notNull(),
    audience: text('audience').$type<'all'>().notNull(),
    text: text('text').notNull(),
    dismissable: flag('dismissable').notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    endedAt: instant('ended_at'),
    createdAt: instant('created_at').notNull(),
    note: text('note'),
    isPinned: flag('is_pinned').notNull().default(false),
  });
  const row = (text: string) => {
    const at = clock.at;
    return {
      id: text,
      kind: 'news',
      audience: 'all',
      text,
      dismissable: true,
      startsAt: at,
      endsAt: at,
      createdAt: at,
    } as const;
  };
  const refusal = (which: typeof before | typeof after) =>
    verified(read(), which).then(
      () => null,
      (error) => error.name,
    );

  beforeEach(async () => {
    // PostgreSQL empties a file's database and leaves its tables.
    const add = onPostgres ? 'add if not exists' : 'add';
    await behindTheBack(
      `alter table announcement ${add} note text`,
      `alter table announcement ${add} is_pinned ${onPostgres ? 'boolean' : 'integer'} not null default false`,
    );
    Object.assign(PROTECTION.announcement, { later: ['note', 'isPinned'] });
    await write((tx) => tx.insert(after).values({ ...row('by the next'), note: 'a', isPinned: true }));
    await write((tx) => tx.insert(before).values(row('by this')));
  });
  afterEach(() => void Object.assign(PROTECTION.announcement, { later: [] }));

  const change = (which: string) =>
    write((tx) => tx.update(before).set({ text: 'changed' }).where(eq(before.id, which)));

  test('each works with the other’s rows, and columns unknown to the older one keep their values', async () => {
    for (const which of ['by the next', 'by this']) {
      await change(which);
      await write((tx) => tx.update(after).set({ isPinned: false, note: 'b' }).where(eq(after.id, which)));
      await change(which);
      expect([await refusal(before), await refusal(after)]).toEqual([null, null]);
    }
    expect((await verified(read(), after)).map(({ text, note }) => [text, note])).toEqual([
      ['changed', 'b'],
      ['changed', 'b'],
    ]);
    await write((tx) => tx.delete(before));
    expect(await findAlteredRows(getSealedTable(after) as SealedTable)).toEqual([]);
  });

  test.each([
    ['by the next', "note = 'x'"],
    ['by the next', 'note = null'],
    ['by the next', 'is_pinned = false'],
    ['by this', "note = 'x'"],
    ['by this', 'is_pinned = true'],
  ])('a row written %s is found altered by %s, also once the older one has changed it', async (which, set) => {
    await behindTheBack(`update announcement set ${set} where id = '${which}'`);
    for (const write of [async () => {}, () => change(which)]) {
      await write();
      expect([await refusal(before), await refusal(after)]).toEqual([null, 'AlteredRowError']);
      expect(await findAlteredRows(getSealedTable(after) as SealedTable)).toMatchObject([
        { row: `announcement ${which}` },
      ]);
    }
  });
});

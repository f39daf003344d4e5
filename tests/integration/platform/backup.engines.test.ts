// On both engines: backups from each engine to each.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { account, event } from '#drizzle/schema';
import { fillFromBackup } from '~/backups/readBackup.server';
import { writeBackup } from '~/backups/writeBackup.server';
import type { BackupValue, Engine } from '~/platform/db/engine';
import { insertAll, write } from '~/platform/db/index.server';
import { getTablesAtLevel, listLevels } from '~/platform/db/levels';
import { prepareInstallation } from '~/platform/installation/index.server';
import { databaseUrl, emptyDatabase, onPostgres, useDatabase } from '../../support/database';
import { cases } from '../../support/depth';

useDatabase();
beforeEach(prepareInstallation);

const folder = mkdtempSync(join(tmpdir(), 'mirrorbook-neutral-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = async (url: string): Promise<Engine> =>
  url.startsWith('file:')
    ? await (await import('~/platform/db/engines/sqlite.server')).open(url)
    : await (await import('~/platform/db/engines/postgres.server')).open(url);

const engineOf = (url: string) => (url.startsWith('file:') ? 'sqlite' : 'postgres');

/** Backs up a database and restores it into another one, possibly of the other engine. */
async function move(from: string, to: string): Promise<void> {
  const file = join(folder, randomUUID());
  const [source, target] = [await open(from), await open(to)];
  try {
    const about = { engine: engineOf(from), madeAt: new Date(0).toISOString() } as const;
    const head = await source.withSnapshot((moment) => writeBackup(moment, file, about));
    await target.replaceWith(head.level, (filling) => fillFromBackup(file, filling), false);
  } finally {
    await Promise.all([source.close(), target.close()]);
    rmSync(file, { force: true });
  }
}

/** Returns all rows of all tables in the format of a backup, which does not depend on the engine's JSON. */
async function everything(url: string): Promise<Record<string, unknown>> {
  const engine = await open(url);
  try {
    return await engine.withSnapshot(async (moment) => {
      const all: Record<string, unknown> = {};
      for (const table of getTablesAtLevel(listLevels().at(-1) as string)) {
        const plain = (row: BackupValue[]) =>
          JSON.stringify(
            row.map((value, at) => (table.columns[at]?.kind === 'json' && value !== null ? ordered(value) : value)),
          );
        const rows: string[] = [];
        for await (const page of moment.pages(table)) rows.push(...page.map(plain));
        all[table.name] = rows.toSorted();
      }
      return all;
    });
  } finally {
    await engine.close();
  }
}

const ordered = (text: BackupValue): unknown =>
  JSON.parse(String(text), (_key, value) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

// Text that both engines can store: PostgreSQL refuses the character 0, and both refuse unpaired surrogates.
const anyText = fc.string({ unit: 'binary', maxLength: 30 }).map((text) => text.replaceAll('\0', ''));
const anyMoney = fc.bigInt({ min: -(2n ** 53n) + 1n, max: 2n ** 53n - 1n });
const anyInstant = fc.date({ noInvalidDate: true });
const anyWhole = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const anyJson = fc.dictionary(anyText, anyText, { noNullPrototype: true });

const anyEvent = fc.record({
  id: fc.uuid(),
  thing: anyText,
  thingId: anyText,
  event: anyText,
  fromState: fc.option(anyText),
  toState: fc.option(anyText),
  actorKind: fc.constantFrom('investor' as const, 'admin' as const, 'system' as const),
  actorId: fc.option(anyText),
  userId: fc.option(anyText),
  reason: fc.option(anyText),
  details: fc.option(anyJson),
  at: anyInstant,
});
const anyAccount = fc.record({
  id: fc.uuid(),
  code: fc.uuid(),
  stripe: fc.integer({ min: 0, max: 7 }),
  ownerId: fc.option(anyText),
  normalSide: fc.constantFrom('debit' as const, 'credit' as const),
  floored: fc.boolean(),
  debits: anyMoney,
  credits: anyMoney,
  version: anyWhole,
  mac: anyText,
});
/** Returns whether an account satisfies the check constraint: a floored balance is not negative. */
const isPossible = ({ floored, normalSide, debits, credits }: typeof account.$inferSelect) =>
  !floored || (normalSide === 'debit' ? debits >= credits : credits >= debits);

test('rows of any values survive a backup and a restore, into either engine and back', async () => {
  const own = databaseUrl();
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(anyEvent, { selector: ({ id }) => id, maxLength: 20 }),
      fc.uniqueArray(anyAccount.filter(isPossible), { selector: ({ id }) => id, maxLength: 20 }),
      async (events, accounts) => {
        await write(async (tx) => {
          await insertAll(tx, event, events);
          await insertAll(tx, account, accounts);
        });
        const expected = await everything(own);
        const other = await emptyDatabase();
        await move(own, other);
        expect(await everything(other)).toEqual(expected);
        if (!onPostgres) return;
        const [file, back] = [`file:${join(folder, `${randomUUID()}.db`)}`, await emptyDatabase()];
        await move(own, file);
        expect(await everything(file)).toEqual(expected);
        await move(file, back);
        expect(await everything(back)).toEqual(expected);
      },
    ),
    // Rows of all runs stay in the one database, and IDs are practically unique.
    { numRuns: cases(5), endOnFailure: true },
  );
}, 300_000);

test('every column of every level has a format in backups, and both engines have the same levels', async () => {
  for (const level of listLevels()) expect(getTablesAtLevel(level).length).toBeGreaterThan(10);
  const { readMigrationFiles } = await import('drizzle-orm/migrator');
  for (const engine of ['sqlite', 'postgres']) {
    expect(readMigrationFiles({ migrationsFolder: `drizzle/${engine}` })).toHaveLength(listLevels().length);
  }
});

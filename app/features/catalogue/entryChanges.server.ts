import { eq } from 'drizzle-orm';
import type { Handle } from '~/platform/db/index.server';
import { type ChangedValue, changesOf } from '~/platform/events/changes';
import { CATALOGUE_TABLES } from './internal/catalogueTables.server';
import type { CatalogueKind } from './kinds';

type Values = Record<string, unknown>;

/** An entry of the catalogue as its row is now; null when there is none. */
export async function entryRow(tx: Handle, kind: CatalogueKind, code: string): Promise<Values | null> {
  const { table, key } = CATALOGUE_TABLES[kind];
  const [row] = await tx.select().from(table).where(eq(key, code));
  return row ?? null;
}

/** What these values would change of an entry, in words, from before to after. */
export async function entryChanges(
  tx: Handle,
  kind: CatalogueKind,
  code: string,
  values: Values,
): Promise<ChangedValue[]> {
  const { words } = CATALOGUE_TABLES[kind];
  const row = await entryRow(tx, kind, code);
  return row ? changesOf(words(row), words({ ...row, ...values })) : [];
}

/** All that a new entry is, in words. */
export const newEntry = (kind: CatalogueKind, values: Values): ChangedValue[] =>
  changesOf({}, CATALOGUE_TABLES[kind].words(values));

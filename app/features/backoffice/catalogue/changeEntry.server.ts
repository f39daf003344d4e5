import { eq } from 'drizzle-orm';
import type { Handle } from '~/platform/db/index.server';
import { describeDifferences } from '~/platform/events/changes';
import { record } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { CATALOGUE_TABLES } from './internal/catalogueTables.server';
import { type CatalogueKind, ENTRY_RIGHTS, KIND_NAMES } from './kinds';

type Values = Record<string, unknown>;

export async function changeEntry(
  tx: Handle,
  by: Actor,
  kind: CatalogueKind,
  code: string,
  values: Values,
  reason?: string,
): Promise<Result<{ code: string }>> {
  const without = await refuseUnlessMay(tx, by, ENTRY_RIGHTS[kind]);
  if (without) return without;
  const { table, key, describeRow, problem, changed } = CATALOGUE_TABLES[kind];
  const [before] = await tx.select().from(table).where(eq(key, code));
  if (!before) return refuse('not-found', `There is no such ${KIND_NAMES[kind]}.`);
  const after = { ...before, ...values };
  const wrong = await problem(after);
  if (wrong) return { ok: false, error: wrong };
  const details = describeDifferences(describeRow(before), describeRow(after));
  if (Object.keys(details).length === 0) return refuse('no-changes', 'No changes were made');
  await tx.update(table).set(values).where(eq(key, code));
  await record(tx, { thing: KIND_NAMES[kind], thingId: code, event: 'change', by, reason: reason || null, details });
  await changed?.(tx, by, before, after);
  return done({ code });
}

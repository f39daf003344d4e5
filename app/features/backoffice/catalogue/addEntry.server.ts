import { eq, max } from 'drizzle-orm';
import type { Handle } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { CATALOGUE_TABLES } from './internal/catalogueTables.server';
import { type CatalogueKind, ENTRY_RIGHTS, KIND_NAMES } from './kinds';

/** Adds a plan or method at the end of its list. Its code is permanent, since addresses and the books use it. */
export async function addEntry(
  tx: Handle,
  by: Actor,
  kind: Exclude<CatalogueKind, 'rate'>,
  { code, ...values }: Record<string, unknown> & { code: string },
): Promise<Result<{ code: string }>> {
  const without = await refuseUnlessMay(tx, by, ENTRY_RIGHTS[kind]);
  if (without) return without;
  const { table, key, position, describeRow, problem } = CATALOGUE_TABLES[kind];
  const [known] = await tx.select().from(table).where(eq(key, code));
  if (known) return refuse('taken', 'This code is already used', 'code');
  const [last] = position ? await tx.select({ position: max(position) }).from(table) : [];
  const row = { ...values, [kind === 'plan' ? 'id' : 'code']: code, position: Number(last?.position ?? -1) + 1 };
  const wrong = await problem(row);
  if (wrong) return { ok: false, error: wrong };
  await tx.insert(table).values(row);
  await record(tx, { thing: KIND_NAMES[kind], thingId: code, event: 'add', by, details: describeRow(row) });
  return done({ code });
}

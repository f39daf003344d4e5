import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { copy as copyTable, mirror, trade } from '#drizzle/schema';
import { type Handle, read, write } from '~/platform/db/index.server';
import { done, type Result } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { recordTrade, type tradeSchema, type voidSchema, voidTrade } from '../traders';
import { type CopyEffect, effectText } from './effect';
import { mirrorToSome } from './mirrorTrade.server';
import { RUNNING } from './states';
import { voidInSome } from './voidMirrors.server';

/** What entering a result would do to copies now, in a line. */
export const tellEntry = (by: Actor, asked: z.output<typeof tradeSchema>): Promise<Result<string>> =>
  rehearsed(asked.id, (tx) => recordTrade(tx, by, asked));

/** What voiding a result, or putting another in its place, would do to copies now, in a line. */
export async function tellVoid(by: Actor, asked: z.output<typeof voidSchema>): Promise<Result<string>> {
  const [found] = await read().select().from(trade).where(eq(trade.id, asked.trade));
  return await rehearsed(found?.traderId ?? '', (tx) => voidTrade(tx, by, asked));
}

/** The trade that was entered or voided, and the one that was entered in its place. */
type Changed = { id: string; replacement?: string };

/** Copies that are gone through at a time. */
const STEP = 100;

/** Does something to a trader's log and its copies to the end, looks at it, and takes it back. */
async function rehearsed(traderId: string, work: (tx: Handle) => Promise<Result<Changed>>): Promise<Result<string>> {
  // A refusal takes back what was written.
  const { tried } = await write(async (tx) => ({
    ok: false as const,
    tried: await doneAndCounted(tx, traderId, work),
  }));
  return tried;
}

async function doneAndCounted(
  tx: Handle,
  traderId: string,
  work: (tx: Handle) => Promise<Result<Changed>>,
): Promise<Result<string>> {
  const before = await copiesOf(tx, traderId);
  const ran = await work(tx);
  if (!ran.ok) return ran;
  const changed = [ran.value.id, ran.value.replacement ?? ran.value.id];
  for (const id of changed) {
    while ((await voidInSome(tx, id, STEP)) > 0);
    while ((await mirrorToSome(tx, id, STEP)) > 0);
  }
  const after = await copiesOf(tx, traderId);
  const mirrors = await tx
    .select({ status: mirror.status })
    .from(copyTable)
    .innerJoin(mirror, and(eq(mirror.copyId, copyTable.id), inArray(mirror.tradeId, changed)))
    .where(eq(copyTable.traderId, traderId));
  return done(
    effectText(
      effectOf(
        before,
        after,
        mirrors.map(({ status }) => status),
      ),
    ),
  );
}

type Copies = Map<string, { result: bigint; running: boolean }>;

async function copiesOf(tx: Handle, traderId: string): Promise<Copies> {
  const rows = await tx.select().from(copyTable).where(eq(copyTable.traderId, traderId));
  return new Map(rows.map(({ id, result, status }) => [id, { result, running: RUNNING.includes(status) }]));
}

function effectOf(before: Copies, after: Copies, mirrors: string[]): CopyEffect {
  const pairs = [...after].map(([id, now]) => ({ was: before.get(id) ?? now, now }));
  return {
    copies: pairs.filter(({ was, now }) => was.result !== now.result).length,
    change: pairs.reduce((sum, { was, now }) => sum + now.result - was.result, 0n),
    ended: pairs.filter(({ was, now }) => was.running && !now.running).length,
    returned: pairs.filter(({ was, now }) => !was.running && now.running).length,
    waiting: mirrors.filter((status) => status === 'waiting' || status === 'voiding').length,
    kept: mirrors.filter((status) => status === 'kept').length,
  };
}

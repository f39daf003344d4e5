import { and, asc, eq, exists, gt, inArray } from 'drizzle-orm';
import { COPY_ACTS, copyAct, copy as copyTable, event as eventTable } from '#drizzle/schema';
import { countRows } from '~/platform/db/countRows.server';
import { findAll, read, write } from '~/platform/db/index.server';
import { matchesNewestVersion } from '~/platform/db/verified.server';
import { log } from '~/platform/log/index.server';
import { parseDaySpread } from '../daySpread';
import { recordAct } from '../following/internal/copyActs.server';

const BATCH_SIZE = 100;

const isAct = and(eq(eventTable.thing, 'copy'), inArray(eventTable.event, [...COPY_ACTS]));

/** Migrates the acts of copies from events of version 1.0.0; events with an invalid MAC are skipped. */
export async function backfillCopyActs(): Promise<void> {
  for (let after = ''; ; ) {
    const events = read()
      .select({ id: eventTable.id })
      .from(eventTable)
      .where(and(isAct, eq(eventTable.thingId, copyTable.id)));
    const copies = await read()
      .select({ id: copyTable.id })
      .from(copyTable)
      .where(and(eq(copyTable.acts, 0), gt(copyTable.id, after), exists(events)))
      .orderBy(asc(copyTable.id))
      .limit(BATCH_SIZE);
    const last = copies.at(-1);
    if (!last) return;
    after = last.id;
    for (const { id } of copies) await backfillActsOf(id);
  }
}

async function backfillActsOf(copyId: string): Promise<void> {
  await write(async (tx) => {
    // Another process may have migrated it meanwhile.
    if ((await countRows(tx, copyAct, eq(copyAct.copyId, copyId))) > 0) return;
    const events = (await findAll(tx, eventTable, { thing: 'copy', thingId: copyId })).sort(
      (one, other) => one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1),
    );
    let acts = 0;
    for (const row of events) {
      const act = COPY_ACTS.find((name) => name === row.event);
      if (!act) continue;
      if (!(await matchesNewestVersion(tx, eventTable, row.id, row))) {
        log().error({ event: row.id }, 'an altered event of a copy was ignored');
        continue;
      }
      const daySpreadBefore = act === 'limit-day-spread' ? parseDaySpread(row.details?.from ?? '') : null;
      await recordAct(tx, { id: copyId, acts }, act, { daySpreadBefore, at: row.at });
      acts += 1;
    }
  });
}

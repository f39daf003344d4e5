import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import { installation, rowVersion, seal } from '#drizzle/schema';
import { systemNow } from '~/platform/clock';
import { read, type SealedTable, takeOverRows, write } from '~/platform/db/index.server';
import { ConfigurationError } from '~/platform/env';
import { record } from '~/platform/events/index.server';
import { fingerprints } from '~/platform/installation/index.server';
import { log } from '~/platform/log/index.server';
import { SYSTEM } from '~/platform/states';
import { resealMigratedRows } from './migratedRows.server';
import { sealedTables } from './rowAudit.server';
import { sealJournalsOfBefore, verifySeals } from './seal.server';

/** Rows taken over in one transaction. */
const BATCH = 200;

/** Brings an installation's seals up to today's code: of one from before rows had versions, and of one from after. */
export async function takeOverInstallation(): Promise<void> {
  await takeOverFromBefore();
  await resealMigratedRows();
}

/**
 * Takes an installation over that was made before rows had versions: looks whether its seals verify, seals the journals that
 * have none yet, and writes the first version of each row. Once in its life; it goes on where it was interrupted. What does
 * not verify is told and stays a finding of the audit.
 */
async function takeOverFromBefore(): Promise<void> {
  if (!(await isDue())) return;
  const { broken, last } = await verifySeals();
  if (last.position > 0 && broken.length >= last.position) {
    throw new ConfigurationError(
      'SEAL_SECRET is not the one these books were sealed with: none of the seals verifies.',
    );
  }
  for (const { row, detail } of broken.slice(0, 100)) log().error({ row, detail }, 'taken over though it is off');
  while (await sealJournalsOfBefore());
  let taken = 0;
  // The installation's own row last: until then it says that this is not finished.
  for (const sealed of sealedTables()) if (sealed.table !== installation) taken += await takeOver(sealed);
  const at = systemNow();
  await write(async (tx) => {
    const [row] = await tx.select().from(installation);
    if (!row || row.versionsSince) return;
    await takeOverRows(tx, installation, [row]);
    const [chained] = await tx.select({ position: seal.position }).from(seal).limit(1);
    const set = { versionsSince: at, chainBegunAt: chained ? at : null, ...fingerprints().present };
    await tx.update(installation).set(set).where(eq(installation.id, row.id));
    const details = { rows: String(taken), findings: String(broken.length) };
    await record(tx, { thing: 'installation', thingId: row.id, event: 'take-over', by: SYSTEM, details, at });
  });
  log().info({ rows: taken, findings: broken.length }, 'rows were taken over');
}

/** Is this an installation of before? One whose chain has sealed versions is not, whatever its row says now. */
async function isDue(): Promise<boolean> {
  const [due] = await read().select().from(installation).where(isNull(installation.versionsSince));
  if (!due || due.chainBegunAt) return false;
  const [sealedAlready] = await read()
    .select({ position: seal.position })
    .from(seal)
    .where(isNotNull(seal.rowVersionId))
    .limit(1);
  return sealedAlready === undefined;
}

async function takeOver({ name, table, keyColumn }: SealedTable): Promise<number> {
  let taken = 0;
  for (;;) {
    const rows = await write(async (tx) => {
      const batch = await tx
        .select({ row: table })
        .from(table)
        .leftJoin(rowVersion, and(eq(rowVersion.thing, name), eq(rowVersion.rowKey, keyColumn)))
        .where(isNull(rowVersion.id))
        .orderBy(asc(keyColumn))
        .limit(BATCH);
      await takeOverRows(
        tx,
        table,
        batch.map(({ row }) => row as never),
      );
      return batch.length;
    });
    taken += rows;
    if (rows < BATCH) return taken;
  }
}

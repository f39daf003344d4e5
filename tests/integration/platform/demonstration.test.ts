import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { count, eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { administrator, copy, deposit, journal, kyc, mail, trader, user } from '#drizzle/schema';
import { copyJobs } from '~/features/copying/copy/jobs.server';
import { read } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { prepareInstallation, readSeedTime } from '~/platform/installation/index.server';
import { ensureCatalogue } from '~/seed/catalogue.server';
import { ensureDemonstration } from '~/seed/demonstration.server';
import { useDatabase } from '../../support/database';
import { clean } from '../../support/trading/copies';

// Omits simulated traders, because computing their history takes long; the rest is complete.
useDatabase({ MARKET_FEED: 'public', EXCHANGE_URL: 'http://127.0.0.1:1', BANK_URL: 'http://127.0.0.1:1' }, async () => {
  await prepareInstallation();
});

const TABLES = { administrator, trader, user, copy, journal, deposit, kyc, mail };

/** Number of rows of each table. */
async function counted(): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (const [name, table] of Object.entries(TABLES)) {
    const [row] = await read().select({ rows: count() }).from(table);
    rows[name] = row?.rows ?? 0;
  }
  return rows;
}

const fill = () => ensureDemonstration(() => {});
const signIns = () => readFileSync(join(env().DATA_DIR, 'demonstration.json'), 'utf8');

test('the demonstration is filled completely and once, wherever a start that fills it is interrupted', async () => {
  // The demonstration fails at its first deposit, because no method exists.
  await expect(fill()).rejects.toThrow('The demonstration could not be made');
  expect(new Set(Object.values(await counted()))).toEqual(new Set([0]));
  const found = signIns();
  await ensureCatalogue();

  // The history is written, and the start is interrupted while jobs do the rest.
  const job = copyJobs[0]!;
  const broken = vi.spyOn(job, 'run').mockRejectedValueOnce(new Error('broken off'));
  await expect(fill()).rejects.toThrow('broken off');
  broken.mockRestore();
  const past = await counted();
  expect(past).toMatchObject({ administrator: 1, trader: 1, user: 2, copy: 1, kyc: 1 });
  expect(past.mail).toBeGreaterThan(0);
  expect(await readSeedTime()).toBeNull();

  await fill();
  expect(await readSeedTime()).not.toBeNull();
  const { journal, mail: mails, ...whole } = await counted();
  expect({ ...past, ...whole }).toEqual(past);
  expect(mails).toBeGreaterThanOrEqual(past.mail ?? 0);
  expect(await read().select({ id: mail.id }).from(mail).where(eq(mail.status, 'waiting'))).toEqual([]);
  expect(journal).toBeGreaterThanOrEqual(past.journal ?? 0);
  await fill();
  expect(await counted()).toEqual({ journal, mail: mails, ...whole });
  expect(signIns()).toBe(found);
  await clean();
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { journal, withdrawal } from '#drizzle/schema';
import { audit } from '~/ledger/proof/audit.server';
import { closeDatabase, migrate, openDatabase, read } from '~/platform/db/index.server';
import { ensureCatalogue } from '~/seed/catalogue.server';
import { compiled } from '../support/demonstration/compiled';
import { sizeOf } from '../support/depth';
import { SEAL_SECRET, testEnv } from '../support/environment';
import { makeUser } from '../support/people/people';

const TIMES = sizeOf('KILLS');
const ROOT = join(import.meta.dirname, '../..');

const dataDir = mkdtempSync(join(tmpdir(), 'mirrorbook-kill-'));

beforeAll(async () => {
  testEnv({ DATA_DIR: dataDir });
  await openDatabase();
  await migrate();
  await ensureCatalogue();
  await makeUser({}, { dollars: 10_000 });
  await closeDatabase();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Starts the worker, and kills it without warning after this many acknowledged operations. */
async function workUntilKilled(run: number, acknowledgements: number): Promise<string[]> {
  const child = spawn(process.execPath, [compiled('tests/fault/worker.ts'), String(run)], {
    cwd: ROOT,
    // Overrides the MODE of the test runner.
    env: { ...process.env, MODE: 'paper', DATA_DIR: dataDir, SEAL_SECRET, PUBLIC_URL: 'http://mirrorbook.test' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const acknowledged: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(line);
    if (acknowledged.length === acknowledgements) child.kill('SIGKILL');
  }
  await ended;
  return acknowledged;
}

test(`killed ${TIMES} times during work, nothing acknowledged is lost and the books balance`, async () => {
  for (let run = 0; run < TIMES; run++) {
    // Kills the process after a random time, also during an operation.
    const acknowledged = await workUntilKilled(run, 1 + ((run * 7) % 23));
    expect(acknowledged.length).toBeGreaterThan(0);
    await openDatabase();
    const refs = acknowledged
      .filter((line) => line.startsWith('deposit '))
      .map((line) => line.slice('deposit '.length));
    const ids = acknowledged
      .filter((line) => line.startsWith('withdrawal '))
      .map((line) => line.slice('withdrawal '.length));
    const journals = await read()
      .select({ ref: journal.businessRef })
      .from(journal)
      .where(inArray(journal.businessRef, refs));
    const request = await read().select({ id: withdrawal.id }).from(withdrawal).where(inArray(withdrawal.id, ids));
    expect(journals.map(({ ref }) => ref).sort()).toEqual([...refs].sort());
    expect(request.map(({ id }) => id).sort()).toEqual([...ids].sort());
    // Each stored request has its journal, so none is incomplete.
    const every = await read()
      .select({ id: withdrawal.id, journal: journal.id })
      .from(withdrawal)
      .leftJoin(journal, eq(journal.businessRef, withdrawal.id));
    expect(every.filter((row) => row.journal === null)).toEqual([]);
    expect((await audit()).findings).toEqual([]);
    await closeDatabase();
  }
}, 3_600_000);

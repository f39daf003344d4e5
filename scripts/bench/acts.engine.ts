/** What `bench acts` runs in a process for each engine, on the empty database that DATABASE_URL names. */
import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { onPostgres } from '#drizzle/columns';
import { settleSimulatedPrices } from '~/features/market';
import { closeDatabase, migrate, openDatabase, read, rows } from '~/platform/db/index.server';
import { settleInstallation } from '~/platform/installation/index.server';
import { ensureCatalogue } from '~/seed/catalogue.server';
import { moneyActs } from '../../tests/support/moneyActs';
import { type Counted, statementsOf } from '../../tests/support/statements';

/** Milliseconds of this process's processor time for one act, and of PostgreSQL's where it can be read; and its statements. */
export type Cost = Counted & { processor: number; server: number | null };

/** Acts of a kind; the answers of `getData` are as long as that by its turn. */
const ACTS = 200;
/** In so many parts, of which the cheapest counts: what others do on the machine makes the others dearer. */
const PARTS = 8;

// One person does more here than any may in a day.
process.env.OPEN_REQUESTS_PER_ACCOUNT = '100000';

await openDatabase();
await migrate();
await settleInstallation();
await settleSimulatedPrices();
await ensureCatalogue();
const acts = await moneyActs();
const measured: Record<string, Cost> = {};
/** A copy is started when there is none, and stopped when there is one. */
const PAIR = ['copy started', 'copy stopped'];

async function measure(names: string[]): Promise<void> {
  const least = new Map(names.map((name) => [name, Number.POSITIVE_INFINITY]));
  const before = await serverTime();
  for (let part = 0; part < PARTS; part++) {
    const spent = new Map(names.map((name) => [name, 0]));
    for (let time = 0; time < ACTS / PARTS; time++) {
      for (const name of names) {
        const before = process.cpuUsage();
        await acts[name]?.();
        const { user, system } = process.cpuUsage(before);
        spent.set(name, (spent.get(name) ?? 0) + (user + system) / 1000);
      }
    }
    for (const name of names) {
      least.set(name, Math.min(least.get(name) ?? 0, (spent.get(name) ?? 0) / (ACTS / PARTS)));
    }
  }
  const after = await serverTime();
  // Of two that take turns, both have the half of what both took.
  const server = before === null || after === null ? null : (after - before) / ACTS / names.length;
  for (const name of names) measured[name] = { run: 0, prepared: 0, processor: least.get(name) ?? 0, server };
}

/** The processor time of the server's processes that work for this one, milliseconds; null where there is none, or no Linux to say it. */
async function serverTime(): Promise<number | null> {
  if (!onPostgres || process.platform !== 'linux') return null;
  const found = await rows(read(), sql`select pid from pg_stat_activity where datname = current_database()`);
  // The 14th and 15th field, of which the second may have blanks; in hundredths of a second.
  const ticks = found.map(({ pid }) =>
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' '),
  );
  return ticks.reduce((sum, fields) => sum + (Number(fields[11]) + Number(fields[12])) * 10, 0);
}

await measure(PAIR);
for (const name of Object.keys(acts)) if (!PAIR.includes(name)) await measure([name]);
// At last: counting costs.
for (const [name, act] of Object.entries(acts)) {
  Object.assign(measured[name] ?? {}, await statementsOf(act));
}
await closeDatabase();
process.send?.(measured);

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverProcessor } from '../../tests/support/turns';
import type { Written } from './cluster.engine';
import { rounded, startDurablePostgres } from './engines';

const SECONDS = Number(process.env.SECONDS ?? 10);
/** Postings that wait for an answer at any time, in all processes together. */
const AT_ONCE = 48;
/** How often each has its turn: the machine is not the same at two times. */
const ROUNDS = 3;
/** What is measured: one posting after another, and many at once from one, two and three processes. */
const RUNS = [
  { processes: 1, atOnce: 1 },
  { processes: 1, atOnce: AT_ONCE },
  { processes: 2, atOnce: AT_ONCE },
  { processes: 3, atOnce: AT_ONCE },
];

/** Several processes that write to one PostgreSQL, beside one. */
export async function bench(): Promise<void> {
  console.log(`${availableParallelism()} cores, load before: ${loadavg()[0]?.toFixed(1)}`);
  const folder = mkdtempSync(join(tmpdir(), 'mirrorbook-cluster-'));
  // As root PostgreSQL runs as a user of its own, which must be able to reach its folder.
  chmodSync(folder, 0o777);
  const server = await startDurablePostgres(join(folder, 'postgres'));
  try {
    const rounds: ReturnType<typeof summary>[][] = RUNS.map(() => []);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [at, run] of RUNS.entries()) rounds[at]?.push(await postFrom(run, server.url, folder));
    }
    const runs = RUNS.map((run, at) => {
      const of = (what: keyof ReturnType<typeof summary>) => middle((rounds[at] ?? []).map((each) => each[what]));
      return {
        ...run,
        perSecond: of('perSecond'),
        p50: of('p50'),
        p99: of('p99'),
        shared: of('shared'),
        processor: of('processor'),
        server: of('server'),
        conflicts: of('conflicts'),
        refused: of('refused'),
      };
    });
    const alone = runs.find(({ processes, atOnce }) => processes === 1 && atOnce === AT_ONCE)?.perSecond ?? 0;
    console.table(
      runs.map((run) => ({
        processes: run.processes,
        'at once': run.atOnce,
        'postings a second': rounded(run.perSecond),
        'of one process': run.atOnce === AT_ONCE ? rounded(run.perSecond / alone) : '',
        'half within, ms': rounded(run.p50),
        '99 in 100 within, ms': rounded(run.p99),
        'postings a transaction': rounded(run.shared),
        'processes a transaction, ms': rounded(run.processor),
        'server a transaction, ms': rounded(run.server),
        'conflicts in 1,000 transactions': rounded(run.conflicts),
        refused: run.refused,
      })),
    );
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const middle = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** What some processes wrote at the same time. */
async function postFrom({ processes, atOnce }: (typeof RUNS)[number], url: string, folder: string) {
  const children = Array.from({ length: processes }, () =>
    fork(fileURLToPath(new URL('./cluster.engine.ts', import.meta.url)), {
      env: { ...process.env, DATABASE_URL: url, DATA_DIR: join(folder, 'data'), MODE: 'paper', LOG_LEVEL: 'silent' },
    }),
  );
  await Promise.all(children.map(said));
  const before = (await serverProcessor(url)) ?? 0;
  const written = children.map((child) => said(child) as Promise<Written>);
  for (const child of children) child.send({ seconds: SECONDS, atOnce: atOnce / processes });
  const all = await Promise.all(written);
  return summary(all, ((await serverProcessor(url)) ?? 0) - before);
}

async function said(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`A process of the bench ended with ${code}`)),
  );
  const [message] = await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => {});
  return message;
}

/** @param server milliseconds of processor time that the server took */
function summary(all: Written[], server: number) {
  const waits = all.flatMap((one) => one.waits).sort((a, b) => a - b);
  const within = (share: number) => waits[Math.floor(waits.length * share)] ?? 0;
  const sum = (what: 'refused' | 'transactions' | 'conflicts' | 'processor') =>
    all.reduce((total, one) => total + one[what], 0);
  return {
    perSecond: waits.length / SECONDS,
    p50: within(0.5),
    p99: within(0.99),
    shared: waits.length / sum('transactions'),
    conflicts: (sum('conflicts') / sum('transactions')) * 1000,
    refused: sum('refused'),
    processor: sum('processor') / sum('transactions'),
    server: server / sum('transactions'),
  };
}

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverProcessor } from '../../tests/support/trips';
import type { PostingResult } from './cluster.engine';
import { rounded, startDurablePostgres } from './engines';
import { median } from './load';

const MEASURED_SECONDS = Number(process.env.SECONDS ?? 10);
/** Number of postings in progress at any time, in all processes together. */
const CONCURRENCY = 48;
/** Number of repetitions of each run, since the speed of the machine varies. */
const ROUNDS = 3;
/** Measured runs: one posting after another, and many concurrently from one, two and four processes. */
const RUNS = [
  { processes: 1, atOnce: 1 },
  { processes: 1, atOnce: CONCURRENCY },
  { processes: 2, atOnce: CONCURRENCY },
  { processes: 4, atOnce: CONCURRENCY },
];

/** Measures several processes that write to one PostgreSQL, against a single process. */
export async function bench(): Promise<void> {
  console.log(`${availableParallelism()} cores, load before: ${loadavg()[0]?.toFixed(1)}`);
  const folder = mkdtempSync(join(tmpdir(), 'mirrorbook-cluster-'));
  // If started by root, PostgreSQL runs as another user, who must have access to its folder.
  chmodSync(folder, 0o777);
  const server = await startDurablePostgres(join(folder, 'postgres'));
  try {
    const rounds: ReturnType<typeof formatSummary>[][] = RUNS.map(() => []);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [at, run] of RUNS.entries()) {
        rounds[at]?.push(await postFrom(run, server.url, folder));
      }
    }
    const runs = RUNS.map((run, at) => {
      const of = (what: keyof ReturnType<typeof formatSummary>) => median((rounds[at] ?? []).map((each) => each[what]));
      return {
        ...run,
        perSecond: of('perSecond'),
        p50: of('p50'),
        p99: of('p99'),
        processor: of('processor'),
        server: of('server'),
        conflicts: of('conflicts'),
        refused: of('refused'),
      };
    });
    const alone = runs.find(({ processes, atOnce }) => processes === 1 && atOnce === CONCURRENCY)?.perSecond ?? 0;
    console.table(
      runs.map((run) => ({
        processes: run.processes,
        'at once': run.atOnce,
        'postings a second': rounded(run.perSecond),
        'of one process': run.atOnce === CONCURRENCY ? rounded(run.perSecond / alone) : '',
        'half within, ms': rounded(run.p50),
        '99 in 100 within, ms': rounded(run.p99),
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

/** Returns what several processes wrote concurrently. */
async function postFrom({ processes, atOnce }: (typeof RUNS)[number], url: string, folder: string) {
  const children = Array.from({ length: processes }, () =>
    fork(fileURLToPath(new URL('./cluster.engine.ts', import.meta.url)), {
      env: { ...process.env, DATABASE_URL: url, DATA_DIR: join(folder, 'data'), MODE: 'paper', LOG_LEVEL: 'silent' },
    }),
  );
  await Promise.all(children.map(messageOf));
  const before = (await serverProcessor(url)) ?? 0;
  const written = children.map((child) => messageOf(child) as Promise<PostingResult>);
  for (const child of children) child.send({ seconds: MEASURED_SECONDS, atOnce: atOnce / processes });
  const all = await Promise.all(written);
  return formatSummary(all, ((await serverProcessor(url)) ?? 0) - before);
}

async function messageOf(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`A process of the bench ended with ${code}`)),
  );
  const [message] = await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => {});
  return message;
}

/** @param server processor time of the server, milliseconds */
function formatSummary(all: PostingResult[], server: number) {
  const waits = all.flatMap((one) => one.waits).sort((a, b) => a - b);
  const within = (share: number) => waits[Math.floor(waits.length * share)] ?? 0;
  const sum = (what: 'refused' | 'transactions' | 'conflicts' | 'processor') =>
    all.reduce((total, one) => total + one[what], 0);
  return {
    perSecond: waits.length / MEASURED_SECONDS,
    p50: within(0.5),
    p99: within(0.99),
    conflicts: (sum('conflicts') / sum('transactions')) * 1000,
    refused: sum('refused'),
    processor: sum('processor') / sum('transactions'),
    server: server / sum('transactions'),
  };
}

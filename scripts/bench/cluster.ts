import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Written } from './cluster.engine';
import { rounded, startDurablePostgres } from './engines';

const SECONDS = 10;
/** Postings that wait for an answer at any time, in all processes together. */
const AT_ONCE = 48;
/** How often each number of processes has its turn: the machine is not the same at two times. */
const ROUNDS = 3;

/** Several processes that write to one PostgreSQL, beside one. */
export async function bench(): Promise<void> {
  console.log(`${availableParallelism()} cores, load before: ${loadavg()[0]?.toFixed(1)}`);
  const folder = mkdtempSync(join(tmpdir(), 'mirrorbook-cluster-'));
  // As root PostgreSQL runs as a user of its own, which must be able to reach its folder.
  chmodSync(folder, 0o777);
  const server = await startDurablePostgres(join(folder, 'postgres'));
  try {
    const rounds: Record<number, ReturnType<typeof summary>[]> = { 1: [], 2: [], 3: [] };
    for (let round = 0; round < ROUNDS; round++) {
      for (const processes of [1, 2, 3])
        rounds[processes]?.push(summary(await postFrom(processes, server.url, folder)));
    }
    const [alone] = [middle((rounds[1] ?? []).map(({ perSecond }) => perSecond))];
    console.table(
      Object.entries(rounds).map(([processes, measured]) => {
        const of = (what: keyof (typeof measured)[number]) => middle(measured.map((each) => each[what]));
        return {
          processes: Number(processes),
          'postings a second': rounded(of('perSecond')),
          'of one process': rounded(of('perSecond') / alone),
          'half within, ms': rounded(of('p50')),
          '99 in 100 within, ms': rounded(of('p99')),
          'postings a transaction': rounded(of('shared')),
          'conflicts in 1,000 transactions': rounded(of('conflicts')),
          refused: of('refused'),
        };
      }),
    );
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const middle = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** What some processes wrote at the same time. */
async function postFrom(processes: number, url: string, folder: string): Promise<Written[]> {
  const children = Array.from({ length: processes }, () =>
    fork(fileURLToPath(new URL('./cluster.engine.ts', import.meta.url)), {
      env: { ...process.env, DATABASE_URL: url, DATA_DIR: join(folder, 'data'), MODE: 'paper', LOG_LEVEL: 'silent' },
    }),
  );
  await Promise.all(children.map(said));
  const written = children.map((child) => said(child) as Promise<Written>);
  for (const child of children) child.send({ seconds: SECONDS, atOnce: AT_ONCE / processes });
  return await Promise.all(written);
}

async function said(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`A process of the bench ended with ${code}`)),
  );
  const [message] = await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => {});
  return message;
}

function summary(all: Written[]) {
  const waits = all.flatMap((one) => one.waits).sort((a, b) => a - b);
  const within = (share: number) => waits[Math.floor(waits.length * share)] ?? 0;
  const sum = (what: 'refused' | 'transactions' | 'conflicts') => all.reduce((total, one) => total + one[what], 0);
  return {
    perSecond: waits.length / SECONDS,
    p50: within(0.5),
    p99: within(0.99),
    shared: waits.length / sum('transactions'),
    conflicts: (sum('conflicts') / sum('transactions')) * 1000,
    refused: sum('refused'),
  };
}

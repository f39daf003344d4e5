import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Turns } from '../../tests/support/turns';

/* What the benches measured last, for `bench lanes` to reckon with. */

/** What an act costs on PostgreSQL, one at a time: milliseconds of processor time of the process and of the server, its turns, and statements. */
export type ActCost = { processor: number; server: number; turns: Turns; run: number };

/**
 * Postings of some processes at once.
 * @param atOnce how many wait for an answer at any time, in all of them
 * @param shared postings in a transaction
 * @param processor milliseconds of processor time of all processes for one transaction
 * @param server and of the server
 */
export type ClusterFigures = {
  processes: number;
  atOnce: number;
  perSecond: number;
  p50: number;
  p99: number;
  shared: number;
  processor: number;
  server: number;
};

export type Kept = {
  /** `machine` says when, on how many processors and at which load. */
  acts: { machine: string; costs: Record<string, ActCost> };
  /** What following one order costs for one copy, as an `ActCost`. */
  copies: { machine: string; cost: ActCost };
  cluster: { machine: string; runs: ClusterFigures[] };
};

const PATH = fileURLToPath(new URL('measured.json', import.meta.url));

/** What is kept. */
export const kept = (): Kept => JSON.parse(readFileSync(PATH, 'utf8'));

/** Keeps what a bench has measured in place of what it did before. */
export function keep<N extends keyof Kept>(name: N, value: Omit<Kept[N], 'machine'>): void {
  const before = existsSync(PATH) ? kept() : {};
  const day = new Date().toISOString().slice(0, 10);
  const machine = `${day}, ${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(0)}`;
  const rounded = JSON.parse(JSON.stringify(value), (_, each) =>
    typeof each === 'number' ? Number(each.toPrecision(4)) : each,
  );
  writeFileSync(PATH, `${JSON.stringify({ ...before, [name]: { machine, ...rounded } }, null, 2)}\n`);
}

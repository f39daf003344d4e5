import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Installation } from '../../tests/support/servers/installation';
import { buildIfStale } from '../steps.mjs';
import { answersPerSecond, median, processorTime } from './load';

const ROUNDS = 5;

/** How long a process is left alone before its memory is read, ms. */
const IDLE_MS = 20_000;

/** How soon a process answers on a filled database, and what memory it holds, idle and after work. */
export async function bench(): Promise<void> {
  buildIfStale();
  const installation = await new Installation({ DEMONSTRATION: '1' }).start();
  try {
    const times: number[] = [];
    const worked: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await installation.stop();
      const asked = performance.now();
      await installation.start();
      await (await fetch(`${installation.origin}/healthz`)).text();
      times.push(performance.now() - asked);
      worked.push(processorTime(installation.pid));
    }
    console.log('\n| what | goal | measured |\n| --- | --- | --- |');
    console.log(
      `| process to first answer, filled database, median of ${ROUNDS} | 1000 ms | ${Math.round(median(times))} ms |`,
    );
    console.log(
      `| processor time it took, which others’ load does not lengthen | | ${Math.round(median(worked))} ms |`,
    );
    await sleep(IDLE_MS);
    console.log(`| memory after ${IDLE_MS / 1_000} s idle | 150 MB | ${megabytes(installation.pid)} MB |`);
    for (let turn = 0; turn < 3; turn++) {
      for (const path of ['/', '/login', '/markets', '/stocks?sort=name'])
        await answersPerSecond(installation.origin, path, { seconds: 5 });
      console.log(
        `| after ${(turn + 1) * 20} s of pages, some drawn anew each time | 300 MB | ${megabytes(installation.pid)} MB |`,
      );
    }
  } finally {
    await installation.remove();
  }
}

/** Resident memory of a process, as Linux counts it. */
function megabytes(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Math.round(Number(line?.[1]) / 1024);
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { compiled } from '../support/demonstration/compiled';
import { emptySchema } from '../support/nextVersion';

const ROOT = join(import.meta.dirname, '../..');

/** Returns the statements that create a database of this version in PostgreSQL, with people in it. */
export function* populatedDatabase(): Generator<string> {
  yield* emptySchema('postgres');
  yield addedPeople();
}

/** Returns the statement that adds people to a database, so that a migration has work. */
export function addedPeople(): string {
  const columns = ['id', 'first_name', 'last_name', 'username', 'username_key', 'email', 'phone', 'password_hash'];
  return `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${PEOPLE})
    insert into "user" (${columns.join(', ')}, password_changed_at, created_at)
    select ${columns.map(() => 'cast(i as text)').join(', ')}, 0, 0 from n`;
}

const PEOPLE = 20_000;

/** Migrates in a new process, which is killed after `killAfter` milliseconds. @returns the duration, or null if it was killed */
export async function migrateElsewhere(
  root: string,
  environment: Record<string, string>,
  killAfter?: number,
): Promise<number | null> {
  const child = spawn(process.execPath, [compiled('tests/fault/migrator.ts', root)], {
    cwd: ROOT,
    env: { ...process.env, MODE: 'paper', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let began = 0;
  let took: number | null = null;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'migrated') took = performance.now() - began;
    if (line !== 'migrating') continue;
    began = performance.now();
    if (killAfter !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfter);
  }
  const [code, signal] = await ended;
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`It ended with ${code ?? signal}`);
  return took;
}

import { spawnSync } from 'node:child_process';
import { env } from '~/platform/env';
import { databaseUrl } from '../database';
import { compiled } from '../demonstration/compiled';

/** Runs an operator's command as a process, on the database that is open here or another one. */
export function command(script: string, args: string[], more: Record<string, string> = {}) {
  const { MODE: _, ...own } = process.env;
  const { DATA_DIR, SESSION_SECRET, SEAL_SECRET } = env();
  const configured = { DATA_DIR, SESSION_SECRET, SEAL_SECRET, DATABASE_URL: databaseUrl(), ...more };
  const ran = spawnSync(process.execPath, [compiled(`scripts/${script}.ts`), ...args], {
    env: { ...own, ...configured },
    encoding: 'utf8',
  });
  return { status: ran.status, output: ran.stdout + ran.stderr };
}

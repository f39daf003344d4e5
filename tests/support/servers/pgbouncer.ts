import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './freePort';
import type { PostgresServer } from './postgres.server';

/** The system's user without rights: PgBouncer does not run as root. */
const UNPRIVILEGED = 65_534;

/** The version of the PgBouncer on this machine, 121 for 1.21; null where there is none. */
export function pgbouncerVersion(): number | null {
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(String(spawnSync('pgbouncer', ['--version']).stdout)) ?? [];
  return major ? Number(major) * 100 + Number(minor) : null;
}

/** The first version with prepared statements where each transaction may get another session. */
const KNOWS_PREPARED = 121;

/** Runs PgBouncer with the settings of the kit before a server of the tests, to which it opens five connections at most. */
export async function startPgbouncer(server: PostgresServer) {
  const isOld = (pgbouncerVersion() ?? 0) < KNOWS_PREPARED;
  const folder = mkdtempSync(join(tmpdir(), 'mirrorbook-pgbouncer-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  writeFileSync(join(folder, 'userlist.txt'), '"postgres" "postgres"\n');
  const settings = readFileSync('deploy/cluster/pgbouncer.ini', 'utf8')
    .replace(/^mirrorbook = .*$/m, `postgres = host=127.0.0.1 port=${server.port} dbname=postgres`)
    .replace(/^default_pool_size = .*$/m, 'default_pool_size = 5')
    .replace(/^max_prepared_statements = .*$/m, isOld ? '' : '$&')
    .replace('/etc/pgbouncer/userlist.txt', join(folder, 'userlist.txt'))
    .replace(/^listen_port = .*$/m, `listen_port = ${port}\nunix_socket_dir =`);
  const path = join(folder, 'pgbouncer.ini');
  writeFileSync(path, settings);
  const user = process.getuid?.() === 0 ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {};
  const pooler = spawn('pgbouncer', [path], { stdio: 'ignore', ...user });
  const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres${isOld ? '?prepared_statements=false' : ''}`;
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString: url });
    const connected = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    if (connected) break;
    if (tries >= 100) throw new Error('PgBouncer takes no connections');
    await new Promise((resume) => setTimeout(resume, 50));
  }
  return {
    url,
    directUrl: server.url('postgres'),
    stop: async () => {
      const ended = once(pooler, 'exit');
      pooler.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

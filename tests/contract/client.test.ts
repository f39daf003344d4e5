import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMailed, PASSWORD } from '../support/pages/calls';
import { Client } from '../support/pages/client';
import { Installation } from '../support/servers/installation';
import { runProgram } from '../support/servers/programs';

/** Client package outside of the repository: packed, installed, type-checked and run. */
const installation = new Installation();
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mirrorbook-client-')));
const PACKAGE = join(import.meta.dirname, '../../clients/typescript');
const { paths } = createRequire(import.meta.url).resolve;

beforeAll(() => installation.start());
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await installation.remove();
});

/** Puts a package and its dependencies where npm would. */
function install(name: string, from: string): void {
  const to = join(folder, 'node_modules', name);
  const { files, dependencies = {} } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
  mkdirSync(to, { recursive: true });
  for (const each of ['package.json', ...(files ?? ['.'])])
    cpSync(join(from, each), join(to, each), { recursive: true });
  for (const each of Object.keys(dependencies)) install(each, folderOf(each));
}

/** Returns the folder of a package of this repository, which may hide its `package.json` from a resolver. */
function folderOf(name: string): string {
  const found = paths(name)?.find((each) => existsSync(join(each, name, 'package.json')));
  if (!found) throw new Error(`${name} is not installed`);
  return join(found, name);
}

/** Approves a deposit of $5,000 on the administrator's page. */
async function approve(id: string): Promise<void> {
  const admin = await new Client(installation).signInAdmin(installation.demonstration.admin);
  const form = await admin.form(`/admin/deposits?item=${id}`, 'received');
  const answer = await admin.agree(form, { received: '5000.00' });
  expect(answer.status).toBe(303);
}

test('a program does the whole main job with it, from the document alone', async () => {
  install('mirrorbook-client', PACKAGE);
  cpSync(join(PACKAGE, 'examples/mainJob.ts'), join(folder, 'mainJob.mts'));
  const types = join(folderOf('@types/node'), '..');
  const options = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023,dom', '--skipLibCheck'];
  const tsc = join(folderOf('typescript'), 'bin/tsc');
  const entered = ['--typeRoots', types, '--types', 'node', 'mainJob.mts'];
  execFileSync(process.execPath, [tsc, ...options, ...entered], { cwd: folder, stdio: 'inherit' });
  const email = `main.job.${randomUUID()}@example.com`;
  const { code, output } = await runProgram([process.execPath, 'mainJob.mjs'], {
    cwd: folder,
    env: {
      ORIGIN: installation.origin,
      EMAIL: email,
      PASSWORD,
      WALLET: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
    },
    asked: [
      { question: /Open the link/, before: () => openMailed(installation, email) },
      {
        question: /Have the deposit/,
        before: async (request) => approve(/deposit (\S+) approved/.exec(request)?.[1] ?? ''),
      },
    ],
  });
  expect([code, output]).toEqual([0, expect.stringContaining('"closing"')]);
  const came = JSON.parse(output.slice(output.indexOf('{')));
  expect(came).toMatchObject({
    deposit: 'approved',
    copies: [{ trader: true, capital: { value: '1700.00', currency: 'USD' } }],
    filled: '0.001',
    positions: [{ size: '0.001' }],
    closed: '0.0004',
    held: { value: '200.00', currency: 'USD' },
    problem: 'not-found',
    closing: came.booked,
  });
  expect(came.kinds).toEqual(expect.arrayContaining(['deposit', 'practice-money', 'plan-opened']));
});

import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '../support/pages/client';
import { pictureFile } from '../support/pages/files';
import { Installation } from '../support/servers/installation';

const installation = new Installation();
beforeAll(async () => {
  await installation.start();
});
afterAll(() => installation.remove());

/** Files that must exist for the test to be meaningful. */
const MADE = ['backups', 'clock', 'demonstration.json', 'files', 'mirrorbook.db', 'mirrorbook.db-wal', 'secrets.json'];

/** Returns every file and folder of the installation with permissions for other users. */
function open(path = installation.dataDir): string[] {
  const found = statSync(path);
  const inside = found.isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [];
  return [...(found.mode & 0o077 ? [path] : []), ...inside.flatMap((each) => open(each))];
}

/** Signs in, stores a picture, backs up and moves the clock, so that all kinds of files are written. */
async function work(): Promise<void> {
  const client = new Client(installation);
  const { email, password } = installation.demonstration.investor;
  await client.signIn({ email, password });
  await client.submit('/settings/picture', { profilepicture: await pictureFile() });
  await installation.moveClock('+1h');
  const backedUp = await installation.backUp();
  expect(backedUp).toMatchObject({ status: 0 });
}

test('no file of a busy installation can be read by other users of the machine', async () => {
  await work();
  const names = readdirSync(installation.dataDir);
  expect(names).toEqual(expect.arrayContaining(MADE));
  expect(open()).toEqual([]);
});

test('files that an earlier version left readable become private at the next start', async () => {
  await installation.stop();
  spawnSync('chmod', ['-R', 'go+rX', installation.dataDir]);
  expect(open()).toContain(join(installation.dataDir, 'mirrorbook.db'));
  await installation.start();
  expect(open()).toEqual([]);
});

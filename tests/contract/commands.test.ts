import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { compiled } from '../support/demonstration/compiled';

const ROOT = join(import.meta.dirname, '../..');

/** Commands that create their own installations, and must not read the operator's settings; `start` leaves it to `serve`. */
const WITHOUT_SETTINGS = [
  'release.mjs',
  'deploy-check.mjs',
  'test.mjs',
  'fault.mjs',
  'bench.ts',
  'dictionary.mjs',
  'migration.mjs',
  'start.mjs',
  'pictures.mjs',
];

/** Entry files of `npm run` commands and of the server. */
function commands(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const named = Object.values(scripts).flatMap((command) => /(?:tsx|node) scripts\/(\S+)/.exec(command)?.[1] ?? []);
  return [...named, 'serve.mjs'];
}

const folder = mkdtempSync(join(tmpdir(), 'mirrorbook-commands-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs `npm run clock`, the smallest command, with settings in a file and in the environment. */
function clock(file: string, more: Record<string, string>) {
  const { MODE: _, DATA_DIR: __, ...own } = process.env;
  const env = { ...own, ENV_FILE: file, ...more };
  const ran = spawnSync(process.execPath, [compiled('scripts/clock.ts')], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  });
  return { status: ran.status, output: ran.stdout + ran.stderr };
}

test('every command reads the settings before anything else', () => {
  expect(commands().length).toBeGreaterThan(8);
  for (const name of commands().filter((command) => !WITHOUT_SETTINGS.includes(command))) {
    const first = readFileSync(join(ROOT, 'scripts', name), 'utf8').match(/^import .*$/m)?.[0];
    expect([name, first]).toEqual([name, "import './environment.mjs';"]);
  }
});

/** Commands that need no installation, with their purpose. */
const WITHOUT_INSTALLATION: Record<string, string> = {
  'serve.mjs': 'makes one',
  'dev.mjs': 'makes one',
  'reset.mjs': 'throws away what is there',
  'restore.ts': 'makes one of a backup',
};

test('every other command reports that there is no installation, and creates none', async () => {
  const nowhere = join(folder, 'nowhere');
  const { MODE: _, ...own } = process.env;
  const env = { ...own, ENV_FILE: '', DATA_DIR: nowhere };
  const needing = commands().filter(
    (name) => !WITHOUT_SETTINGS.includes(name) && !Object.hasOwn(WITHOUT_INSTALLATION, name),
  );
  expect(needing.length).toBeGreaterThan(3);
  const ran = await Promise.all(
    needing.map(async (name) => {
      const args = name === 'clock.ts' ? ['+1d'] : ['ann@example.com', 'Ann'];
      const command = spawn(process.execPath, [compiled(`scripts/${name}`), ...args], {
        cwd: ROOT,
        env,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const [output] = await Promise.all([text(command.stderr), once(command, 'close')]);
      return { name, failed: command.exitCode !== 0, output };
    }),
  );
  for (const { name, failed, output } of ran) {
    expect([name, failed, output]).toEqual([
      name,
      true,
      expect.stringContaining(`There is no installation in ${nowhere}`),
    ]);
    expect([name, output]).toEqual([name, expect.not.stringMatching(/^ {4}at /m)]);
  }
  expect(existsSync(nowhere)).toBe(false);
}, 120_000);

test('a setting is read from the file, and the environment overrides it', () => {
  const file = join(folder, 'settings');
  writeFileSync(file, `MODE=live\nDATA_DIR=${folder}\n`);
  expect(clock(file, {})).toMatchObject({ status: 1, output: expect.stringContaining('Only paper mode') });
  expect(clock(file, { MODE: 'paper' })).toMatchObject({ status: 0 });
  expect(clock('', { DATA_DIR: folder })).toMatchObject({ status: 0 });
});

test('a named file that does not exist is reported, not ignored', () => {
  const missing = join(folder, 'none');
  expect(clock(missing, {})).toMatchObject({
    status: 1,
    output: expect.stringContaining(`The settings in ${missing}`),
  });
});

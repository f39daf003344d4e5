// What `npm start`, `npm run dev` and `npm test` have in common: the steps before the real work.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs a command, showing what it prints; ends this process when it fails.
 * @param options.cwd the folder it runs in: the project's
 * @param options.goOn returns when it fails, too: its report is read afterwards
 * @returns the exit status; 1 for a command that a signal ended or that could not be started
 */
export function run(command, args, { cwd = root, env = {}, quiet = false, goOn = false } = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...env },
  });
  if (error) console.error(error.message);
  if (status !== 0 && !goOn) process.exit(status ?? 1);
  return status ?? 1;
}

/** `run` beside other work; ends this process when the command fails. */
function running(command, args, env) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    child.once('error', (error) => console.error(error.message));
    child.once('close', (status) => (status === 0 ? resolve() : process.exit(status ?? 1)));
  });
}

/** A step a person waits for: says what it is, and how long it took. */
export function step(what, work) {
  const took = beginStep(what);
  const result = work();
  took();
  return result;
}

/** Says which step begins; what it returns says how long it took. */
export function beginStep(what) {
  const started = Date.now();
  console.log(`• ${what}`);
  return () => console.log(`  done in ${((Date.now() - started) / 1_000).toFixed(1)} s`);
}

/**
 * A step that goes on beside others: what it prints is shown together, once it has ended.
 * @param options.goOn resolves when the command fails, too: its report is read afterwards; without it this process ends
 * @param options.atOnce shows what it prints as it is printed: for one of those beside each other
 * @returns the exit status, and what the command wrote to standard output unless that was shown at once
 */
export function stepBeside(what, command, args, { env = {}, goOn = false, atOnce = false } = {}) {
  const started = Date.now();
  if (atOnce) console.log(`• ${what}`);
  const stdio = ['ignore', ...(atOnce ? ['inherit', 'inherit'] : ['pipe', 'pipe'])];
  const child = spawn(command, args, { cwd: root, stdio, env: { ...process.env, ...env } });
  const printed = { out: '', all: atOnce ? '' : `• ${what}\n` };
  child.stdout?.on('data', (chunk) => {
    printed.out += chunk;
    printed.all += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    printed.all += chunk;
  });
  child.once('error', (error) => {
    printed.all += `${error.message}\n`;
  });
  return new Promise((resolve) => {
    child.once('close', (status) => {
      console.log(`${printed.all}  done in ${((Date.now() - started) / 1_000).toFixed(1)} s`);
      if (status !== 0 && !goOn) process.exit(status ?? 1);
      resolve({ status: status ?? 1, out: printed.out });
    });
  });
}

/** Returns what is wrong with this version of Node, in words, or null. */
export function nodeFault() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return null;
  return `Mirrorbook needs Node 20.19 or newer; this is ${process.versions.node}.`;
}

/** The Node version this needs, said plainly rather than by a syntax error. */
export function checkNode() {
  const fault = nodeFault();
  if (fault === null) return;
  console.error(fault);
  process.exit(1);
}

/** Without the header, some versions of Node end by themselves while they use the database: it says why. On all processors at once. */
const COMPILING = {
  CXXFLAGS: `${process.env.CXXFLAGS ?? ''} -include "${join(root, 'scripts/object-wrap.h')}"`,
  JOBS: process.env.JOBS ?? 'max',
};

/** Packages that only tests, checks and benches need; half of the time that installing everything takes. */
const ofTests = () => Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies);

/**
 * Installs the packages when some are missing, or the lock file is newer than what is installed; and compiles the database
 * engine when it is not there, or was installed without that header. Those of tests, checks and benches, too.
 */
export function installMissing() {
  installPackages(true);
  if (engineIsRight()) return;
  step(ENGINE, () => run('npm', REBUILD, { env: COMPILING }));
}

/**
 * Prepares what `npm start` serves: `installMissing` without the packages of tests, and `buildIfStale`. The engine is
 * compiled beside the build, which does not need it; together they take little longer than the one that takes longer.
 */
export async function installAndBuild() {
  installPackages(false, { engineLater: true });
  const lacksEngine = !engineIsRight();
  const isStale = buildIsStale();
  if (!lacksEngine && !isStale) return;
  const took = beginStep([lacksEngine && ENGINE, isStale && 'Building'].filter(Boolean).join('; '));
  await Promise.all([lacksEngine && running('npm', REBUILD, COMPILING), isStale && building()]);
  // It serves what was built, so it needs both.
  if (isStale) await running('node', DICTIONARY);
  took();
}

/**
 * @param tests those of tests, checks and benches, too; without it they stay where they are, and none are added
 * @param options.engineLater leaves what packages run when they are installed, which is compiling the engine; packages of tests need theirs
 */
function installPackages(tests, { engineLater = false } = {}) {
  const there = ofTests().filter((name) => existsSync(join(root, 'node_modules', name)));
  const lacking = tests && there.length < ofTests().length;
  if (lacking || modified('node_modules/.package-lock.json') < modified('package-lock.json')) {
    const withTests = tests || there.length > 0;
    const which = [
      withTests ? '--include=dev' : '--omit=dev',
      ...(engineLater && !withTests ? ['--ignore-scripts'] : []),
    ];
    step('Installing packages (the first time takes a few minutes)', () =>
      // Not `npm ci`: it refuses a lock file that lacks any optional package of any other platform.
      run('npm', ['install', '--no-save', ...which, '--no-audit', '--no-fund', '--loglevel=error'], {
        env: COMPILING,
      }),
    );
  }
}

const ENGINE = 'Compiling the database engine for this version of Node';
const REBUILD = ['rebuild', 'better-sqlite3', '--loglevel=error'];

/** Returns whether the database engine is there, compiled with the header. */
function engineIsRight() {
  const engine = join(root, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node');
  return existsSync(engine) && !readFileSync(engine).includes('RemoveEnvironmentCleanupHook');
}

/** Files that the build is made from. */
const SOURCES = [
  ...['app', 'drizzle', 'public', 'scripts'],
  ...['vite.config.ts', 'vite.commands.config.ts', 'remix.config.js', 'package.json', 'package-lock.json'],
];

const OF_BUILD = { NODE_ENV: 'production' };
const BUILD = [
  ['remix', 'vite:build', '--logLevel', 'warn'],
  ['vite', 'build', '--config', 'vite.commands.config.ts'],
];

/** The last step of a build, `npm run build` says the same. */
const DICTIONARY = ['scripts/dictionary.mjs'];

const building = () =>
  BUILD.reduce((before, args) => before.then(() => running('npx', args, OF_BUILD)), Promise.resolve());

function buildIsStale() {
  // Written last.
  const built = modified('build/commands/audit.js');
  return built === 0 || SOURCES.some((path) => newest(join(root, path)) > built);
}

/** Builds when something it is made from is newer than the last build. */
export function buildIfStale() {
  if (!buildIsStale()) return;
  step('Building', () => {
    for (const args of BUILD) run('npx', args, { env: OF_BUILD });
    run('node', DICTIONARY);
  });
}

/** {@link buildIfStale} beside other work. */
export async function buildBeside() {
  if (!buildIsStale()) return;
  const took = beginStep('Building');
  await building();
  await running('node', DICTIONARY);
  took();
}

function modified(path) {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function newest(path) {
  if (!existsSync(path)) return 0;
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newest(join(path, name))), found.mtimeMs);
}

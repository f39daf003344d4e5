// Steps that `npm start`, `npm run dev` and `npm test` run before their own work.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs a command and shows its output. Ends this process if the command fails.
 * @param options.cwd folder of the command, by default the project's
 * @param options.continueOnFailure true to return even if it fails, because its report is read afterwards
 * @returns the exit status; 1 if a signal ended it or it could not be started
 */
export function run(command, args, { cwd = root, env = {}, quiet = false, continueOnFailure = false } = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...env },
  });
  if (error) console.error(error.message);
  if (status !== 0 && !continueOnFailure) process.exit(status ?? 1);
  return status ?? 1;
}

/** Runs a command like `run`, in parallel. Ends this process if the command fails. */
function runInParallel(command, args, env) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    child.once('error', (error) => console.error(error.message));
    child.once('close', (status) => (status === 0 ? resolve() : process.exit(status ?? 1)));
  });
}

/** Runs a step that a person waits for, and prints its name and duration. */
export function runStep(title, work) {
  const endStep = beginStep(title);
  const result = work();
  endStep();
  return result;
}

/** Prints the name of a step. @returns the function that prints its duration */
export function beginStep(title) {
  const started = Date.now();
  console.log(`• ${title}`);
  return () => console.log(`  done in ${((Date.now() - started) / 1_000).toFixed(1)} s`);
}

/**
 * Runs a step in parallel with others, and shows its output as a whole at the end.
 * @param options.continueOnFailure true to resolve even if the command fails, because its report is read afterwards; otherwise this process ends
 * @param options.isImmediate true to show the output immediately, for one of several parallel steps
 * @returns the exit status, and the command's standard output unless it was shown immediately
 */
export function runStepInParallel(
  title,
  command,
  args,
  { env = {}, continueOnFailure = false, isImmediate = false } = {},
) {
  const started = Date.now();
  if (isImmediate) console.log(`• ${title}`);
  const stdio = ['ignore', ...(isImmediate ? ['inherit', 'inherit'] : ['pipe', 'pipe'])];
  const child = spawn(command, args, { cwd: root, stdio, env: { ...process.env, ...env } });
  const printed = { out: '', all: isImmediate ? '' : `• ${title}\n` };
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
      if (status !== 0 && !continueOnFailure) process.exit(status ?? 1);
      resolve({ status: status ?? 1, out: printed.out });
    });
  });
}

/** Describes why this version of Node is unsuitable, or returns null. */
export function describeNodeProblem() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return null;
  return `Mirrorbook needs Node 20.19 or newer; this is ${process.versions.node}.`;
}

/** Checks the version of Node, to print a clear message instead of a syntax error. */
export function checkNode() {
  const fault = describeNodeProblem();
  if (fault === null) return;
  console.error(fault);
  process.exit(1);
}

/**
 * Some versions of Node crash while they use the database, unless the engine is compiled with this header, which
 * explains why. All processors compile.
 */
const COMPILER_ENV = {
  CXXFLAGS: `${process.env.CXXFLAGS ?? ''} -include "${join(root, 'scripts/object-wrap.h')}"`,
  JOBS: process.env.JOBS ?? 'max',
};

/** Returns the packages that only tests, checks and benchmarks need. They take half of the installation time. */
const listTestPackages = () =>
  Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies);

/**
 * Installs all packages, including those of tests, if some are missing or the lock file is newer. Compiles the database engine if it is
 * missing or was compiled without that header.
 */
export function installMissing() {
  installPackages(true);
  if (isEngineUsable()) return;
  runStep(ENGINE_STEP_TITLE, () => run('npm', REBUILD_ARGS, { env: COMPILER_ENV }));
}

/**
 * Prepares what `npm start` serves, without the packages of tests: installs and, if outdated, builds. The engine is compiled in parallel
 * with the build, which does not need it.
 */
export async function installAndBuild() {
  installPackages(false, { engineLater: true });
  const needsEngine = !isEngineUsable();
  const isStale = isBuildStale();
  if (!needsEngine && !isStale) return;
  const endStep = beginStep([needsEngine && ENGINE_STEP_TITLE, isStale && 'Building'].filter(Boolean).join('; '));
  await Promise.all([needsEngine && runInParallel('npm', REBUILD_ARGS, COMPILER_ENV), isStale && runBuild()]);
  // The dictionary step serves the build, so it needs both the build and the engine.
  if (isStale) await runInParallel('node', DICTIONARY_COMMAND);
  endStep();
}

/**
 * @param tests true to include packages of tests, checks and benchmarks; otherwise present ones stay and none are added
 * @param options.engineLater true to skip install scripts, which compile the engine; packages of tests need theirs
 */
function installPackages(tests, { engineLater = false } = {}) {
  const installedPackages = listTestPackages().filter((name) => existsSync(join(root, 'node_modules', name)));
  const hasMissingPackages = tests && installedPackages.length < listTestPackages().length;
  if (hasMissingPackages || modifiedAtMs('node_modules/.package-lock.json') < modifiedAtMs('package-lock.json')) {
    const withTests = tests || installedPackages.length > 0;
    const flags = [
      withTests ? '--include=dev' : '--omit=dev',
      ...(engineLater && !withTests ? ['--ignore-scripts'] : []),
    ];
    runStep('Installing packages (the first time takes a few minutes)', () =>
      // `npm ci` would refuse a lock file without the optional packages of other platforms.
      run('npm', ['install', '--no-save', ...flags, '--no-audit', '--no-fund', '--loglevel=error'], {
        env: COMPILER_ENV,
      }),
    );
  }
}

const ENGINE_STEP_TITLE = 'Compiling the database engine for this version of Node';
const REBUILD_ARGS = ['rebuild', 'better-sqlite3', '--loglevel=error'];

/** Returns whether the database engine exists and was compiled with the header. */
function isEngineUsable() {
  const engine = join(root, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node');
  return existsSync(engine) && !readFileSync(engine).includes('RemoveEnvironmentCleanupHook');
}

/** Files from which the build is made. */
const SOURCE_PATHS = [
  ...['app', 'drizzle', 'public', 'scripts'],
  ...['vite.config.ts', 'vite.commands.config.ts', 'remix.config.js', 'package.json', 'package-lock.json'],
];

const BUILD_ENV = { NODE_ENV: 'production' };
const BUILD_COMMANDS = [
  ['remix', 'vite:build', '--logLevel', 'warn'],
  ['vite', 'build', '--config', 'vite.commands.config.ts'],
];

/** Last step of a build, as in `npm run build`. */
const DICTIONARY_COMMAND = ['scripts/dictionary.mjs'];

const runBuild = () =>
  BUILD_COMMANDS.reduce((before, args) => before.then(() => runInParallel('npx', args, BUILD_ENV)), Promise.resolve());

function isBuildStale() {
  // The file that a build writes last.
  const built = modifiedAtMs('build/commands/audit.js');
  return built === 0 || SOURCE_PATHS.some((path) => newestFileMs(join(root, path)) > built);
}

/** Builds if a source is newer than the last build. */
export function buildIfStale() {
  if (!isBuildStale()) return;
  runStep('Building', () => {
    for (const args of BUILD_COMMANDS) run('npx', args, { env: BUILD_ENV });
    run('node', DICTIONARY_COMMAND);
  });
}

/** Runs {@link buildIfStale} in parallel with other work. */
export async function buildInParallel() {
  if (!isBuildStale()) return;
  const endStep = beginStep('Building');
  await runBuild();
  await runInParallel('node', DICTIONARY_COMMAND);
  endStep();
}

function modifiedAtMs(path) {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function newestFileMs(path) {
  if (!existsSync(path)) return 0;
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newestFileMs(join(path, name))), stats.mtimeMs);
}

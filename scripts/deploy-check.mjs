// `npm run deploy:check`: follows the steps of deploy/Dockerfile in a folder, serves the result as an unprivileged
// user, runs the operator's commands there, and validates each example of deploy/ with its own program. Reports what
// can't be checked here.
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkNode, root } from './steps.mjs';

/** Limits of a served tree: its size in megabytes, and its start time on a filled database in milliseconds. */
const MAX_MB = 300;
const MAX_START_MS = 1_000;
/** ID of the system's unprivileged user, which only root can become. */
const UNPRIVILEGED = 65_534;

checkNode();
const folder = mkdtempSync(join(tmpdir(), 'mirrorbook-deploy-'));
chmodSync(folder, 0o755);
let failures = 0;

const report = (state, subject, details) => {
  if (state === 'FAIL') failures += 1;
  console.log(`${state.padEnd(4)} ${subject}: ${details}`);
};
const check = (subject, passed, details) => report(passed ? 'ok' : 'FAIL', subject, details);

try {
  await checkTree();
  checkExamples();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(failures === 0 ? '\nThe deployment examples are valid.' : `\n${failures} failed.`);
process.exitCode = failures === 0 ? 0 : 1;

/** Follows the Dockerfile's steps: copies what its ignore file permits, builds and serves it. */
async function checkTree() {
  const source = join(folder, 'source');
  const served = join(folder, 'mirrorbook');
  const includedPaths = readFileSync(join(root, 'deploy/Dockerfile.dockerignore'), 'utf8').match(/(?<=^!).+$/gm);
  for (const path of includedPaths)
    cpSync(join(root, path), join(source, path), { recursive: true, preserveTimestamps: true });
  // Installed packages are linked, since installing them again would not test the deployment.
  symlinkSync(join(root, 'node_modules'), join(source, 'node_modules'));
  const release = spawnSync(process.execPath, ['scripts/release.mjs', served], { cwd: source, encoding: 'utf8' });
  check(
    'the image’s build',
    release.status === 0,
    release.status === 0 ? 'made in a folder' : release.stdout + release.stderr,
  );
  if (release.status !== 0) return;
  const sizeMb = Number(/^\d+/.exec(spawnSync('du', ['-sm', served], { encoding: 'utf8' }).stdout)?.[0]);
  check('the tree', sizeMb > 0 && sizeMb < MAX_MB, `${sizeMb} MB, at most ${MAX_MB}`);
  const listed = spawnSync('npm', ['ls', '--omit=dev', '--all'], { cwd: served, encoding: 'utf8' });
  check('its packages', listed.status === 0, listed.status === 0 ? 'all there' : listed.stderr);
  const { bomFormat, components } = JSON.parse(readFileSync(join(served, 'sbom.cdx.json'), 'utf8'));
  check('its bill of materials', bomFormat === 'CycloneDX' && components.length > 100, `${components.length} packages`);
  // Only the tree is used from here on.
  rmSync(source, { recursive: true });

  const data = join(folder, 'data');
  mkdirSync(data);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(data, UNPRIVILEGED, UNPRIVILEGED);
  else report('skip', 'a user without rights', 'only root can become another user; served as this one');
  const options = {
    cwd: served,
    encoding: 'utf8',
    ...(isRoot ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {}),
    env: {
      PATH: process.env.PATH,
      HOME: data,
      NODE_ENV: 'production',
      ENV_FILE: '',
      DATA_DIR: data,
      PORT: '0',
      DEMONSTRATION: 'small',
    },
  };
  await (await serve(options)).stop();
  const server = await serve(options);
  try {
    // Other work on the machine can slow the start down, so this is a note and no failure.
    const state = server.ms < MAX_START_MS ? 'ok' : 'note';
    const processorText = server.worked === null ? '' : `, ${server.worked} ms of processor time`;
    report(
      state,
      'a start on a filled database',
      `${server.ms} ms${processorText}; at most ${MAX_START_MS} ms where nothing else runs`,
    );
    const page = await (await fetch(server.origin)).text();
    check('the start page', page.includes('Paper mode'), `${page.length} bytes`);
    const { scripts } = JSON.parse(readFileSync(join(served, 'package.json'), 'utf8'));
    const commandArgs = { clock: ['+1h'], 'admin:create': ['ann@example.com', 'Ann'], 'demonstration:traders': [] };
    for (const name of Object.keys(scripts)) {
      // These commands need a stopped server or an empty database.
      if (['serve', 'restore', 'db:reset', 'keys:rotate'].includes(name)) continue;
      const result = spawnSync('npm', ['run', '--silent', name, '--', ...(commandArgs[name] ?? [])], options);
      check(`npm run ${name}`, result.status === 0, result.status === 0 ? 'ends well' : result.stdout + result.stderr);
    }
  } finally {
    check('SIGTERM', (await server.stop()) === 0, 'ends it with 0');
  }
  const [backup] = spawnSync('ls', [join(data, 'backups')], { encoding: 'utf8' }).stdout.split('\n');
  for (const command of [['restore', join(data, 'backups', backup), '--replace'], ['keys:rotate'], ['db:reset']]) {
    const result = spawnSync('npm', ['run', '--silent', command[0], '--', ...command.slice(1)], options);
    check(
      `npm run ${command[0]}`,
      result.status === 0,
      result.status === 0 ? 'ends well' : result.stdout + result.stderr,
    );
  }
}

/** Starts the tree's server. */
async function serve(options) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['scripts/serve.mjs'], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let output = '';
  const origin = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        output += text;
        const at = /Mirrorbook is at (\S+)/.exec(output)?.[1];
        if (at) resolve(at);
      });
    child.once('exit', () => reject(new Error(output)));
  });
  const ms = Math.round(performance.now() - startedAt);
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { origin, ms, worked: readProcessorTimeMs(child.pid), stop };
}

/** Returns the processor time of a process, milliseconds; null if the system does not report it. */
function readProcessorTimeMs(pid) {
  try {
    const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [user, system] = after.split(' ').slice(11, 13).map(Number);
    // The system counts hundredths of a second.
    return (user + system) * 10;
  } catch {
    return null;
  }
}

/** Validates the examples of deploy/, each with its own program, except those that `npm run test:fault` starts. */
function checkExamples() {
  const readExample = (name) => readFileSync(join(root, 'deploy', name), 'utf8');
  const writeCopy = (name, text) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  // Replaces the tree's location and the user, which the manual's steps would create.
  for (const [name, file] of [
    ['mirrorbook.service', 'mirrorbook.service'],
    ['cluster/mirrorbook@.service', 'mirrorbook@3000.service'],
  ]) {
    const unit = writeCopy(file, readExample(name).replace('/usr/bin/node', process.execPath));
    validateWith(`deploy/${name}`, 'systemd-analyze', ['verify', unit]);
  }

  const [, balancerConfig = ''] =
    / {2}balancer:\n {4}content: \|\n((?: {6}.*\n)+)/.exec(readExample('cluster/compose.yaml')) ?? [];
  const balancerFile = writeCopy('small.cfg', balancerConfig.replace(/^ {6}/gm, ''));
  validateWith('the balancer of deploy/cluster/compose.yaml', 'haproxy', ['-c', '-q', '-f', balancerFile], '-v');

  writeCopy('mirrorbook.token', 'a token');
  writeCopy('alerts.yml', readExample('cluster/alerts.yml'));
  const prometheusFile = writeCopy('prometheus.yml', readExample('cluster/prometheus.yml'));
  validateWith('deploy/cluster/prometheus.yml and alerts.yml', 'promtool', ['check', 'config', prometheusFile]);

  validateWith('deploy/Caddyfile', 'caddy', [
    'validate',
    '--adapter',
    'caddyfile',
    '--config',
    join(root, 'deploy/Caddyfile'),
  ]);
  for (const file of ['deploy/compose.yaml', 'deploy/cluster/compose.yaml'])
    validateWith(file, 'docker', ['compose', '-f', join(root, file), 'config', '--quiet'], 'compose version');
  if (spawnSync('docker', ['info']).status === 0)
    validateWith('deploy/Dockerfile', 'docker', ['build', '-f', join(root, 'deploy/Dockerfile'), root]);
  else report('skip', 'deploy/Dockerfile', 'no Docker runs here; its steps were done in a folder');
}

/** Runs the program that validates a file, if it is installed. */
function validateWith(file, program, args, probe = '--version') {
  if (
    spawnSync(program, probe.split(' ')).error ||
    (probe !== '--version' && spawnSync(program, probe.split(' ')).status !== 0)
  ) {
    report('skip', file, `${program}${probe === '--version' ? '' : ` ${probe.split(' ')[0]}`} is not installed here`);
    return;
  }
  const result = spawnSync(program, args, { encoding: 'utf8' });
  const details = `${result.stdout}${result.stderr}`.trim();
  check(file, result.status === 0, result.status === 0 ? `${program} takes it` : details);
}

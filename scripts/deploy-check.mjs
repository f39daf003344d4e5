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
let faults = 0;

const say = (state, what, words) => {
  if (state === 'FAIL') faults += 1;
  console.log(`${state.padEnd(4)} ${what}: ${words}`);
};
const judge = (what, fits, words) => say(fits ? 'ok' : 'FAIL', what, words);

try {
  await tree();
  examples();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(faults === 0 ? '\nThe kit fits.' : `\n${faults} to mend.`);
process.exitCode = faults === 0 ? 0 : 1;

/** Follows the Dockerfile's steps: copies what its ignore file permits, builds and serves it. */
async function tree() {
  const source = join(folder, 'source');
  const served = join(folder, 'mirrorbook');
  const letIn = readFileSync(join(root, 'deploy/Dockerfile.dockerignore'), 'utf8').match(/(?<=^!).+$/gm);
  for (const path of letIn) cpSync(join(root, path), join(source, path), { recursive: true, preserveTimestamps: true });
  // Installed packages are linked, since installing them again would not test the deployment.
  symlinkSync(join(root, 'node_modules'), join(source, 'node_modules'));
  const made = spawnSync(process.execPath, ['scripts/release.mjs', served], { cwd: source, encoding: 'utf8' });
  judge('the image’s build', made.status === 0, made.status === 0 ? 'made in a folder' : made.stdout + made.stderr);
  if (made.status !== 0) return;
  const weight = Number(/^\d+/.exec(spawnSync('du', ['-sm', served], { encoding: 'utf8' }).stdout)?.[0]);
  judge('the tree', weight > 0 && weight < MAX_MB, `${weight} MB, at most ${MAX_MB}`);
  const found = spawnSync('npm', ['ls', '--omit=dev', '--all'], { cwd: served, encoding: 'utf8' });
  judge('its packages', found.status === 0, found.status === 0 ? 'all there' : found.stderr);
  const { bomFormat, components } = JSON.parse(readFileSync(join(served, 'sbom.cdx.json'), 'utf8'));
  judge('its bill of materials', bomFormat === 'CycloneDX' && components.length > 100, `${components.length} packages`);
  // Only the tree is used from here on.
  rmSync(source, { recursive: true });

  const data = join(folder, 'data');
  mkdirSync(data);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(data, UNPRIVILEGED, UNPRIVILEGED);
  else say('skip', 'a user without rights', 'only root can become another user; served as this one');
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
  const again = await serve(options);
  try {
    // Other work on the machine can slow the start down, so this is a note and no failure.
    const soon = again.ms < MAX_START_MS ? 'ok' : 'note';
    const worked = again.worked === null ? '' : `, ${again.worked} ms of processor time`;
    say(
      soon,
      'a start on a filled database',
      `${again.ms} ms${worked}; at most ${MAX_START_MS} ms where nothing else runs`,
    );
    const page = await (await fetch(again.origin)).text();
    judge('the start page', page.includes('Paper mode'), `${page.length} bytes`);
    const { scripts } = JSON.parse(readFileSync(join(served, 'package.json'), 'utf8'));
    const given = { clock: ['+1h'], 'admin:create': ['ann@example.com', 'Ann'], 'demonstration:traders': [] };
    for (const name of Object.keys(scripts)) {
      // These commands need a stopped server or an empty database.
      if (['serve', 'restore', 'db:reset', 'keys:rotate'].includes(name)) continue;
      const ran = spawnSync('npm', ['run', '--silent', name, '--', ...(given[name] ?? [])], options);
      judge(`npm run ${name}`, ran.status === 0, ran.status === 0 ? 'ends well' : ran.stdout + ran.stderr);
    }
  } finally {
    judge('SIGTERM', (await again.stop()) === 0, 'ends it with 0');
  }
  const [backup] = spawnSync('ls', [join(data, 'backups')], { encoding: 'utf8' }).stdout.split('\n');
  for (const command of [['restore', join(data, 'backups', backup), '--replace'], ['keys:rotate'], ['db:reset']]) {
    const ran = spawnSync('npm', ['run', '--silent', command[0], '--', ...command.slice(1)], options);
    judge(`npm run ${command[0]}`, ran.status === 0, ran.status === 0 ? 'ends well' : ran.stdout + ran.stderr);
  }
}

/** Starts the tree's server. */
async function serve(options) {
  const began = performance.now();
  const child = spawn(process.execPath, ['scripts/serve.mjs'], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let said = '';
  const origin = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        said += text;
        const at = /Mirrorbook is at (\S+)/.exec(said)?.[1];
        if (at) resolve(at);
      });
    child.once('exit', () => reject(new Error(said)));
  });
  const ms = Math.round(performance.now() - began);
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { origin, ms, worked: processorTime(child.pid), stop };
}

/** Returns the processor time of a process, milliseconds; null if the system does not report it. */
function processorTime(pid) {
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
function examples() {
  const kit = (name) => readFileSync(join(root, 'deploy', name), 'utf8');
  const copy = (name, text) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  // Replaces the tree's location and the user, which the manual's steps would create.
  for (const [name, file] of [
    ['mirrorbook.service', 'mirrorbook.service'],
    ['cluster/mirrorbook@.service', 'mirrorbook@3000.service'],
  ]) {
    const unit = copy(file, kit(name).replace('/usr/bin/node', process.execPath));
    reads(`deploy/${name}`, 'systemd-analyze', ['verify', unit]);
  }

  const [, inside = ''] = / {2}balancer:\n {4}content: \|\n((?: {6}.*\n)+)/.exec(kit('cluster/compose.yaml')) ?? [];
  const small = copy('small.cfg', inside.replace(/^ {6}/gm, ''));
  reads('the balancer of deploy/cluster/compose.yaml', 'haproxy', ['-c', '-q', '-f', small], '-v');

  copy('mirrorbook.token', 'a token');
  copy('alerts.yml', kit('cluster/alerts.yml'));
  const collector = copy('prometheus.yml', kit('cluster/prometheus.yml'));
  reads('deploy/cluster/prometheus.yml and alerts.yml', 'promtool', ['check', 'config', collector]);

  reads('deploy/Caddyfile', 'caddy', [
    'validate',
    '--adapter',
    'caddyfile',
    '--config',
    join(root, 'deploy/Caddyfile'),
  ]);
  for (const file of ['deploy/compose.yaml', 'deploy/cluster/compose.yaml'])
    reads(file, 'docker', ['compose', '-f', join(root, file), 'config', '--quiet'], 'compose version');
  if (spawnSync('docker', ['info']).status === 0)
    reads('deploy/Dockerfile', 'docker', ['build', '-f', join(root, 'deploy/Dockerfile'), root]);
  else say('skip', 'deploy/Dockerfile', 'no Docker runs here; its steps were done in a folder');
}

/** Runs the program that validates a file, if it is installed. */
function reads(file, program, args, needs = '--version') {
  if (
    spawnSync(program, needs.split(' ')).error ||
    (needs !== '--version' && spawnSync(program, needs.split(' ')).status !== 0)
  ) {
    say('skip', file, `${program}${needs === '--version' ? '' : ` ${needs.split(' ')[0]}`} is not installed here`);
    return;
  }
  const ran = spawnSync(program, args, { encoding: 'utf8' });
  const words = `${ran.stdout}${ran.stderr}`.trim();
  judge(file, ran.status === 0, ran.status === 0 ? `${program} takes it` : words);
}

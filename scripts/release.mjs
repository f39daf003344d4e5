// `npm run release -- FOLDER`: creates a folder that can be served as it is: the build, the operator's commands, and
// the packages that these need, with a bill of materials in CycloneDX. It contains no sources and no compiler; nothing
// is installed or built where it runs.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkNode, installAndBuild, root, run, runStep } from './steps.mjs';

/** Paths that are copied unchanged, in addition to the packages. */
const COPIED_PATHS = [
  'build',
  'deploy',
  'drizzle/postgres',
  'drizzle/sqlite',
  'scripts/environment.mjs',
  'scripts/reset.mjs',
  'scripts/serve.mjs',
  'docs',
  'security/vex.json',
  'vendor',
  '.env.example',
  'LICENSE',
  'package-lock.json',
];

/** Files of packages that are only needed to compile them. */
const COMPILER_INPUT_PATHS = ['better-sqlite3/deps', 'better-sqlite3/src', 'better-sqlite3/build/Release/obj'];

const [folderArgument] = process.argv.slice(2);
const folder = resolve(folderArgument ?? '');
if (!folderArgument || (existsSync(folder) && readdirSync(folder).length > 0)) {
  console.error('Name a folder that is not there yet, or is empty: npm run release -- ../mirrorbook');
  process.exit(1);
}
checkNode();
await installAndBuild();

runStep('Copying the build', () => {
  mkdirSync(folder, { recursive: true });
  for (const part of COPIED_PATHS) cpSync(join(root, part), join(folder, part), { recursive: true });
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(createServedPackage(own), null, 2)}\n`);
});
runStep('Copying the packages it needs', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  for (const [path, { dev }] of Object.entries(packages)) {
    const from = join(root, path);
    // Nested packages are copied with their parents. Packages that need a compiler are compiled already.
    if (path === '' || dev || path.lastIndexOf('node_modules/') > 0 || !existsSync(from)) continue;
    cpSync(from, join(folder, path), { recursive: true, verbatimSymlinks: true });
  }
  run('npm', ['prune', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    quiet: true,
  });
  for (const path of COMPILER_INPUT_PATHS) rmSync(join(folder, 'node_modules', path), { recursive: true, force: true });
});
runStep('Writing the bill of materials', () => {
  const sbomArgs = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev'];
  const { status, stdout, stderr } = spawnSync('npm', sbomArgs, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) {
    console.error(stderr);
    process.exit(1);
  }
  // npm names the bill of materials after the folder, and includes local paths of package archives.
  const bom = JSON.parse(stdout.replaceAll(`file:${folder}/`, 'file:'));
  bom.metadata.component.name = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).name;
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(bom, null, 2)}\n`);
});
console.log(`\n${folder} is ready: cd ${folder}, and npm run serve. It needs Node and nothing else.`);

/** Returns the package file of the served tree: the packages that the build names, and the commands that run without a compiler. */
function createServedPackage({ name, version, license, type, engines, scripts, dependencies, overrides }) {
  const text = listFiles(join(folder, 'build/server'), join(folder, 'build/commands'), join(folder, 'scripts'))
    .filter((path) => /\.m?js$/.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const isReferenced = (requested) =>
    ['"', "'"].some((quote) => [quote, '/'].some((end) => text.includes(`${quote}${requested}${end}`)));
  return {
    name,
    version,
    private: true,
    license,
    type,
    engines,
    scripts: Object.fromEntries(Object.entries(scripts).flatMap(([key, command]) => toServedScript(key, command))),
    // A package named by an override is installed because of it.
    dependencies: Object.fromEntries(
      Object.entries(dependencies).filter(([wanted]) => isReferenced(wanted) || overrides[wanted] === `$${wanted}`),
    ),
    overrides,
  };
}

/** Returns a command for the served tree; nothing for commands that need the sources. */
function toServedScript(key, command) {
  const [, script = ''] = /^tsx scripts\/([\w-]+)\.ts$/.exec(command) ?? [];
  if (existsSync(join(folder, `build/commands/${script}.js`))) return [[key, `node build/commands/${script}.js`]];
  const [, file = ''] = /^node (scripts\/[\w-]+\.mjs)$/.exec(command) ?? [];
  return file && existsSync(join(folder, file)) ? [[key, command]] : [];
}

function listFiles(...folders) {
  return folders.flatMap((each) => readdirSync(each, { recursive: true }).map((name) => join(each, name)));
}

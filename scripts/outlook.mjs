// `npm run outlook`: rehearses the move to React Router 7 in a temporary copy, as its upgrade guide lists it: packages,
// imports and entries are rewritten, then types are checked and the app is built. Nothing here is changed.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root, step } from './steps.mjs';

// One version for all: each of these packages wants the others to be of its own version exactly.
const VERSION = '7.18.4';

/** What each package of Remix becomes; names that moved elsewhere are in `MOVED`. */
const PACKAGES = {
  '@remix-run/react': 'react-router',
  '@remix-run/node': 'react-router',
  '@remix-run/express': '@react-router/express',
  '@remix-run/route-config': '@react-router/dev/routes',
};

/** Names that are another package's, or are called something else, in React Router. */
const MOVED = {
  RemixBrowser: ['HydratedRouter', 'react-router/dom'],
  RemixServer: ['ServerRouter', 'react-router'],
  createReadableStreamFromReadable: ['createReadableStreamFromReadable', '@react-router/node'],
};

const copy = mkdtempSync(join(tmpdir(), 'mirrorbook-outlook-'));
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
const inCopy = (...parts) => join(copy, ...parts);
const rewrite = (path, change) => writeFileSync(inCopy(path), change(readFileSync(inCopy(path), 'utf8')));

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
const present = files.filter((path) => existsSync(join(root, path)));

step('Copying the sources', () => {
  for (const path of present) cpSync(join(root, path), inCopy(path), { recursive: true });
});

step('Rewriting packages, imports and entries', () => {
  rmSync(inCopy('package-lock.json'), { force: true });
  rewrite('package.json', (text) => {
    const manifest = JSON.parse(text);
    for (const group of ['dependencies', 'devDependencies', 'overrides']) {
      for (const name of Object.keys(manifest[group] ?? {})) {
        if (name.startsWith('@remix-run/') || name === 'react-router' || name === 'react-router-dom')
          delete manifest[group][name];
      }
    }
    Object.assign(manifest.dependencies, {
      'react-router': VERSION,
      '@react-router/node': VERSION,
      '@react-router/express': VERSION,
    });
    manifest.devDependencies['@react-router/dev'] = VERSION;
    return JSON.stringify(manifest, null, 2);
  });
  for (const path of present.filter((path) => /\.(ts|tsx|mjs|js)$/.test(path))) rewrite(path, imports);
  rmSync(inCopy('app/remix.d.ts'), { force: true });
  rmSync(inCopy('remix.config.js'), { force: true });
  writeFileSync(inCopy('react-router.config.ts'), "export default { appDirectory: 'app', buildDirectory: 'build' };\n");
  rewrite('vite.config.ts', (text) =>
    text
      .replace(
        /import \{ vitePlugin as remix \} from '[^']+';/,
        "import { reactRouter } from '@react-router/dev/vite';",
      )
      .replace(/import remixOptions from '[^']+';\n/, '')
      .replace('remix(remixOptions)', 'reactRouter()'),
  );
  // Their server entry is called with the context that `ServerRouter` takes under this name.
  rewrite('app/entry.server.tsx', (text) => text.replace(/ abortDelay=\{\w+\}/, ''));
});

/** A source with its imports of Remix led to React Router. */
function imports(text) {
  const led = text.replace(
    /(import|export)( type)? \{([^}]*)\} from '(@remix-run\/[\w-]+)';/g,
    (whole, kind, type, names, from) => {
      const target = PACKAGES[from];
      if (!target) return whole;
      const by = {};
      for (const name of names
        .split(',')
        .map((each) => each.trim())
        .filter(Boolean)) {
        const plain = name.replace(/^type /, '').split(' as ')[0];
        const [called, place] = MOVED[plain] ?? [plain, target];
        by[place] ??= [];
        by[place].push(kind === 'import' || called === plain ? name.replace(plain, called) : `${called} as ${plain}`);
      }
      return Object.entries(by)
        .map(([place, all]) => `${kind}${type ?? ''} { ${all.join(', ')} } from '${place}';`)
        .join('\n');
    },
  );
  return led
    .replace(/<RemixBrowser/g, '<HydratedRouter')
    .replace(/<RemixServer/g, '<ServerRouter')
    .replace(/(import|declare module) '@remix-run\/node'/g, "$1 'react-router'")
    .replaceAll('virtual:remix/server-build', 'virtual:react-router/server-build');
}

const call = (command, args) =>
  spawnSync(command, args, {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, CI: '1' },
  });

const installed = step('Installing its packages', () =>
  call('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts']),
);
if (installed.status !== 0) {
  console.log(installed.stderr);
  process.exit(1);
}
step('Making its route types', () => call('npx', ['react-router', 'typegen']));
const types = step('Types', () =>
  call('node', ['node_modules/typescript7/bin/tsc', '--noEmit', '--incremental', 'false', '--pretty', 'false']),
);
const built = step('Build', () => call('npx', ['react-router', 'build']));

const errors = [...types.stdout.matchAll(/^(\S+?)\(\d+,\d+\): error (TS\d+): (.*)$/gm)];
const places = new Map();
for (const [, path = '', code, message] of errors) {
  const area = dirname(path).split('/').slice(0, 2).join('/');
  places.set(area, [...(places.get(area) ?? []), `${path}: ${code} ${message}`]);
}
const version = JSON.parse(readFileSync(inCopy('node_modules/react-router/package.json'), 'utf8')).version;
console.log(
  `\nReact Router ${version}: ${errors.length} errors of types, the build ${built.status === 0 ? 'succeeds' : 'fails'}`,
);
for (const [area, found] of [...places].sort(([, a], [, b]) => b.length - a.length)) {
  console.log(`\n${area}: ${found.length}`);
  for (const line of found.slice(0, 5)) console.log(`  ${line}`);
}
if (built.status !== 0) console.log(`\n${built.stderr.split('\n').slice(-15).join('\n')}`);

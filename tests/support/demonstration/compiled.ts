import { mkdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

const ROOT = join(import.meta.dirname, '../../..');
const done = new Map<string, string>();

/**
 * Bundles a script with its imports for Node, so that it starts faster; returns the bundle's path. `root`: folder
 * with the script's migrations.
 */
export function compiled(script: string, root = ROOT): string {
  const source = resolve(ROOT, script);
  const place = resolve(root, script);
  const before = done.get(place);
  if (before) return before;
  const folder = join(ROOT, '.cache/compiled');
  mkdirSync(folder, { recursive: true });
  // Each test process compiles its own copy, because another process may still be writing a shared one.
  const outfile = join(folder, `${basename(source, '.ts')}.${process.pid}.${done.size}.mjs`);
  buildSync({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    loader: { '.svg': 'empty' },
    tsconfig: join(ROOT, 'tsconfig.json'),
    // Modules find the project's files by their own location.
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(place).href), 'import.meta.env.SSR': 'true' },
    logLevel: 'error',
  });
  done.set(place, outfile);
  return outfile;
}

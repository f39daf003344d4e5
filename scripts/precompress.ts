import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type Plugin, transformWithEsbuild } from 'vite';

/**
 * Writes the browser's scripts and styles compressed beside themselves, once, with all the effort there is. A script that is no
 * part of the app's modules comes to the build as a file that it would hand on as it is, with its comments: it is made small here.
 */
export function precompress(): Plugin {
  let browser = false;
  let outDir = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved({ build }) {
      browser = !build.ssr;
      outDir = build.outDir;
    },
    async generateBundle(_, bundle) {
      if (!browser) return;
      for (const [name, part] of Object.entries(bundle)) {
        if (part.type !== 'asset' || !name.endsWith('.js')) continue;
        part.source = (await transformWithEsbuild(String(part.source), name, { minify: true })).code;
      }
    },
    // At the end of the server's build: Remix writes the list of routes beside the browser's files while that is made.
    closeBundle() {
      if (browser) return;
      const folder = join(dirname(outDir), 'client/assets');
      for (const name of readdirSync(folder)) {
        if (!/\.(js|css|svg)$/.test(name)) continue;
        const content = readFileSync(join(folder, name));
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content));
        writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
      }
    },
  };
}

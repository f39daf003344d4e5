import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type Plugin, transformWithEsbuild } from 'vite';

/**
 * Writes compressed copies of the browser's scripts and styles once, with the highest effort. Also minifies scripts outside of the app's
 * modules, which the build would copy with their comments.
 */
export function precompressAssets(): Plugin {
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
    // Runs at the end of the server's build, because Remix writes the list of routes to the browser's files during that
    // build.
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

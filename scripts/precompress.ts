import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type Plugin, transformWithEsbuild } from 'vite';

/**
 * Writes the browser's scripts and styles compressed beside themselves, once, with all the effort there is. A script that is no
 * part of the app's modules comes to the build as a file that it would hand on as it is, with its comments: it is made small here.
 */
export function precompress(): Plugin {
  let browser = false;
  return {
    name: 'precompress',
    apply: 'build',
    configResolved({ build }) {
      browser = !build.ssr;
    },
    async generateBundle(_, bundle) {
      if (!browser) return;
      for (const [name, part] of Object.entries(bundle)) {
        if (part.type !== 'asset' || !name.endsWith('.js')) continue;
        part.source = (await transformWithEsbuild(String(part.source), name, { minify: true })).code;
      }
    },
    writeBundle({ dir = '' }, bundle) {
      if (!browser) return;
      for (const [name, part] of Object.entries(bundle)) {
        if (!/\.(js|css|svg)$/.test(name)) continue;
        const content = part.type === 'chunk' ? part.code : part.source;
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(content));
        writeFileSync(join(dir, `${name}.gz`), gzipSync(content, { level: 9 }));
      }
    },
  };
}

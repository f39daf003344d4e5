import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Writes the browser's scripts and styles compressed beside themselves, once, with all the effort there is. */
export function precompress(): Plugin {
  let browser = false;
  return {
    name: 'precompress',
    apply: 'build',
    configResolved({ build }) {
      browser = !build.ssr;
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

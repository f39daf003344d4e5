import { fileURLToPath } from 'node:url';
import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import remixOptions from './remix.config.js';
import { precompress } from './scripts/precompress';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export const alias = { '~': here('./app'), '#drizzle': here('./drizzle') };

export default defineConfig({
  plugins: [tailwindcss(), remix(remixOptions), precompress()],
  resolve: { alias },
  build: { assetsInlineLimit: 0, sourcemap: false },
  server: { fs: { allow: [here('.')] } },
});

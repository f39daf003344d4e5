import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { alias } from './scripts/alias';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const { scripts } = JSON.parse(readFileSync(here('package.json'), 'utf8')) as { scripts: Record<string, string> };

/** The operator's commands that are written in TypeScript. `bench` needs the packages of tests, and the sources. */
const commands = Object.values(scripts)
  .flatMap((command) => /^tsx scripts\/([\w-]+)\.ts$/.exec(command)?.[1] ?? [])
  .filter((name) => name !== 'bench');

const environment = here('scripts/environment.mjs');

/** Writes the operator's commands into `build/commands`, so that a served tree needs neither sources nor a compiler for them. */
export default defineConfig({
  logLevel: 'warn',
  publicDir: false,
  resolve: { alias },
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'build/commands',
    rollupOptions: {
      input: Object.fromEntries(commands.map((name) => [name, here(`scripts/${name}.ts`)])),
      // It finds `.env` by where it is, so it stays a file of its own.
      external: [environment],
      output: { paths: { [environment]: '../../scripts/environment.mjs' } },
    },
  },
});

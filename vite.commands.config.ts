import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { alias } from './scripts/alias';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const { scripts } = JSON.parse(readFileSync(here('package.json'), 'utf8')) as { scripts: Record<string, string> };

/** Operator commands written in TypeScript. `bench` is not one of them: it needs the sources and the development packages. */
const commands = Object.values(scripts)
  .flatMap((command) => /^tsx scripts\/([\w-]+)\.ts$/.exec(command)?.[1] ?? [])
  .filter((name) => name !== 'bench');

const environment = here('scripts/environment.mjs');

/** Builds the operator's commands into `build/commands`, so that a deployment needs neither sources nor a compiler. */
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
      // Not bundled, because it locates `.env` relative to its own file.
      external: [environment],
      output: { paths: { [environment]: '../../scripts/environment.mjs' } },
    },
  },
});

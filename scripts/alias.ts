import { fileURLToPath } from 'node:url';

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Folders with which imports of sources begin. Kept in a separate file, so that tests and commands need not load the build of pages. */
export const alias = { '~': resolvePath('../app'), '#drizzle': resolvePath('../drizzle') };

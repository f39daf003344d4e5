import { fileURLToPath } from 'node:url';

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Prefixes of imports, with their folders. They are in a separate file, so that tests and commands need not load the
 * build of pages.
 */
export const alias = { '~': resolvePath('../app'), '#drizzle': resolvePath('../drizzle') };

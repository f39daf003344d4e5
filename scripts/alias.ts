import { fileURLToPath } from 'node:url';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The folders that imports of sources begin with. By itself, so that tests and commands needn't load what builds the pages. */
export const alias = { '~': here('../app'), '#drizzle': here('../drizzle') };

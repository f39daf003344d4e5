import { defineConfig } from 'drizzle-kit';

// Both migration folders come from the one schema: run twice, the second time with DATABASE_URL=postgres://
const postgres = process.env.DATABASE_URL?.startsWith('postgres') ?? false;

export default defineConfig({
  dialect: postgres ? 'postgresql' : 'sqlite',
  schema: './drizzle/schema/index.ts',
  out: postgres ? './drizzle/postgres' : './drizzle/sqlite',
});

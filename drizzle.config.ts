import { defineConfig } from 'drizzle-kit';

// Generates the migrations of one engine from the schema; of PostgreSQL if DATABASE_URL is postgres://
const postgres = process.env.DATABASE_URL?.startsWith('postgres') ?? false;

export default defineConfig({
  dialect: postgres ? 'postgresql' : 'sqlite',
  schema: './drizzle/schema/index.ts',
  out: postgres ? './drizzle/postgres' : './drizzle/sqlite',
});

import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.server';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  const template = server.url('template_mirrorbook');
  // The schema's column makers are chosen when they are loaded, so the engine is named before anything imports them.
  process.env.DATABASE_URL = template;
  const { default: pg } = await import('pg');
  const admin = new pg.Client({ connectionString: server.url('postgres') });
  await admin.connect();
  await admin.query('create database template_mirrorbook');
  await admin.end();
  const { openDatabase, migrate, closeDatabase } = await import('~/platform/db/index.server');
  await openDatabase(template);
  await migrate();
  await closeDatabase();
  delete process.env.DATABASE_URL;
  project.provide('template', template);
  return () => server.stop();
}

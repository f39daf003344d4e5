import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { closeDatabase, migrate, openDatabase } from '~/platform/db/index.server';

declare module 'vitest' {
  interface ProvidedContext {
    /** Migrated, empty database: a file to copy, or the address of a template to clone. */
    template: string;
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'mirrorbook-template-'));
  const template = join(folder, 'template.db');
  await openDatabase(`file:${template}`);
  await migrate();
  await closeDatabase();
  project.provide('template', template);
  return () => rmSync(folder, { recursive: true });
}

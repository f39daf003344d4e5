import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createStaticFiles } from './staticFiles.server';

test('a file that a new build took away is not answered, and nothing is thrown', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mirrorbook-static-'));
  writeFileSync(join(folder, 'gone.js'), '');
  const files = createStaticFiles(folder);
  rmSync(folder, { recursive: true });
  const request = { method: 'GET', url: '/assets/gone.js', headers: {} } as IncomingMessage;
  expect(files(request, {} as ServerResponse)).toBe(false);
});

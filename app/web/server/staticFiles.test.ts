import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStaticFiles } from './staticFiles.server';

const folder = mkdtempSync(join(tmpdir(), 'mirrorbook-static-'));
for (const name of ['kept.js', 'gone.js']) writeFileSync(join(folder, name), `// ${name}`);
const files = createStaticFiles(folder);
const server = createServer((request, response) => {
  if (!files(request, response)) response.writeHead(404).end();
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

test('a file that a new build took away is missing, and the server goes on', async () => {
  const get = (name: string) => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/assets/${name}`);
  rmSync(join(folder, 'gone.js'));
  expect((await get('gone.js')).status).toBe(404);
  const kept = await get('kept.js');
  expect([kept.status, await kept.text()]).toEqual([200, '// kept.js']);
  rmSync(join(folder, 'kept.js'));
  // What was read once is given from memory.
  expect((await get('kept.js')).status).toBe(200);
});

import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveFiles } from './staticFiles.server';

const folder = mkdtempSync(join(tmpdir(), 'mirrorbook-static-'));
const assets = join(folder, 'assets');
let server: Server;

beforeAll(async () => {
  mkdirSync(assets);
  for (const [name, content] of [
    ['app.js', 'plain'],
    ['app.js.br', 'br'],
    ['app.js.gz', 'gz'],
    ['plain.svg', '<svg/>'],
    ['gone.js', 'x'],
    ['gone.js.br', 'x'],
  ] as const)
    writeFileSync(join(assets, name), content);
  writeFileSync(join(folder, 'icon.avif'), 'picture');
  const app = express();
  serveFiles(app, folder);
  app.use((_request, response) => void response.status(200).send('a page'));
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

async function get(path: string, encoding = '') {
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, host: '127.0.0.1', path, headers: { 'Accept-Encoding': encoding } }).end();
  const [answer] = await once(sent, 'response');
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

test.each([
  ['br, gzip', 'br', 'br'],
  ['gzip', 'gz', 'gzip'],
  ['br;q=0, gzip', 'gz', 'gzip'],
  ['', 'plain', undefined],
])('a script is sent as %j accepts it, and cached forever', async (accepted, body, encoding) => {
  const answer = await get('/assets/app.js?v=1', accepted);
  expect([answer.status, answer.body, answer.headers['content-encoding']]).toEqual([200, body, encoding]);
  expect(answer.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    'content-type': expect.stringContaining('javascript'),
  });
});

test('a file without compressed copies is sent unchanged', async () => {
  const answer = await get('/assets/plain.svg', 'br');
  expect([answer.body, answer.headers['content-encoding']]).toEqual(['<svg/>', undefined]);
  expect((await get('/icon.avif')).headers['content-type']).toBe('image/avif');
});

test('a missing asset is 404, and so is one that a new build has removed', async () => {
  expect((await get('/assets/none.js')).status).toBe(404);
  for (const name of ['gone.js', 'gone.js.br']) rmSync(join(assets, name));
  const answer = await get('/assets/gone.js', 'br');
  expect([answer.status, answer.headers['content-encoding']]).toEqual([404, undefined]);
});

test('any other address is passed on to the pages', async () => {
  expect((await get('/dashboard')).body).toBe('a page');
});

import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { get, type IncomingHttpHeaders } from 'node:http';
import { join, parse } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Decoder } from '@toondepauw/node-zstd';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { staffManifestName } from '~/web/server/routeLists';
import budgets from '../../budgets.json';
import scriptBudgets from '../../scriptBudgets.json';
import { Client } from '../support/pages/client';
import { weigh } from '../support/pages/pageWeight';
import { browserRoutes, scriptWeights } from '../support/pages/scriptWeight';
import { Installation } from '../support/servers/installation';

const installation = new Installation({ DEMONSTRATION: '0' });

beforeAll(() => installation.start());
afterAll(() => installation.remove());

test.each(Object.entries(budgets))('%s stays within its size limit', async (path, budget) => {
  const { bytes, requests, scripts, ...parts } = await weigh(installation.origin, path);
  expect(bytes, JSON.stringify(parts)).toBeLessThanOrEqual(budget.bytes);
  expect(requests).toBeLessThanOrEqual(budget.requests);
  expect(scripts).toBeLessThanOrEqual(2048);
});

test('signed-in pages stay within their script budgets, and each has one', async () => {
  const weights = await scriptWeights();
  expect(Object.keys(weights).sort()).toEqual(Object.keys(scriptBudgets).sort());
  const budget = new Map(Object.entries(scriptBudgets));
  const over = Object.entries(weights).filter(([path, bytes]) => bytes > (budget.get(path) ?? 0));
  expect(over).toEqual([]);
});

describe('pages compressed against the dictionary of the build', () => {
  type Answer = { headers: IncomingHttpHeaders; body: Buffer };
  const ask = (path: string, headers: Record<string, string> = {}) =>
    new Promise<Answer>((resolve, reject) => {
      get(new URL(path, installation.origin), { headers }, (answer) => {
        buffer(answer).then((body) => resolve({ headers: answer.headers, body }), reject);
      }).on('error', reject);
    });
  const ALL = 'gzip, deflate, br, zstd, dcb, dcz';
  let dictionary: Answer;
  let held: string;

  beforeAll(async () => {
    const [, href = ''] =
      /^<(\/assets\/dictionary-\w+\.bin)>; rel="compression-dictionary"$/.exec(String((await ask('/')).headers.link)) ??
      [];
    dictionary = await ask(href);
    held = `:${createHash('sha256').update(dictionary.body).digest('base64')}:`;
  });

  test('the dictionary is for pages only, is cached forever, and contains no personal data', () => {
    expect(dictionary.headers).toMatchObject({
      'use-as-dictionary': 'match="/*", match-dest=("document")',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const assets = readdirSync(join(import.meta.dirname, '../../build/client/assets')).map((name) => parse(name).name);
    const text = assets.reduce((rest, name) => rest.replaceAll(name, ' '), dictionary.body.toString());
    const found = text.match(/investor@|Ivy|Hart\b|Wren|Tamsin|nonce="[^"]+|[\w-]{40,}|[0-9a-f]{8}-[0-9a-f]{4}-/g);
    expect(found).toBeNull();
  });

  test.each(['/', '/login', '/faq'])('%s is the same page with it, in fewer bytes', async (path) => {
    const plain = await ask(path);
    const small = await ask(path, { 'Accept-Encoding': ALL, 'Available-Dictionary': held });
    const brotli = await ask(path, { 'Accept-Encoding': ALL });
    expect(small.headers).toMatchObject({ 'content-encoding': 'dcz', 'content-length': String(small.body.length) });
    expect(small.headers.vary).toMatch(/Accept-Encoding, Available-Dictionary/);
    expect(small.headers.link).toBeUndefined();
    // The head of 40 bytes is a frame that decoders skip.
    const drawn = (await new Decoder(dictionary.body).decode(small.body.subarray(40))).toString();
    const likeAll = (page: string) => page.replaceAll(/(nonce=|_csrf" value=)"[^"]*"|"csrf\\",\\"[\w-]+/g, '$1');
    expect(likeAll(drawn)).toBe(likeAll(plain.body.toString()));
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(small.body.length).toBeLessThan(brotli.body.length);
  });

  /**
   * Bytes of a newcomer's pages in brotli, and with the dictionary: there pages with a form have at most 1.5 KB, except
   * for lists of names.
   */
  const FORMS: [path: string, plain: number, small: number][] = [
    ['/login', 2176, 256],
    ['/signup', 2240, 320],
    ['/fundwallet', 5024, 832],
    ['/fundwallet?method=BTC', 4672, 832],
    ['/checkout?method=BTC&amount=5000', 6016, 1536],
    ['/plans?plan=starter&amount=500', 5856, 1536],
    ['/withdraw', 5184, 1152],
    ['/withdraw?method=BTC', 4736, 1024],
    ['/kyc', 6016, 896],
    ['/settings', 9728, 4992],
    ['/settings/password', 3840, 1152],
    ['/dashboard', 5120, 1920],
    ['/transactions', 5120, 2432],
  ];

  test('pages of a newcomer stay within their size limits', async () => {
    const newcomer = new Client(installation);
    await newcomer.signUp({ email: `mia-${Date.now()}@example.com`, password: 'a long walk in the rain' });
    const over = [];
    for (const [path, plain, small] of FORMS) {
      const headers: Record<string, string> = /^\/(login|signup)/.test(path) ? {} : { Cookie: newcomer.cookie };
      const brotli = (await ask(path, { ...headers, 'Accept-Encoding': 'br' })).body.length;
      const withIt = { ...headers, 'Accept-Encoding': ALL, 'Available-Dictionary': held };
      const dictionary = (await ask(path, withIt)).body.length;
      if (brotli > plain || dictionary > small) over.push([path, brotli, dictionary]);
    }
    expect(over).toEqual([]);
  });

  test.each([
    ['a hash that was never given', ALL, `:${Buffer.alloc(32, 7).toString('base64')}:`, 'br'],
    ['a hash of another size', ALL, ':AAAA:', 'br'],
    ['no hash at all', ALL, 'dictionary', 'br'],
    ['an empty one', ALL, '', 'br'],
    ['a browser that cannot', 'gzip, br', 'ours', 'br'],
    ['a browser that refuses it', 'gzip, br, dcz;q=0', 'ours', 'br'],
    ['brotli with a dictionary alone, which is not made', 'gzip, dcb', 'ours', 'gzip'],
    ['one that says it can and names none', 'dcz', undefined, undefined],
  ])('%s: compressed without the dictionary', async (_, accepted, available, encoding) => {
    const headers = {
      'Accept-Encoding': accepted,
      ...(available !== undefined && { 'Available-Dictionary': available === 'ours' ? held : available }),
    };
    for (const path of ['/', '/login']) expect((await ask(path, headers)).headers['content-encoding']).toBe(encoding);
  });
});

test.each([
  ['staff', ['admin/users/user'], /^routes\/(investor|auth)\//],
  ['others', ['investor/dashboard', 'auth/login'], /^routes\/admin\//],
] as const)(
  'a browser’s list of routes for %s has their pages with React and the targets of forms, but no calls and no pages without React',
  async (whose, own, foreign) => {
    const listed = (await browserRoutes())[whose];
    const expected = [...own, 'public/notFound', 'public/theme', 'public/dismissAnnouncement'];
    expect(expected.filter((route) => !listed.includes(`routes/${route}`))).toEqual([]);
    expect(
      listed.filter(
        (id) => foreign.test(id) || /^routes\/api\/|^routes\/public\/(landing|policy|forex|apiDocs|layout)$/.test(id),
      ),
    ).toEqual([]);
  },
);

test('a page loads the list of its own kind', async () => {
  const listOf = async (path: string) =>
    /import "(\/assets\/manifest-[\w-]+\.js)"/.exec(await (await fetch(installation.origin + path)).text())?.[1] ??
    path;
  expect(await listOf('/admin')).toBe(staffManifestName(await listOf('/login')));
  expect(await listOf('/admin/users/7')).toBe(await listOf('/admin'));
});

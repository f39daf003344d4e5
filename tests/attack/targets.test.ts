import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routesOf } from '../support/pages/routes';
import { Installation } from '../support/servers/installation';

const installation = new Installation({ DEMONSTRATION: '0' });
let host = '';

beforeAll(async () => {
  await installation.start();
  host = new URL(installation.origin).host;
});
afterAll(() => installation.remove());

/** Sends these bytes and returns the status, or 0 if the connection was closed without one. */
async function statusOf(lines: string[], body = ''): Promise<number> {
  const { hostname, port } = new URL(installation.origin);
  const socket = connect(Number(port), hostname);
  const sent = [...lines, 'Connection: close', '', body].join('\r\n').replaceAll('HOST', host);
  // The connection stays open: a client that closes early no longer waits for an answer.
  socket.write(sent);
  let answer = '';
  try {
    for await (const bytes of socket) answer += bytes;
  } catch (error) {
    // A server that refuses a body before its end closes the connection after its answer.
    if (!answer) throw error;
  }
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
}

const own = ['Host: HOST'];

describe('a target written with scheme and host', () => {
  test('is reduced to its path if the host is ours', async () => {
    expect(await statusOf(['GET http://HOST/login HTTP/1.1', ...own])).toBe(200);
    expect(await statusOf(['GET HTTP://HOST/faq?a=b HTTP/1.1', ...own])).toBe(200);
    expect(await statusOf(['GET http://HOST HTTP/1.1', ...own])).toBe(200);
  });

  test.each([
    'http://evil.example/login',
    'http://HOST@evil.example/login',
    'ftp://HOST/login',
    'javascript:alert(1)',
    '*',
    'login',
    '?a',
  ])('%s is 400', async (target) => {
    expect(await statusOf([`GET ${target} HTTP/1.1`, ...own])).toBe(400);
  });

  const routes = routesOf();
  test('opens nothing that its path does not, at any route', async () => {
    for (const { path } of await routes) {
      const [plain, absolute, foreign] = [
        await statusOf([`GET ${path} HTTP/1.1`, ...own]),
        await statusOf([`GET http://HOST${path} HTTP/1.1`, ...own]),
        await statusOf([`GET http://evil.example${path} HTTP/1.1`, ...own]),
      ];
      expect([path, absolute, foreign]).toEqual([path, plain, 400]);
      expect(plain).toBeLessThan(500);
    }
  });
});

test.each([
  ['HAProxy', ['OPTIONS PATH HTTP/1.0']],
  ['HAProxy, told to GET', ['GET PATH HTTP/1.0']],
  ['HAProxy, with HTTP/1.1 and the name of its server', ['GET PATH HTTP/1.1', 'Host: mirrorbook_1']],
  ['HAProxy, with HTTP/1.1 alone', ['GET PATH HTTP/1.1']],
  ['nginx', ['GET PATH HTTP/1.0', 'Host: mirrorbook_servers']],
  ['Caddy', ['GET PATH HTTP/1.1', ...own, 'User-Agent: Go-http-client/1.1']],
  ['Kubernetes', ['GET PATH HTTP/1.1', 'Host: 10.42.0.7:4000', 'User-Agent: kube-probe/1.31', 'Accept: */*']],
])('%s gets an answer to a server-wide request', async (_who, lines) => {
  for (const path of ['/healthz', '/readyz']) {
    const request = lines.map((line) => line.replace('PATH', path));
    expect([path, await statusOf(request)]).toEqual([path, 200]);
  }
});

describe('malformed requests are refused without an internal error', () => {
  test.each([
    ['TRACE', ['TRACE /login HTTP/1.1', ...own], [405]],
    ['CONNECT', ['CONNECT evil.example:443 HTTP/1.1', ...own], [0, 400, 405]],
    ['a method that does not exist', ['STEAL /login HTTP/1.1', ...own], [400, 405]],
    ['no Host', ['GET /login HTTP/1.1'], [400]],
    ['no Host, at a page that is kept in memory', ['GET /faq HTTP/1.1'], [400]],
    ['no Host, by HTTP/1.0', ['GET /login HTTP/1.0'], [400]],
    ['two Hosts', ['GET /login HTTP/1.1', ...own, 'Host: evil.example'], [400]],
    ['a Host with spaces', ['GET /login HTTP/1.1', 'Host: a b'], [400]],
    ['a Host whose port is none', ['GET /login HTTP/1.1', 'Host: a:99999'], [400]],
    ['a Host of colons', ['GET /login HTTP/1.1', 'Host: a:b:c'], [400]],
    ['a Host of half a bracket', ['GET /login HTTP/1.1', 'Host: [::1'], [400]],
    ['a forwarded host whose port is none', ['GET /login HTTP/1.1', ...own, 'X-Forwarded-Host: a:999999'], [200]],
    ['a query of 100 KB', [`GET /login?q=${'a'.repeat(100_000)} HTTP/1.1`, ...own], [414, 431]],
    ['a query of 10 KB', [`GET /login?q=${'a'.repeat(10_000)} HTTP/1.1`, ...own], [414]],
    ['a path of 2 KB', [`GET /${'a'.repeat(2_000)} HTTP/1.1`, ...own], [414]],
    ['a header of 100 KB', ['GET /login HTTP/1.1', ...own, `X-A: ${'a'.repeat(100_000)}`], [431]],
    ['a query of a thousand brackets', [`GET /login?${'a[b]'.repeat(1_000)}=1 HTTP/1.1`, ...own], [200]],
    [
      'a range of a thousand parts',
      ['GET /robots.txt HTTP/1.1', ...own, `Range: bytes=${'0-1,'.repeat(1_000)}0-1`],
      [200, 206, 416],
    ],
    [
      'a length and chunks at once',
      ['POST /login HTTP/1.1', ...own, 'Origin: http://HOST', 'Content-Length: 3', 'Transfer-Encoding: chunked'],
      [400],
    ],
    [
      'two types',
      [
        'POST /login HTTP/1.1',
        ...own,
        'Origin: http://HOST',
        'Content-Type: text/plain',
        'Content-Type: application/json',
        'Content-Length: 0',
      ],
      [400],
    ],
    ['two lengths', ['POST /login HTTP/1.1', ...own, 'Content-Length: 3', 'Content-Length: 4'], [400]],
    ['a length that is none', ['POST /login HTTP/1.1', ...own, 'Content-Length: 0x10'], [400]],
  ] as [string, string[], number[]][])('%s', async (_name, lines, allowed) => {
    expect(allowed).toContain(await statusOf(lines));
    expect(await statusOf(['GET /healthz HTTP/1.1', ...own])).toBe(200);
  });

  const form = (type: string, body: string) =>
    statusOf(
      [
        'POST /login HTTP/1.1',
        ...own,
        'Origin: http://HOST',
        `Content-Type: ${type}`,
        `Content-Length: ${Buffer.byteLength(body)}`,
      ],
      body,
    );
  const part = '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\na\r\n';

  test.each([
    ['JSON', 'application/json', '{"email":"a"}', 415],
    ['text', 'text/plain', 'email=a', 415],
    ['two boundaries', 'multipart/form-data; boundary=x; boundary=y', `${part}--x--`, 400],
    ['the same boundary twice', 'multipart/form-data; boundary=x; boundary=x', `${part}--x--`, 400],
    ['no boundary', 'multipart/form-data', `${part}--x--`, 400],
    ['a boundary of 100 letters', `multipart/form-data; boundary=${'x'.repeat(100)}`, `${part}--x--`, 400],
    ['a form cut in its middle', 'multipart/form-data; boundary=x', part, 400],
    ['a thousand empty parts', 'multipart/form-data; boundary=x', `${'--x\r\n\r\n'.repeat(1_000)}--x--`, 400],
    ['a thousand parts', 'multipart/form-data; boundary=x', `${part.repeat(500)}--x--`, 400],
    ['ten thousand pairs', 'application/x-www-form-urlencoded', 'a=b&'.repeat(10_000), 400],
    ['another character set', 'application/x-www-form-urlencoded; charset=utf-16', 'email=a', 400],
  ])('a form of %s', async (_name, type, body, status) => {
    expect(await form(type, body)).toBe(status);
  });
});

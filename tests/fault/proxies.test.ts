import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { Agent } from 'node:https';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { connect } from 'node:tls';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { isFull } from '../support/depth';
import { PASSWORD } from '../support/pages/calls';
import { Client } from '../support/pages/client';
import {
  type Balancer,
  isInstalled,
  KIT_PROXIES,
  type KitProxy,
  sendOverTls,
  startKitProxy,
} from '../support/servers/balancer';
import { freePort } from '../support/servers/freePort';
import { Installation } from '../support/servers/installation';
import { type PostgresServer, startPostgres } from '../support/servers/postgres.server';
import { startS3 } from '../support/servers/s3';

/* The proxies of `deploy/` unchanged, run by their own programs before real processes. For `npm run test:fault`. */

const names = Object.keys(KIT_PROXIES) as KitProxy[];
/** An address of this machine that only the visitors of these tests have. */
const ADDRESS = '127.0.0.9';
const METRICS_TOKEN = 'a token of sixteen characters';

let server: PostgresServer;
let s3: Awaited<ReturnType<typeof startS3>>;
let database: pg.Client;
let nodes: Installation[] = [];
const ports = { secure: 0, plain: 0 };

/** A browser on another machine, which reaches the processes only through a proxy. */
class Visitor extends Client {
  readonly #agent = new Agent({ keepAlive: true });

  override get origin(): string {
    return `https://127.0.0.1:${ports.secure}`;
  }

  protected override async send(url: URL, init: RequestInit): Promise<Response> {
    const request = new Request(url, init);
    const sent = sendOverTls(url, {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      localAddress: ADDRESS,
      agent: this.#agent,
    });
    sent.end(Buffer.from(await request.arrayBuffer()));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const headers = new Headers();
    for (let at = 0; at < answer.rawHeaders.length; at += 2)
      headers.append(answer.rawHeaders[at] ?? '', answer.rawHeaders[at + 1] ?? '');
    const status = answer.statusCode ?? 0;
    const body = status === 204 || status === 304 ? null : (Readable.toWeb(answer) as WebStream);
    return new Response(body as BodyInit | null, { status, headers });
  }
}

const readiness = async ({ origin }: Installation): Promise<string> => {
  const answer = await fetch(`${origin}/readyz`);
  const { degraded } = (await answer.json()) as { degraded: { part: string }[] };
  return `${answer.status} ${degraded.map(({ part }) => part)}`;
};

/** Returns the number of dashboards that a process has answered with 200, by its metrics. */
async function served({ origin }: Installation): Promise<number> {
  const answer = await fetch(`${origin}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
  const line = /http_request_duration_seconds_count\{route="\/dashboard",method="GET",status="200"\} (\d+)/;
  return Number(line.exec(await answer.text())?.[1] ?? 0);
}

/** Returns the protocol agreed upon over this version of TLS; null if the version is refused. */
const handshake = (version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') =>
  new Promise<string | false | null>((resolve) => {
    const socket = connect({
      host: '127.0.0.1',
      port: ports.secure,
      minVersion: version,
      maxVersion: version,
      ALPNProtocols: ['h2', 'http/1.1'],
      ciphers: 'DEFAULT:@SECLEVEL=0',
      rejectUnauthorized: false,
    });
    socket.once('secureConnect', () => {
      resolve(socket.alpnProtocol);
      socket.destroy();
    });
    socket.once('error', () => resolve(null));
  });

const signUp = async (email: string): Promise<Visitor> => {
  const visitor = new Visitor(nodes[0] as Installation);
  expect((await visitor.signUp({ email, password: PASSWORD })).status).toBe(303);
  return visitor;
};

describe.runIf(isFull)('the kit', () => {
  beforeAll(async () => {
    [server, s3, ports.secure, ports.plain] = await Promise.all([startPostgres(), startS3(), freePort(), freePort()]);
    database = new pg.Client({ connectionString: server.url('postgres') });
    await database.connect();
    const environment = {
      DATABASE_URL: server.url('postgres'),
      STORAGE_URL: s3.url,
      PUBLIC_URL: `https://127.0.0.1:${ports.secure}`,
      DEMONSTRATION: '0',
      TRUSTED_PROXIES: '1',
      METRICS_TOKEN,
      STOP_DELAY: '5',
    };
    const one = new Installation(environment);
    nodes = [one, new Installation(environment, { beside: one })];
    for (const node of nodes) await node.start();
  });
  afterAll(async () => {
    await nodes[1]?.stop();
    await nodes[0]?.remove();
    await database?.end();
    await s3?.remove();
    await server?.stop();
  });

  for (const name of names.filter((each) => !isInstalled(each)))
    test.skip(`deploy/${name}: ${KIT_PROXIES[name]} is not installed here`, () => {});

  describe.each(names.filter(isInstalled))('deploy/%s', (name) => {
    let proxy: Balancer;
    let visitor: Visitor;
    const email = `${name.replace(/\W/g, '-')}@example.com`;
    const behind = () => (name.startsWith('cluster/') ? nodes : nodes.slice(0, 1));

    beforeAll(async () => {
      proxy = await startKitProxy(
        name,
        behind().map(({ origin }) => origin),
        ports,
      );
      visitor = await signUp(email);
    });
    afterAll(() => proxy?.stop());

    test('supports the TLS of its file, redirects plain HTTP to it, and hides the metrics', async () => {
      expect(await Promise.all((['TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const).map(handshake))).toEqual([
        null,
        'h2',
        'h2',
      ]);
      const plain = httpGet(`http://127.0.0.1:${ports.plain}/faq?a=1`, { headers: { Host: 'mirrorbook.example' } });
      const [led] = (await once(plain, 'response')) as [IncomingMessage];
      led.resume();
      expect([led.statusCode, led.headers.location]).toEqual([301, 'https://mirrorbook.example/faq?a=1']);
      const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
      expect((await visitor.fetch('/metrics', { headers })).status).toBe(404);
      const page = await visitor.fetch('/faq');
      expect([page.status, page.headers.get('Strict-Transport-Security')]).toEqual([200, 'max-age=31536000']);
    });

    test('passes the real address of a visitor, whatever the visitor claims', async () => {
      const claimed = {
        'X-Forwarded-For': '6.6.6.6, 7.7.7.7',
        'X-Forwarded-Host': 'evil.example',
        'X-Forwarded-Proto': 'http',
      };
      const other = new Visitor(nodes[0] as Installation);
      const answer = await other.post(await other.form('/login', 'email'), { email, password: PASSWORD }, claimed);
      expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/dashboard']);
      expect(answer.headers.getSetCookie().every((cookie) => /; Secure/i.test(cookie))).toBe(true);
      const { rows } = await database.query('select address from session order by created_at desc limit 1');
      expect(rows).toEqual([{ address: ADDRESS }]);
    });

    test('passes an upload on as it arrives, so that it is refused before it is complete', async () => {
      const sent = sendOverTls(`${proxy.origin}/kyc`, {
        method: 'POST',
        headers: {
          Origin: proxy.origin,
          'Content-Type': 'multipart/form-data; boundary=x',
          'Content-Length': 1_000_000,
        },
        agent: false,
      });
      sent.on('error', () => {});
      sent.write('--x\r\n');
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      sent.destroy();
      expect([answer.statusCode, answer.headers.location?.split('?')[0]]).toEqual([303, '/login']);
    });

    test('passes a large picture in both directions', async () => {
      const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
      const create = { width: 1400, height: 1000, channels: 3 as const, background: 'red', noise };
      const bytes = await sharp({ create }).png().toBuffer();
      expect(bytes.length).toBeGreaterThan(2_000_000);
      const proof = new File([bytes], 'proof.png', { type: 'image/png' });
      expect((await visitor.submit('/checkout?method=BTC&amount=1500', { proof })).status).toBe(303);
      const path = /\/files\/[0-9a-f-]{36}/.exec(await visitor.page('/deposit'))?.[0] ?? '';
      const stored = await sharp(Buffer.from(await (await visitor.fetch(path)).arrayBuffer())).metadata();
      expect([stored.width, stored.height]).toEqual([1400, 1000]);
    });

    test('passes events on as they happen, and calls by a key', async () => {
      const request = {
        keyName: 'Events',
        read: 'on',
        deposit: 'on',
        days: '30',
        from: '',
        wallets: '',
        password: PASSWORD,
      };
      const made = await visitor.post(await visitor.form('/settings/keys', 'keyName'), request);
      const [key = ''] = /mbk_[\w-]{20,}/.exec(await made.text()) ?? [];
      const Authorization = `Bearer ${key}`;
      const stream = await new Visitor(nodes[0] as Installation).fetch('/api/v1/events', {
        headers: { Authorization },
      });
      expect(stream.headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8');
      const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
      let text = '';
      const until = async (pattern: RegExp) => {
        while (!pattern.test(text)) {
          const { value, done } = await reader.read();
          if (done) throw new Error(`The stream ended: ${text}`);
          text += new TextDecoder().decode(value);
        }
      };
      await until(/event: begin/);
      const answer = await visitor.fetch('/api/v1/deposits', {
        method: 'POST',
        body: JSON.stringify({ method: 'ETH', amount: { value: '251.00', currency: 'USD' } }),
        headers: { Authorization, 'Content-Type': 'application/json', 'Idempotency-Key': name },
      });
      const { id } = (await answer.json()) as { id: string };
      await until(new RegExp(id));
      await reader.cancel();
    });

    test('waits for a post as long as its process does, and passes its answer on', async () => {
      const form = await visitor.form('/settings', 'zipcode');
      await database.query('begin');
      await database.query('select from "user" where email = $1 for no key update', [email]);
      const refused = await visitor.post(form, { zipcode: 'N1 9GU' });
      await database.query('rollback');
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '10']);
      expect((await visitor.post(form, { zipcode: 'N1 9GU' })).status).toBe(303);
    });

    test('keeps the site up while the bucket is unavailable', async () => {
      await s3.goDown();
      for (const node of behind())
        await vi.waitUntil(async () => (await readiness(node)) === '200 storage', { timeout: 30_000, interval: 50 });
      const before = await Promise.all(behind().map(served));
      // Longer than it takes to detect that a process is not ready, and until each has answered.
      await vi.waitUntil(
        async () => {
          expect((await visitor.fetch('/dashboard')).status).toBe(200);
          const now = await Promise.all(behind().map(served));
          return now.every((count, at) => count - (before[at] ?? 0) >= 20);
        },
        { timeout: 60_000, interval: 50 },
      );
      await s3.comeBack();
      for (const node of behind())
        await vi.waitUntil(async () => (await readiness(node)) === '200 ', { timeout: 60_000, interval: 50 });
    });

    test.runIf(name.startsWith('cluster/'))(
      'removes a process that stops, and adds it back once it serves, without a failed request; nor a failed read when one dies',
      { timeout: 240_000 },
      async () => {
        const failed: string[] = [];
        let [isGoing, isPosting, posts] = [true, true, 0];
        const visiting = Array.from({ length: 4 }, async (_, number) => {
          const one = await new Visitor(nodes[0] as Installation).signIn({ email, password: PASSWORD });
          const form = await one.form('/settings', 'zipcode');
          const note = (what: string) => (status: unknown) => {
            if (status !== 200 && status !== 303) failed.push(`${what}: ${status}`);
          };
          const ask = (what: string, asking: Promise<Response>) =>
            asking.then(async (answer) => {
              note(what)(answer.status);
              await answer.arrayBuffer();
            }, note(what));
          while (isGoing) {
            await ask('page', one.fetch('/dashboard'));
            if (!isPosting || number > 1) continue;
            posts += 1;
            await ask('post', one.post(form, { zipcode: `N${posts}` }));
          }
        });
        const isBack = (node: Installation) =>
          vi.waitUntil(async () => (await served(node)) > 10, { timeout: 60_000, interval: 100 });
        for (const node of nodes) {
          await node.stop();
          await node.start();
          await isBack(node);
        }
        isPosting = false;
        await nodes[1]?.stop('SIGKILL');
        await nodes[1]?.start();
        await isBack(nodes[1] as Installation);
        isGoing = false;
        await Promise.all(visiting);
        expect(failed).toEqual([]);
        expect(posts).toBeGreaterThan(20);
      },
    );
  });
});

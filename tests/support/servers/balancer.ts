import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './freePort';

/** Stands before several processes. */
export type Balancer = { origin: string; stop(): Promise<void> };

/** How often each process is asked whether it is ready, milliseconds. */
const LOOK = 200;

/** Requests that may be sent a second time. */
const IDEMPOTENT = new Set(['GET', 'HEAD']);

/** Small balancer over ready processes; retries only what no process took or may be repeated, as haproxy.cfg does. */
export async function startBalancer(origins: string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<string>();
  const look = async (origin: string) => {
    const answer = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) ready.add(origin);
    else ready.delete(origin);
  };
  await Promise.all(origins.map(look));
  const looking = setInterval(() => void Promise.all(origins.map(look)), LOOK);

  let turn = 0;
  const next = (tried: Set<string>): string | undefined => {
    const untried = origins.filter((origin) => !tried.has(origin));
    const willing = untried.filter((origin) => ready.has(origin));
    // On a machine that is short of everything none may say in time that it is ready.
    const left = willing.length > 0 ? willing : untried;
    turn += 1;
    return left[turn % Math.max(1, left.length)];
  };

  function forward(from: IncomingMessage, body: Buffer, to: ServerResponse, tried: Set<string>): void {
    const origin = next(tried);
    if (!origin) {
      to.writeHead(503).end();
      return;
    }
    tried.add(origin);
    const { method = 'GET', url = '/' } = from;
    const headers = { ...from.headers, 'x-forwarded-for': from.socket.remoteAddress };
    const sent = request(new URL(url, origin), { method, headers, agent });
    sent.on('response', (answer) => {
      // Those of this connection, and not of the answer.
      const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...headersOfAnswer } = answer.headers;
      to.writeHead(answer.statusCode ?? 502, headersOfAnswer);
      answer.on('error', () => to.destroy()).pipe(to);
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (to.headersSent) return void to.destroy();
      const isUntaken = error.code === 'ECONNREFUSED';
      if (isUntaken) ready.delete(origin);
      if (isUntaken || IDEMPOTENT.has(method)) forward(from, body, to, tried);
      else to.writeHead(502).end();
    });
    sent.end(body);
  }

  const server = createServer(async (from, to) => {
    const parts: Buffer[] = [];
    for await (const part of from) parts.push(part as Buffer);
    forward(from, Buffer.concat(parts), to, new Set());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      clearInterval(looking);
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Is there a HAProxy on this machine? */
export const hasHaproxy = (): boolean => spawnSync('haproxy', ['-v']).status === 0;

/** HAProxy with the settings of the kit, but without TLS, for processes on this machine. */
export async function startHaproxy(origins: string[]): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), 'mirrorbook-haproxy-'));
  const port = await freePort();
  const servers = origins.map((origin, at) => `    server s${at} ${new URL(origin).host}`).join('\n');
  const settings = readFileSync('deploy/cluster/haproxy.cfg', 'utf8')
    // Twice as many files have to be open.
    .replace(/^ *maxconn .*$/m, '    maxconn 500')
    .replace(/^ *bind :80$/m, `    bind 127.0.0.1:${port}`)
    .replace(/^ *(bind :443|http-request redirect|http-request set-header X-Forwarded-Proto) .*$/gm, '')
    .replace(/( {4}server .*\n)+/, `${servers}\n`);
  const path = join(folder, 'haproxy.cfg');
  writeFileSync(path, settings);
  const balancer: ChildProcess = spawn('haproxy', ['-db', '-f', path], { stdio: 'ignore' });
  const origin = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries++) {
    const answer = await fetch(`${origin}/readyz`).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) break;
    if (tries >= 100) throw new Error('HAProxy does not answer');
    await new Promise((resume) => setTimeout(resume, 50));
  }
  return {
    origin,
    stop: async () => {
      const ended = once(balancer, 'exit');
      balancer.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import {
  Agent,
  type ClientRequest,
  createServer,
  get as httpGet,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { get as httpsGet, request as httpsRequest, type RequestOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './freePort';

/** Address before several processes. `countReady` returns the number of processes that receive requests. */
export type Balancer = { origin: string; stop(): Promise<void>; countReady?(): Promise<number> };

/** Interval of readiness checks of each process, milliseconds. */
const LOOK = 200;

/** Requests that may be sent a second time. */
const IDEMPOTENT = new Set(['GET', 'HEAD']);

/** Small balancer over ready processes; retries only what no process took or may be repeated, as haproxy.cfg does. */
export async function startBalancer(origins: string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<string>();
  const poll = async (origin: string) => {
    const answer = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) ready.add(origin);
    else ready.delete(origin);
  };
  await Promise.all(origins.map(poll));
  const pollTimer = setInterval(() => void Promise.all(origins.map(poll)), LOOK);

  let turn = 0;
  const next = (tried: Set<string>): string | undefined => {
    const untried = origins.filter((origin) => !tried.has(origin));
    const willing = untried.filter((origin) => ready.has(origin));
    // On an overloaded machine none may report in time that it is ready.
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
      // Removes the headers of this connection.
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
    countReady: async () => ready.size,
    stop: async () => {
      clearInterval(pollTimer);
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Proxies of `deploy/`, by file, and the programs that run them. */
export const KIT_PROXIES = {
  'cluster/haproxy.cfg': 'haproxy',
  'cluster/nginx.conf': 'nginx',
  'nginx.conf': 'nginx',
} as const;
export type KitProxy = keyof typeof KIT_PROXIES;

/** Returns whether the program that runs a proxy of the kit is installed. */
export const isInstalled = (name: KitProxy): boolean => spawnSync(KIT_PROXIES[name], ['-v']).status === 0;

const TLS = join(import.meta.dirname, '../../fixtures/tls');

/** Ports of a proxy, of which `secure` is 443 in the kit, and `plain` 80. */
export type Ports = { secure: number; plain: number };

/** Runs a proxy of the kit before processes of this machine; only ports, paths and addresses differ from its file. */
export async function startKitProxy(name: KitProxy, origins: string[], { secure, plain }: Ports): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), 'mirrorbook-proxy-'));
  const hosts = origins.map((origin) => new URL(origin).host);
  const both = ['server.crt', 'server.key'].map((file) => readFileSync(join(TLS, file), 'utf8')).join('');
  writeFileSync(join(folder, 'mirrorbook.pem'), both);
  let at = 0;
  const settings = readFileSync(join('deploy', name), 'utf8')
    // Twice as many files have to be open.
    .replace(/^( *maxconn) 20000$/m, '$1 500')
    .replace(/^ *listen \[::\]:.*$/gm, '')
    .replace(/^( *(?:bind|listen)) :?80\b/gm, `$1 127.0.0.1:${plain}`)
    .replace(/^( *(?:bind|listen)) :?443\b/gm, `$1 127.0.0.1:${secure}`)
    .replace('/etc/ssl/mirrorbook.pem', join(folder, 'mirrorbook.pem'))
    .replace(/\/etc\/ssl\/mirrorbook\.example\.(crt|key)/g, `${TLS}/server.$1`)
    .replace(/^( *server (?:\w+ )?)(?:10\.0\.0\.\d|127\.0\.0\.1):3000\b(.*)\n/gm, (_, before, after) => {
      const host = hosts[at++];
      return host ? `${before}${host}${after}\n` : '';
    });
  if (at < hosts.length) throw new Error(`${name} names ${at} processes, and here are ${hosts.length}`);
  const path = join(folder, 'site.conf');
  writeFileSync(path, settings);
  return await run(KIT_PROXIES[name], path, folder, `https://127.0.0.1:${secure}`);
}

/** Path at which HAProxy states the number of processes that receive requests. Only tests have it. */
const READY_PATH = '/ready-processes';

/** Runs HAProxy with the settings of the kit, but without TLS, for processes on this machine. */
export async function startHaproxy(origins: string[]): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), 'mirrorbook-proxy-'));
  const port = await freePort();
  const servers = origins.map((origin, at) => `    server s${at} ${new URL(origin).host}`).join('\n');
  const settings = readFileSync('deploy/cluster/haproxy.cfg', 'utf8')
    .replace(/^ *maxconn .*$/m, '    maxconn 500')
    .replace(
      /^ *bind :80$/m,
      `    bind 127.0.0.1:${port}\n    http-request return content-type text/plain lf-string %[nbsrv(mirrorbook)] if { path ${READY_PATH} }`,
    )
    .replace(/^ *(bind :443|http-request redirect|http-request set-header X-Forwarded-Proto) .*$/gm, '')
    .replace(/( {4}server .*\n)+/, `${servers}\n`);
  const path = join(folder, 'haproxy.cfg');
  writeFileSync(path, settings);
  const balancer = await run('haproxy', path, folder, `http://127.0.0.1:${port}`);
  return { ...balancer, countReady: async () => Number(await (await fetch(balancer.origin + READY_PATH)).text()) };
}

/** Starts a proxy, and waits until a process is ready behind it. */
async function run(program: 'haproxy' | 'nginx', path: string, folder: string, origin: string): Promise<Balancer> {
  let args = ['-db', '-f', path];
  if (program === 'nginx') {
    const whole = join(folder, 'nginx.conf');
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${join(folder, kind)};`,
    );
    writeFileSync(
      whole,
      `${user} daemon off; pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; ${temporary.join(' ')} include ${path}; }`,
    );
    args = ['-c', whole];
  }
  const child: ChildProcess = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaints = '';
  child.stderr?.on('data', (part) => {
    complaints += part;
  });
  const ended = once(child, 'exit');
  for (let tries = 0; !(await isReady(origin)); tries++) {
    if (tries >= 100 || child.exitCode !== null) throw new Error(`${program} does not answer: ${complaints}`);
    await new Promise((resume) => setTimeout(resume, 50));
  }
  return {
    origin,
    stop: async () => {
      // SIGTERM, since nginx has workers that a killed parent leaves behind.
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const CA = readFileSync(join(TLS, 'server.crt'));

/** Requests `/readyz` over a new connection. */
const isReady = (origin: string): Promise<boolean> =>
  new Promise((resolve) => {
    const get = origin.startsWith('https:') ? httpsGet : httpGet;
    get(`${origin}/readyz`, { ca: CA, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    }).on('error', () => resolve(false));
  });

/** Sends a request over TLS from an address of this machine, as a browser there would. */
export function sendOverTls(url: URL | string, options: RequestOptions): ClientRequest {
  return httpsRequest(url, { ca: CA, ...options });
}

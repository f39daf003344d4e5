import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { eq, sql } from 'drizzle-orm';
import type { RequestHandler } from 'express';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { account, job, mail } from '#drizzle/schema';
import { SECOND, systemNow } from '~/platform/clock';
import { countRows } from '~/platform/db/countRows.server';
import { read } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { failedRuns } from '~/platform/jobs/index.server';
import { log } from '~/platform/log/index.server';
import { withTimeLimit } from '~/platform/process/timeLimit';
import type { ServerBuild } from '../responses.server';
import { sendRefusal } from './checks/refusal.server';
import { fullPath } from './routes';

const sha256 = (text: string) => createHash('sha256').update(text).digest();
const LOOPBACK_HOST = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i;
const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/;

/** Longest wait for the database's figures, milliseconds. After it, the others are reported without them. */
const FIGURES_TIMEOUT_MS = 4 * SECOND;

type DatabaseMetric = { name: string; help: string; read: () => Promise<number | null> };

/** Builds the metrics for Prometheus. `figures` are read at each scrape; `parts` are the faults seen by this process. */
export function createMetrics(
  routes: ServerBuild['routes'],
  parts: () => { part: string; isFaulty: boolean }[] = () => [],
  figures: DatabaseMetric[] = [],
) {
  const register = new Registry();
  const own = { registers: [register] };
  collectDefaultMetrics({ register });
  const seconds = new Histogram({
    ...own,
    name: 'http_request_duration_seconds',
    help: 'Requests answered, by route, method and status (of a JSON call the one in its body), and how long that took',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
  });
  /**
   * Numbers of cached answers by status and route since the last scrape, because updating the library's metric costs more than the answer.
   */
  const unreported = new Map<number, Map<string, number>>();
  new Counter({
    ...own,
    name: 'http_answers_from_memory_total',
    help: 'Requests answered with bytes from memory, by route and status; they are in no other figure',
    labelNames: ['route', 'status'],
    collect() {
      for (const [status, routes] of unreported) for (const [route, n] of routes) this.inc({ route, status }, n);
      unreported.clear();
    },
  });
  const postings = new Counter({ ...own, name: 'ledger_transfers_total', help: 'Transfers in the ledger' });
  const outbox = new Gauge({ ...own, name: 'outbox_mails', help: 'Mails, by status', labelNames: ['status'] });
  const lag = new Gauge({
    ...own,
    name: 'job_since_last_end_seconds',
    help: 'How long ago a job last came to an end',
    labelNames: ['job'],
  });
  const failures = new Gauge({ ...own, name: 'job_failures', help: 'Runs that failed', labelNames: ['job'] });
  const up = new Gauge({
    ...own,
    name: 'database_up',
    help: '1 when the database gave its figures; 0 when it is away, and then they are missing',
  });
  new Gauge({
    ...own,
    name: 'part_faulty',
    help: '1 while this process sees that a part does not work, by part; 0 while it does',
    labelNames: ['part'],
    collect() {
      for (const { part, isFaulty } of parts()) this.set({ part }, isFaulty ? 1 : 0);
    },
  });
  new Counter({
    ...own,
    name: 'job_failed_runs_total',
    help: 'Runs that failed, or could not begin, since this process started',
    labelNames: ['job'],
    collect() {
      this.reset();
      for (const [job, n] of failedRuns) this.inc({ job }, n);
    },
  });
  const known = figures.map(({ name, help, read }) => ({ gauge: new Gauge({ ...own, name, help }), read }));
  const connections = new Gauge({ ...own, name: 'http_connections', help: 'Connections that are open' });
  const patterns = new Set(Object.keys(routes).map((id) => fullPath(routes, id)));

  let countOpen = () => 0;

  async function ofDatabase(): Promise<() => void> {
    // Each transfer increases the versions of two accounts, and there are far fewer accounts than transfers.
    const [moved] = await read()
      .select({ n: sql`coalesce(sum(${account.version}), 0) / 2`.mapWith(Number) })
      .from(account);
    const mails: [string, number][] = [];
    for (const status of ['waiting', 'failed'] as const) {
      mails.push([status, await countRows(read(), mail, eq(mail.status, status))]);
    }
    const values: [Gauge, number | null][] = [];
    for (const { gauge, read } of known) values.push([gauge, await read()]);
    const jobs = await read().select().from(job);
    return () => {
      postings.inc(moved?.n ?? 0);
      for (const [status, n] of mails) outbox.set({ status }, n);
      for (const [gauge, value] of values) if (value !== null) gauge.set(value);
      const time = systemNow().getTime();
      for (const row of jobs) {
        failures.set({ job: row.name }, row.failures);
        if (row.lastFinishedAt) lag.set({ job: row.name }, (time - row.lastFinishedAt.getTime()) / SECOND);
      }
    };
  }

  async function collect(): Promise<void> {
    connections.set(countOpen());
    const found = await withTimeLimit(FIGURES_TIMEOUT_MS, ofDatabase()).catch((error) => {
      log().warn({ err: error }, 'metrics could not be read from the database');
      return null;
    });
    for (const each of [postings, outbox, lag, failures]) each.reset();
    for (const { gauge } of known) gauge.remove();
    up.set(found ? 1 : 0);
    found?.();
  }

  /** Returns the route's pattern as a label. All other paths share one label; otherwise clients could create any number. */
  function routeOf(url: string): string {
    if (patterns.has(url)) return url;
    const path = (url.split('?')[0] ?? '').replace(/\.data$/, '').replace(/[0-9a-f]{8}(-[0-9a-f]{4,12}){4}/g, ':id');
    if (path.startsWith('/assets/')) return '/assets';
    return patterns.has(path) ? path : 'other';
  }

  return {
    answeredFromMemory: ({ url = '' }: IncomingMessage, { statusCode }: ServerResponse): void => {
      const route = routeOf(url);
      const routes = unreported.get(statusCode) ?? new Map<string, number>();
      unreported.set(statusCode, routes);
      routes.set(route, (routes.get(route) ?? 0) + 1);
    },
    watch: ({ method, url = '' }: IncomingMessage, response: ServerResponse) => {
      const started = performance.now();
      response.once('finish', () => {
        const elapsedSeconds = (performance.now() - started) / SECOND;
        seconds.observe({ route: routeOf(url), method, status: outcomeOf(response) }, elapsedSeconds);
      });
    },
    watchConnections: (open: () => number) => {
      countOpen = open;
    },
    /** Serves `/metrics` to clients with the token. Without a configured token, only to this machine, if no proxy is in front. */
    serve: (async (request, response, next) => {
      if (!canReadMetrics(request)) return sendRefusal(request, response, 404);
      try {
        await collect();
        response
          .set('Cache-Control', 'no-store')
          .type(register.contentType)
          .send(await register.metrics());
      } catch (error) {
        next(error);
      }
    }) satisfies RequestHandler,
  };
}

/** Returns the counted status: for a call's refusal the one in its body, since most are HTTP 200. */
const outcomeOf = (response: ServerResponse & { locals?: { outcome?: string } }): string | number =>
  response.locals?.outcome ?? response.statusCode;

const FORWARDING_HEADER =
  /^(x-)?forwarded(-|$)|^via$|^x-(real|original|proxyuser)-|-(client|connecting)-ip$|^x-envoy-/i;

function canReadMetrics({ headers: { authorization = '', host = '' }, rawHeaders, socket }: IncomingMessage): boolean {
  const { METRICS_TOKEN, TRUSTED_PROXIES } = env();
  if (METRICS_TOKEN) return timingSafeEqual(sha256(authorization), sha256(`Bearer ${METRICS_TOKEN}`));
  // Compares the host's own name. A page whose host name resolves to this address could otherwise read it in a local
  // browser.
  const isForwarded = rawHeaders.some((name, at) => at % 2 === 0 && FORWARDING_HEADER.test(name));
  const isLocal = LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '') && LOOPBACK_HOST.test(host);
  return TRUSTED_PROXIES === 0 && isLocal && !isForwarded;
}

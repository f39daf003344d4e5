import type { Express } from 'express';
import { SECOND } from '~/platform/clock';
import { ping } from '~/platform/db/index.server';
import { withTimeLimit } from '~/platform/process/timeLimit';

/** Longest wait for the database, because load balancers poll every few seconds. */
const DATABASE_TIMEOUT_MS = 4 * SECOND;

type Fault = { part: string; message: string };

/** Serves `/healthz` (the process is running) and `/readyz` (503 only if no page can be served). Their body names faulty parts. */
export function serveHealth(app: Express, isReady: () => boolean, faults: () => readonly Fault[]): void {
  const health = app.route(['/healthz', '/api/health']);
  // HAProxy checks with OPTIONS by default.
  for (const method of ['get', 'options'] as const) {
    health[method]((_request, response) => {
      response.json({ status: 'ok' });
    });
  }
  // Concurrent requests share one ping, because no limit protects this address.
  let pinging: Promise<boolean> | null = null;
  const answers = () => {
    pinging ??= withTimeLimit(DATABASE_TIMEOUT_MS, ping())
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        pinging = null;
      });
    return pinging;
  };
  const readiness = app.route('/readyz');
  for (const method of ['get', 'options'] as const) {
    readiness[method](async (_request, response) => {
      const cause = isReady()
        ? (await answers())
          ? null
          : 'The database does not answer. Check that its server runs and can be reached.'
        : 'The server is starting or stopping.';
      const degraded = faults().flatMap(({ part, message }) => (part === 'database' ? [] : { part, words: message }));
      response.set('Cache-Control', 'no-store');
      if (cause) response.status(503).json({ status: 'not ready', causes: [cause], degraded });
      else response.json({ status: 'ready', degraded });
    });
  }
}

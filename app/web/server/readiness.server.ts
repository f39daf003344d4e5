import type { Express } from 'express';
import { SECOND } from '~/platform/clock';
import { ping } from '~/platform/db/index.server';
import { diskRoom } from '~/platform/installation/disk.server';
import { log } from '~/platform/log/index.server';
import { withTimeLimit } from '~/platform/process/timeLimit';
import { storage } from '~/platform/storage/index.server';

/** Limit of an answer, milliseconds: a load balancer asks every few seconds. */
const LIMIT = 4 * SECOND;

const LOOKS: [() => Promise<unknown>, string][] = [
  [ping, 'The database does not answer. Look whether its server runs and can be reached.'],
  [() => storage().ready(), 'The storage of uploads can not be written to. Look whether it is there and lets us in.'],
];

/** Returns why requests can't be served, without addresses or paths; empty when they can. */
async function causes(): Promise<string[]> {
  const failed = LOOKS.map(async ([look, words]) => {
    try {
      await withTimeLimit(LIMIT, look());
      return [];
    } catch (error) {
      log().warn({ err: error }, 'not ready');
      return [words];
    }
  });
  const disk = withTimeLimit(LIMIT, diskRoom()).then(
    ({ full }) => full,
    () => [],
  );
  return (await Promise.all([...failed, disk])).flat();
}

export function tellHealth(app: Express, isReady: () => boolean): void {
  const health = app.route(['/healthz', '/api/health']);
  // Some ask with OPTIONS, which is what HAProxy does unless it is told otherwise.
  for (const method of ['get', 'options'] as const) {
    health[method]((_request, response) => {
      response.json({ status: 'ok' });
    });
  }
  // One look serves all who ask meanwhile: no flood gate stands before it.
  let looking: Promise<string[]> | null = null;
  const look = () => {
    looking ??= causes().finally(() => {
      looking = null;
    });
    return looking;
  };
  const readiness = app.route('/readyz');
  for (const method of ['get', 'options'] as const) {
    readiness[method](async (_request, response) => {
      const found = isReady() ? await look() : ['The server starts, or stops.'];
      response.set('Cache-Control', 'no-store');
      if (found.length === 0) response.json({ status: 'ready' });
      else response.status(503).json({ status: 'not ready', causes: found });
    });
  }
}

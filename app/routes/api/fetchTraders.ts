import { fetchTraders } from '~/api/calls/reading';
import { allTraders } from '~/api/traders.server';
import { done } from '~/platform/result';
import { apiRoute } from '~/web/guard/api.server';

/** One answer for all callers, so it is given from memory until something is written. */
export const handle = { cache: { query: ['all'], live: true } };

const call = apiRoute(fetchTraders, async ({ input: { all }, headers }) => {
  // Browsers ask each time, so that the next read sees a change.
  headers.set('Cache-Control', 'public, no-cache');
  headers.set('Vary', 'Origin');
  return done(await allTraders({ retired: all === '1' }));
});
export const loader = call.loader;
export const action = call.action;

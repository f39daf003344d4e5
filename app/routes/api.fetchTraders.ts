import { fetchTraders } from '~/api/calls/reading';
import { allTraders } from '~/api/traders.server';
import { apiRoute } from '~/platform/guard/api.server';
import { done } from '~/platform/result';

/** The same for everybody, so it is answered from memory. */
export const handle = { cache: { query: [] } };

const call = apiRoute(fetchTraders, async ({ headers }) => {
  headers.set('Cache-Control', 'public, max-age=1, stale-while-revalidate=5');
  headers.set('Vary', 'Origin');
  return done(await allTraders());
});
export const loader = call.loader;
export const action = call.action;

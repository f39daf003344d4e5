import { useRouteLoaderData } from '~/web/router';
import type { Site } from './site.server';

/** What the public layout has loaded; only on pages within it. */
export function useSite(): Site {
  const site = useRouteLoaderData<Site>('routes/public/layout');
  if (!site) throw new Error('There is no public layout around this page');
  return site;
}

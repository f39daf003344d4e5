import { useRouteLoaderData } from '~/web/router';
import type { Site } from './site.server';

export function useSite(): Site {
  const site = useRouteLoaderData<Site>('routes/public/layout');
  if (!site) throw new Error('There is no public layout around this page');
  return site;
}

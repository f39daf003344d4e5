/** Headers of market pages. Prices change, so an answer is cached for a quarter of a minute. */
export const marketHeaders = (): HeadersInit => ({ 'Cache-Control': 'public, max-age=15, stale-while-revalidate=60' });

const CACHED_PARAMETERS = [
  'symbol',
  'tf',
  'importance',
  'country',
  'sort',
  'dir',
  'sector',
  'move',
  'size',
  'play',
  'widget',
];

/** Query parameters of market pages; the page cache drops all others. */
export const marketHandle = { cache: { query: CACHED_PARAMETERS } };

/** Headers of market pages: prices move, so an answer is good for a quarter of a minute. */
export const marketHeaders = (): HeadersInit => ({ 'Cache-Control': 'public, max-age=15, stale-while-revalidate=60' });

const CHOICES = ['symbol', 'tf', 'importance', 'country', 'sort', 'dir', 'sector', 'move', 'size', 'play', 'widget'];

/** The names that choices on market pages have in an address; the page cache drops all others. */
export const marketHandle = { cache: { query: CHOICES } };

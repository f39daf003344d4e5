/**
 * Of every market page: prices move, so an answer is good for a quarter of a minute, for anybody with the same cookies (the theme is one).
 */
export const marketHeaders = (): HeadersInit => ({ 'Cache-Control': 'public, max-age=15, stale-while-revalidate=60', Vary: 'Cookie' });

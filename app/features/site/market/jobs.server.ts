import { saveResponses } from '~/market/feed/responseCache.server';
import { MINUTE } from '~/platform/clock';
import type { Job } from '~/platform/jobs/index.server';
import { publishedDates, publishedNews } from './published/internal/published.server';

/** Asks the publishers, so that a page finds their answers there, and keeps what any source has answered. */
async function keepMarketAnswers(): Promise<boolean> {
  // Called for its refresh of old responses.
  publishedNews();
  publishedDates();
  return await saveResponses();
}

export const marketJobs: Job[] = [{ name: 'market-answers', everyMs: 2 * MINUTE, run: keepMarketAnswers }];

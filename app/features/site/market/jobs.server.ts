import { saveResponses } from '~/market/feed/responseCache.server';
import { MINUTE } from '~/platform/clock';
import type { Job } from '~/platform/jobs/index.server';
import { getPublishedDates, getPublishedNews } from './published/internal/published.server';

/** Requests publishers' feeds, so that pages find them cached, and stores the responses of all sources. */
async function storeMarketAnswers(): Promise<boolean> {
  // The call refreshes old responses.
  getPublishedNews();
  getPublishedDates();
  return await saveResponses();
}

export const marketJobs: Job[] = [{ name: 'market-answers', everyMs: 2 * MINUTE, run: storeMarketAnswers }];

import { lt } from 'drizzle-orm';
import { token } from '#drizzle/schema';
import { after, DAY, HOUR, systemNow } from '~/platform/clock';
import { write } from '~/platform/db/index.server';
import type { Job } from '~/platform/jobs/index.server';
import { forgetOldTries } from '~/platform/throttle.server';

/** A link opened again within this says that it did its work; later, that it has expired. */
const REMEMBERED = 30 * DAY;

/** A job: the hashes of links that ended long ago are deleted. */
export async function forgetOldTokens(): Promise<boolean> {
  await write(async (tx) => {
    await tx.delete(token).where(lt(token.expiresAt, after(systemNow(), -REMEMBERED)));
  });
  return false;
}

/** What signing in leaves behind, and when it is swept up. */
export const authJobs: Job[] = [
  { name: 'old-tries', everyMs: HOUR, run: forgetOldTries },
  { name: 'old-tokens', everyMs: 6 * HOUR, run: forgetOldTokens },
];

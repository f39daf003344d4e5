import { count, getTableName, inArray } from 'drizzle-orm';
import { depositMethod, plan, rowVersion, setting, trader, withdrawalMethod } from '#drizzle/schema';
import { read } from '~/platform/db/index.server';
import { watched } from '~/platform/process/watched.server';

/** What staff change and public pages show. Figures of traders, which move with every trade, are as old as the page. */
const SHOWN = [plan, depositMethod, withdrawalMethod, setting, trader].map(getTableName);

/**
 * Changes whenever one of the operator's terms or a trader does, in whichever process: what was drawn before is not shown any more. Read from
 * where pages are drawn, so that no page is older than its version.
 */
const version = watched(
  'what public pages show',
  async () => {
    const [found] = await read().select({ n: count() }).from(rowVersion).where(inArray(rowVersion.thing, SHOWN));
    return String(found?.n ?? 0);
  },
  '',
);

export const publicVersion = (): string => version.now();

import { count, getTableName, inArray } from 'drizzle-orm';
import { depositMethod, plan, rowVersion, setting, trader, withdrawalMethod } from '#drizzle/schema';
import { read } from '~/platform/db/index.server';
import { createWatchedValue } from '~/platform/process/watchedValue.server';

/** Tables that the staff changes and public pages show. Traders' figures may be as old as the cached page. */
const VERSIONED_TABLES = [plan, depositMethod, withdrawalMethod, setting, trader].map(getTableName);

/** Version that changes with the operator's terms and traders, whichever process changes them. */
const version = createWatchedValue(
  'what public pages show',
  async () => {
    const [found] = await read()
      .select({ n: count() })
      .from(rowVersion)
      .where(inArray(rowVersion.thing, VERSIONED_TABLES));
    return String(found?.n ?? 0);
  },
  '',
);

export const getPublicVersion = (): string => version.now();

import { eq, sql } from 'drizzle-orm';
import { setting } from '#drizzle/schema';
import { prepared, type Reader } from '../db/index.server';

const findSetting = prepared('settings.one', (handle) =>
  handle
    .select()
    .from(setting)
    .where(eq(setting.key, sql.placeholder('key'))),
);

/**
 * What the operator has set: basis points, cents or days, as the catalogue says of the key. The catalogue makes every row
 * at the first start, so a missing one is a fault and never reads as zero.
 */
export async function settingOf(handle: Reader, key: string): Promise<number> {
  const [row] = await findSetting(handle, { key });
  if (!row) throw new Error(`There is no setting ${key}`);
  return row.value;
}

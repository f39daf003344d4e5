import { setting } from '#drizzle/schema';
import { findAll, type Reader } from '../db/index.server';

/**
 * What the operator has set: basis points, cents or days, as the catalogue says of the key. The catalogue makes every row
 * at the first start, so a missing one is a fault and never reads as zero.
 */
export async function settingOf(handle: Reader, key: string): Promise<number> {
  const [row] = await findAll(handle, setting, { key });
  if (!row) throw new Error(`There is no setting ${key}`);
  return row.value;
}

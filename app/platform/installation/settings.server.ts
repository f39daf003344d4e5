import { setting } from '#drizzle/schema';
import { type Reader, sharedReading } from '../db/index.server';
import { verified } from '../db/verified.server';

/** Reads a setting of the operator: basis points, cents or days. A missing one throws and never reads as zero. */
export async function settingOf(handle: Reader, key: string): Promise<number> {
  const [row] = await sharedReading(`setting ${key}`, () => verified(handle, setting, { key }));
  if (!row) throw new Error(`There is no setting ${key}`);
  return row.value;
}

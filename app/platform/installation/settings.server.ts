import { setting } from '#drizzle/schema';
import { isTransaction, type Reader, readShared } from '../db/index.server';
import { verified } from '../db/verified.server';

/** Reads a setting of the operator in basis points, cents or days. Throws if it is missing, so that it never counts as zero. */
export async function readSetting(handle: Reader, key: string): Promise<number> {
  const find = () => verified(handle, setting, { key });
  const [row] = await (isTransaction(handle) ? find() : readShared(`setting ${key}`, find));
  if (!row) throw new Error(`There is no setting ${key}`);
  return row.value;
}

import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { kyc } from '#drizzle/schema';
import type { Reader } from '~/platform/db/index.server';
import { readSetting } from '~/platform/installation/settings.server';

export const areDocumentsRequired = async (handle: Reader): Promise<boolean> =>
  (await readSetting(handle, 'papers-first')) === 1;

export const hasApprovedDocuments = (user: SQLiteColumn): SQL =>
  sql`exists (select 1 from ${kyc} where ${kyc.userId} = ${user} and ${kyc.status} = 'approved')`;

export async function canGetBonuses(handle: Reader, users: string[]): Promise<boolean> {
  if (!(await areDocumentsRequired(handle))) return true;
  const found = await handle
    .selectDistinct({ id: kyc.userId })
    .from(kyc)
    .where(and(inArray(kyc.userId, users), eq(kyc.status, 'approved')));
  return found.length === new Set(users).size;
}

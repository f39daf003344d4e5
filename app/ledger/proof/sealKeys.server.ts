import { sql } from 'drizzle-orm';
import { rowsInBackground } from '~/platform/db/index.server';
import { ConfigurationError } from '~/platform/env';
import { listKeyIds } from '~/platform/mac';

/**
 * Throws `ConfigurationError` if a secret that signed existing seals is not configured, since those seals could not be
 * verified.
 */
export async function checkSealKeys(): Promise<void> {
  const used = await rowsInBackground<{ id: string; seals: number | string }>(sql`
    select substr(hash, 1, 8) as id, count(*) as seals from seal where substr(hash, 9, 1) = '.' group by substr(hash, 1, 8)`);
  const missing = used.filter(({ id }) => !listKeyIds().includes(id));
  if (missing.length === 0) return;
  const seals = missing.reduce((sum, each) => sum + Number(each.seals), 0);
  throw new ConfigurationError(
    `SEAL_SECRETS_OLD does not list a secret that ${seals} seals of these books were made with. List every SEAL_SECRET of before, between commas (in paper mode they are in secrets.json of DATA_DIR): without it what it sealed can't be verified.`,
  );
}

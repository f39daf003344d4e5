import { sql } from 'drizzle-orm';
import { trader, user } from '#drizzle/schema';

/** Picture of a trader: an administrator's, or the profile's while the investor is copied; null for a generated portrait. */
export const pictureOfTrader = sql<
  string | null
>`coalesce(${trader.imageFileId}, (select ${user.pictureFileId} from ${user} where ${user.id} = ${trader.ownerUserId} and ${trader.status} <> 'retired'))`.as(
  'picture',
);

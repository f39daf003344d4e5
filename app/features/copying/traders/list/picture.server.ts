import { sql } from 'drizzle-orm';
import { trader, user } from '#drizzle/schema';

/** Picture of a trader: set by an administrator, or from the profile of the copied investor; null for a generated portrait. */
export const pictureOfTrader = sql<
  string | null
>`coalesce(${trader.imageFileId}, (select ${user.pictureFileId} from ${user} where ${user.id} = ${trader.ownerUserId} and ${trader.status} <> 'retired'))`.as(
  'picture',
);

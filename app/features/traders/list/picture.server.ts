import { sql } from 'drizzle-orm';
import { trader, user } from '#drizzle/schema';

/**
 * The picture of a trader, by the trader's row beside it: the one that an administrator gave them, and of an investor who is copied the
 * one of their profile, as it is now. Null where there is none, or the investor is no longer copied; a portrait is drawn then.
 */
export const pictureOfTrader = sql<
  string | null
>`coalesce(${trader.imageFileId}, (select ${user.pictureFileId} from ${user} where ${user.id} = ${trader.ownerUserId} and ${trader.status} <> 'retired'))`.as(
  'picture',
);

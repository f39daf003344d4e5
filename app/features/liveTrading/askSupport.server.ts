import { and, desc, eq } from 'drizzle-orm';
import { event } from '#drizzle/schema';
import { after, DAY, now } from '~/platform/clock';
import type { Handle, Reader } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import { byInvestor } from '~/platform/states';
import { utcText } from '~/platform/text/dayText';
import { durationText } from '~/platform/text/durationText';
import { type ActingInvestor, actingUser } from '~/signIns/acting.server';
import { mailAskedForTrading } from './internal/mail.server';
import { isLocked } from './rules';

const THING = 'own trading';
const ASKED = 'ask-support';

/** So long after a message support is not written to again, milliseconds. */
const BETWEEN = DAY;

/** When an investor wrote to support about live trading, if that is so lately that they can't yet write again; else null. */
export async function askedSupportAt(handle: Reader, userId: string): Promise<Date | null> {
  const asking = and(eq(event.thing, THING), eq(event.thingId, userId), eq(event.event, ASKED));
  const [last] = await handle.select({ at: event.at }).from(event).where(asking).orderBy(desc(event.at)).limit(1);
  return last && now() < after(last.at, BETWEEN) ? last.at : null;
}

/** Mails support what an investor writes for whom live trading is locked. */
export async function askSupport(
  tx: Handle,
  { id: userId }: ActingInvestor,
  { message }: { message: string },
): Promise<Result<{ journalId?: undefined }>> {
  const open = await actingUser(tx, { id: userId });
  if (!open.ok) return open;
  const user = open.value;
  if (!isLocked(user)) return refuse('open', 'Live trading is open for you already. Load the page again.');
  const last = await askedSupportAt(tx, userId);
  if (last) {
    return refuse(
      'asked',
      `You wrote on ${utcText(last)}. Support can be written to again ${durationText(BETWEEN)} after that.`,
      'message',
    );
  }
  const details = { what: message };
  await record(tx, { thing: THING, thingId: userId, event: ASKED, by: byInvestor(userId), userId, details });
  await mailAskedForTrading(tx, user, message);
  return done({});
}

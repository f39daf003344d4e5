import { eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { announcement } from '#drizzle/schema';
import { systemNow } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { utcText } from '~/platform/text/dayText';
import { durationText } from '~/platform/text/durationText';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { isLongEnough, MIN_ANNOUNCEMENT_MS } from './rules';
import type { maintenanceSchema, newsSchema } from './schema';

type AnnouncementRow = typeof announcement.$inferInsert;
type AnnounceOutcome = { id: string; journalId?: undefined };

const REFUSE_TOO_SHORT = `It must end in the future, and at least ${durationText(MIN_ANNOUNCEMENT_MS)} after it begins.`;

/** Announces a text to an audience from a time (null: now) until another. Refuses a text that is already shown. */
export async function announce(
  tx: Handle,
  by: Actor,
  { text, audience, start, end, dismissable }: z.output<typeof newsSchema>,
): Promise<Result<AnnounceOutcome>> {
  const without = await refuseUnlessMay(tx, by, 'operation:change');
  if (without) return without;
  const startsAt = start ?? systemNow();
  if (!isLongEnough(startsAt, end) || !isLongEnough(systemNow(), end))
    return refuse('too-short', REFUSE_TOO_SHORT, 'end');
  const open = await findOpenRows(tx);
  if (open.some((row) => row.text === text && row.audience === audience && row.endsAt > systemNow())) {
    return refuse('told', 'This is already announced.', 'text');
  }
  return done(await storeAnnouncement(tx, by, { kind: 'news', audience, text, dismissable, startsAt, endsAt: end }));
}

/** Plans maintenance, or starts it (`start` null). Only one can exist, and it lasts until `endAnnouncement`. */
export async function planMaintenance(
  tx: Handle,
  by: Actor,
  { text, start, end }: z.output<typeof maintenanceSchema>,
): Promise<Result<AnnounceOutcome>> {
  const without = await refuseUnlessMay(tx, by, 'operation:change');
  if (without) return without;
  const startsAt = start ?? systemNow();
  if (!isLongEnough(startsAt, end) || !isLongEnough(systemNow(), end))
    return refuse('too-short', REFUSE_TOO_SHORT, 'end');
  const open = await findOpenRows(tx);
  if (open.some(({ kind }) => kind === 'maintenance')) {
    return refuse('planned', 'Maintenance is already planned or in progress. End it first.');
  }
  const shown = { kind: 'maintenance', audience: 'all', dismissable: false } as const;
  return done(await storeAnnouncement(tx, by, { ...shown, text, startsAt, endsAt: end }));
}

export async function endAnnouncement(
  tx: Handle,
  by: Actor,
  id: string,
): Promise<Result<{ kind: AnnouncementRow['kind'] }>> {
  const without = await refuseUnlessMay(tx, by, 'operation:change');
  if (without) return without;
  const [row] = await tx.select().from(announcement).where(eq(announcement.id, id));
  if (!row) return refuse('unknown', 'There is no such announcement.');
  if (row.endedAt) return refuse('ended', 'This announcement has already ended.');
  await tx.update(announcement).set({ endedAt: systemNow() }).where(eq(announcement.id, id));
  await record(tx, { thing: 'announcement', thingId: id, event: 'end', by, details: { kind: row.kind } });
  return done({ kind: row.kind });
}

const findOpenRows = (tx: Handle) => tx.select().from(announcement).where(isNull(announcement.endedAt));

async function storeAnnouncement(
  tx: Handle,
  by: Actor,
  row: Omit<AnnouncementRow, 'id' | 'createdAt'>,
): Promise<{ id: string }> {
  const id = newId();
  await tx.insert(announcement).values({ ...row, id, createdAt: systemNow() });
  const { kind, audience, text, startsAt, endsAt } = row;
  const details = { kind, audience, text, begins: utcText(startsAt), until: utcText(endsAt) };
  await record(tx, { thing: 'announcement', thingId: id, event: kind === 'news' ? 'announce' : 'plan', by, details });
  return { id };
}

import { and, eq, gte, isNull, lte } from 'drizzle-orm';
import { notification } from '#drizzle/schema';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import type { ActingInvestor } from '~/signIns/acting.server';

export async function markNewsRead(
  tx: Handle,
  user: ActingInvestor,
  { upTo, from = '' }: { upTo: string; from?: string },
): Promise<void> {
  await tx
    .update(notification)
    .set({ readAt: now() })
    .where(
      and(
        eq(notification.userId, user.id),
        isNull(notification.readAt),
        gte(notification.id, from),
        lte(notification.id, upTo),
      ),
    );
}

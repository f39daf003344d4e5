import { eq } from 'drizzle-orm';
import { alert } from '#drizzle/schema';
import type { ActQueue, SoloAct } from '~/features/backoffice/approvals/act';
import { createMarkActs } from '~/features/backoffice/reviewQueue/marks.server';
import type { Handle } from '~/platform/db/index.server';
import { refuse } from '~/platform/result';
import { describeAlert } from './kinds';

/** Name of an alert as the subject of events. */
export const ALERT_ENTITY = 'alert';

export const ALERT_MARKS = ['take', 'give-back', 'assign', 'note'] as const;

const ALERTS_PATH = {
  path: '/admin/alerts',
  right: 'everyone',
  machine: { thing: ALERT_ENTITY, initial: [], events: {} },
} as const satisfies Partial<ActQueue>;

/** Returns the notes and the assignee of an alert to administrators with the right to act on its subject. */
async function loadMarksOfAlert(tx: Handle, id: string): Promise<Readonly<Record<string, SoloAct>> | null> {
  const [found] = await tx.select().from(alert).where(eq(alert.id, id));
  if (!found) return null;
  const { title, page, actRight } = describeAlert(found);
  const item = {
    title,
    userId: null,
    waits: found.endedAt === null,
    called: 'the alert',
    page,
    details: { alert: title },
  };
  return createMarkActs({ ...ALERTS_PATH, right: actRight, decisions: {}, about: async () => item });
}

/** Queue of alerts, which can be assigned and annotated like other waiting entries. */
export const ALERT_QUEUE: ActQueue = {
  ...ALERTS_PATH,
  decisions: Object.fromEntries(
    Object.entries(createMarkActs({ ...ALERTS_PATH, decisions: {} })).flatMap(([name, act]) =>
      (ALERT_MARKS as readonly string[]).includes(name)
        ? [
            [
              name,
              {
                ...act,
                run: async (tx, by, input) =>
                  (await loadMarksOfAlert(tx, String(input.id)))?.[name]?.run(tx, by, input) ??
                  refuse('not-found', 'There is no such alert.'),
              } satisfies SoloAct,
            ],
          ]
        : [],
    ),
  ),
};

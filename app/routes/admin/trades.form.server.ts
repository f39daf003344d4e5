import { type Performed, performPreviewed } from '~/features/approvals/perform.server';
import { mirrorSome, releaseSome, runJobNow } from '~/features/copy';
import { completeSchema, tradeSchema, voidSchema } from '~/features/traders';
import type { Administrator } from '~/platform/signIns/session.server';
import { byAdmin } from '~/platform/states';
import { type Confirm, onceForm } from '~/web/form/submission.server';
import { newKey } from '~/web/idempotency.server';

/** What the forms of the trader log do; each is an operation of its own. */
export const LOG_INTENTS = ['record-trade', 'void-trade', 'complete-log'] as const;
type LogIntent = (typeof LOG_INTENTS)[number];

/** A key for each form of the trader log. */
export const logKeys = ({ id }: Administrator) =>
  Object.fromEntries(LOG_INTENTS.map((intent) => [intent, newKey(id, intent)])) as Record<LogIntent, string>;

/** Does what a form of the trader log asks, once, and begins what follows from it for copies. */
export async function actOnTraderLog(
  { administrator, intent, confirm }: { administrator: Administrator; intent: LogIntent; confirm: Confirm },
  form: FormData,
) {
  const by = byAdmin(administrator.id);
  const next = ({ said }: Performed) => ({
    to: '/admin/trades',
    toast: { tone: 'success' as const, text: said },
  });
  const same = { scope: administrator.id, operation: intent, confirm, previews: true, next };
  if (intent === 'complete-log') {
    const schema = completeSchema;
    const answer = await onceForm<typeof schema, Performed>(form, {
      ...same,
      schema,
      run: (tx, asked, shown) => performPreviewed(tx, by, intent, asked, shown),
    });
    await runJobNow(releaseSome);
    return answer;
  }
  const answer =
    intent === 'void-trade'
      ? await onceForm<typeof voidSchema, Performed>(form, {
          ...same,
          schema: voidSchema,
          run: (tx, asked, shown) => performPreviewed(tx, by, intent, asked, shown),
          refusesAgain: true,
        })
      : await onceForm<typeof tradeSchema, Performed>(form, {
          ...same,
          schema: tradeSchema,
          run: (tx, asked, shown) => performPreviewed(tx, by, intent, asked, shown),
        });
  await runJobNow(mirrorSome);
  return answer;
}

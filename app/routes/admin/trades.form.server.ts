import { z } from 'zod';
import { type Performed, performPreviewed } from '~/features/approvals/perform.server';
import { mirrorSome, releaseSome, runJobNow } from '~/features/copy';
import { completeSchema, importFormSchema, importSchema, tradeSchema, voidSchema } from '~/features/traders';
import { byAdmin } from '~/platform/states';
import type { Administrator } from '~/signIns/session.server';
import { textOfUpload } from '~/uploads/index.server';
import { type Confirm, onceForm } from '~/web/form/submission.server';
import { newKey } from '~/web/idempotency.server';

/** What the forms of the trader log do; each is an operation of its own. */
export const LOG_INTENTS = ['record-trade', 'import-trades', 'void-trade', 'complete-log'] as const;
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
  if (intent === 'import-trades') {
    const schema = importFormOf(administrator.id);
    const answer = await onceForm<typeof schema, Performed>(form, {
      ...same,
      schema,
      upload: { ownerId: administrator.id, purpose: 'log' },
      run: (tx, asked, shown) => performPreviewed(tx, by, intent, asked, shown),
      // The log has its results then.
      refusesAgain: true,
    });
    await runJobNow(mirrorSome);
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

/** The form of an import as the server reads it: with the results of the file that arrived, or of what was pasted. */
const importFormOf = (administratorId: string) =>
  importFormSchema
    .transform(async ({ id, log, text }, context) => {
      if (!log) return { id, text };
      const read = await textOfUpload(log, administratorId);
      if (read.ok) return { id, text: read.value };
      context.addIssue({ code: 'custom', message: read.error.message, path: ['log'] });
      return z.NEVER;
    })
    .pipe(importSchema);

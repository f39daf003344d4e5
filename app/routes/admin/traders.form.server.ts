import { type Performed, performPreviewed } from '~/features/approvals/perform.server';
import { setTraderState, traderChangeSchema, traderIdSchema, traderSchema } from '~/features/traders';
import { write } from '~/platform/db/index.server';
import { byAdmin } from '~/platform/states';
import type { Administrator } from '~/signIns/session.server';
import { type Confirm, onceForm, submission } from '~/web/form/submission.server';
import { redirectWithToast } from '~/web/toast.server';

/** What the forms of the traders' page can ask for. */
export const TRADER_INTENTS = ['create', 'edit', 'pause', 'reopen', 'retire'] as const;
type Intent = (typeof TRADER_INTENTS)[number];

/** What the key of a form is for: the creation, or one act on one trader. */
export const traderOperation = (intent: 'create' | 'edit' | 'retire', traderId = ''): string =>
  `trader-${intent}:${traderId}`;

type Acting = { administrator: Administrator; intent: Intent; query: URLSearchParams; confirm: Confirm };

/** Does what a form of the traders' page asks: the creation, an edit, or one of the small forms of a row. */
export async function actOnTraders(acting: Acting, form: FormData) {
  const { administrator, intent, query, confirm } = acting;
  const by = byAdmin(administrator.id);
  const upload = { ownerId: administrator.id, purpose: 'trader' } as const;
  const next = ({ said }: Performed) => ({ to: '/admin/traders', toast: { tone: 'success', text: said } as const });
  const same = { scope: administrator.id, confirm, previews: true, next };
  switch (intent) {
    case 'create':
      return await onceForm(form, {
        ...same,
        operation: traderOperation(intent),
        schema: traderSchema,
        upload,
        run: (tx, asked, shown) => performPreviewed(tx, by, 'trader-create', asked, shown),
      });
    case 'edit': {
      const id = query.get('edit') ?? '';
      return await onceForm(form, {
        ...same,
        operation: traderOperation(intent, id),
        schema: traderChangeSchema,
        upload,
        run: (tx, asked, shown) => performPreviewed(tx, by, 'trader-change', { id, ...asked }, shown),
        refusesAgain: true,
      });
    }
    // It ends copies, so it asks for a code and, in live mode, for a second administrator.
    case 'retire':
      return await onceForm(form, {
        ...same,
        operation: traderOperation(intent, query.get('retire') ?? ''),
        schema: traderIdSchema,
        run: (tx, { id }, shown) => performPreviewed(tx, by, 'trader-retire', { id }, shown),
        refusesAgain: true,
      });
    default:
      return await pauseOrReopen(administrator, intent, form);
  }
}

async function pauseOrReopen({ id: adminId }: Administrator, event: 'pause' | 'reopen', form: FormData) {
  const sent = await submission(form, traderIdSchema);
  if (!sent.ok) return sent.refused;
  const moved = await write((tx) => setTraderState(tx, byAdmin(adminId), sent.value.id, event));
  if (!moved.ok) return sent.refuse(moved.error);
  const { name, status } = moved.value;
  return await redirectWithToast('/admin/traders', { tone: 'success', text: `${name} is ${status} now` });
}

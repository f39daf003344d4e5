import { write } from '~/platform/db/index.server';
import { type Confirm, onceForm, submission } from '~/platform/form/submission.server';
import type { Administrator } from '~/platform/session.server';
import { byAdmin } from '~/platform/states';
import { redirectWithToast } from '~/platform/toast.server';
import { setTraderState, traderIdSchema, traderSchema } from '../traders';
import { perform } from './perform.server';

/** What the key of the creation form is for. */
export const CREATE_TRADER = 'create-trader';

/** What the forms of the traders' page can ask for. */
export const TRADER_INTENTS = ['create', 'edit', 'pause', 'reopen', 'retire'] as const;
type Intent = (typeof TRADER_INTENTS)[number];

type Acting = { administrator: Administrator; intent: Intent; query: URLSearchParams; confirm: Confirm };

/** Does what a form of the traders' page asks: the creation, an edit, or one of the small forms of a row. */
export async function actOnTraders(acting: Acting, form: FormData) {
  const { administrator, intent, query, confirm } = acting;
  const by = byAdmin(administrator.id);
  if (intent !== 'create' && intent !== 'edit') return await moveTrader(acting, intent, form);
  const upload = { ownerId: administrator.id, purpose: 'trader' } as const;
  if (intent === 'create') {
    return await onceForm(form, {
      scope: administrator.id,
      operation: CREATE_TRADER,
      schema: traderSchema,
      upload,
      confirm,
      run: (tx, asked) => perform(tx, by, 'trader-create', asked),
      next: ({ said }) => ({ to: '/admin/traders', toast: { tone: 'success', text: said } }),
    });
  }
  const otp = String(form.get('otp') ?? '');
  const sent = await submission(form, traderSchema, upload);
  if (!sent.ok) return sent.refused;
  const confirmed = await confirm(otp);
  if (!confirmed.ok) return sent.refuse(confirmed.error, 403, { confirm: true });
  const saved = await write((tx) => perform(tx, by, 'trader-change', { id: query.get('edit') ?? '', ...sent.value }));
  if (!saved.ok) return sent.refuse(saved.error);
  return await redirectWithToast('/admin/traders', { tone: 'success', text: saved.value.said });
}

/** Pauses and reopens at once; retiring ends copies, so it asks for a code and, in live mode, for a second administrator. */
async function moveTrader(
  { administrator, confirm }: Acting,
  event: Exclude<Intent, 'create' | 'edit'>,
  form: FormData,
) {
  const by = byAdmin(administrator.id);
  const otp = String(form.get('otp') ?? '');
  const sent = await submission(form, traderIdSchema);
  if (!sent.ok) return sent.refused;
  const { id } = sent.value;
  if (event === 'retire') {
    const confirmed = await confirm(otp);
    if (!confirmed.ok) return sent.refuse(confirmed.error, 403, { confirm: true });
    const retired = await write((tx) => perform(tx, by, 'trader-retire', { id }));
    if (!retired.ok) return sent.refuse(retired.error);
    return await redirectWithToast('/admin/traders', { tone: 'success', text: retired.value.said });
  }
  const moved = await write((tx) => setTraderState(tx, by, id, event));
  if (!moved.ok) return sent.refuse(moved.error);
  const { name, status } = moved.value;
  return await redirectWithToast('/admin/traders', { tone: 'success', text: `${name} is ${status} now` });
}

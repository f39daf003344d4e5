import { type Performed, performPreviewed } from '~/features/approvals/perform.server';
import { endCopiesOfRetired, runJobNow } from '~/features/copy/jobs.server';
import { setTraderState, traderChangeSchema, traderIdSchema, traderSchema } from '~/features/traders';
import { confirming } from '~/features/twofactor/confirmFresh.server';
import { write } from '~/platform/db/index.server';
import { byAdmin } from '~/platform/states';
import { adminForm } from '~/web/form/moneyForm.server';
import { type Confirm, submission, withFile } from '~/web/form/submission.server';
import type { AdminContext } from '~/web/guard/index.server';
import { redirectWithToast } from '~/web/toast.server';

const confirm = ({ confirm }: { confirm: Confirm }) => confirm;

const next = ({ said }: Performed) => ({ to: '/admin/traders', toast: { tone: 'success' as const, text: said } });

/** The forms of the traders' page that are done once; all but the creation are about the trader of an id. */
export const TRADER_FORMS = {
  create: adminForm({
    operation: 'trader-create:',
    schema: traderSchema,
    upload: { purpose: 'trader' },
    confirm,
    previews: true,
    run: (tx, asked, { administrator, shown }) =>
      performPreviewed(tx, byAdmin(administrator.id), 'trader-create', asked, shown),
    next,
  }),
  edit: adminForm({
    operation: (id: string) => `trader-edit:${id}`,
    schema: traderChangeSchema,
    upload: { purpose: 'trader' },
    confirm,
    previews: true,
    run: (tx, asked, { administrator, about: id, shown }) =>
      performPreviewed(tx, byAdmin(administrator.id), 'trader-change', { id, ...asked }, shown),
    refusesAgain: true,
    next,
  }),
  // It ends copies, so it asks for a code and, in live mode, for a second administrator.
  retire: adminForm({
    operation: (id: string) => `trader-retire:${id}`,
    schema: traderIdSchema,
    confirm,
    previews: true,
    run: (tx, { id }, { administrator, shown }) =>
      performPreviewed(tx, byAdmin(administrator.id), 'trader-retire', { id }, shown),
    refusesAgain: true,
    next,
  }),
};

type Posted = AdminContext & { form: FormData };

/** What the page's forms do, by intent. Which trader a form is about stands in the address that opened it. */
export const TRADER_ACTIONS = {
  create: withFile((context: Posted) => TRADER_FORMS.create.post({ ...context, confirm: confirming(context) })),
  edit: withFile((context: Posted) =>
    TRADER_FORMS.edit.post({ ...context, confirm: confirming(context) }, context.url.searchParams.get('edit') ?? ''),
  ),
  retire: async (context: Posted) => {
    const id = context.url.searchParams.get('retire') ?? '';
    const answer = await TRADER_FORMS.retire.post({ ...context, confirm: confirming(context) }, id);
    await runJobNow(endCopiesOfRetired);
    return answer;
  },
  pause: (context: Posted) => pauseOrReopen(context, 'pause'),
  reopen: (context: Posted) => pauseOrReopen(context, 'reopen'),
};

async function pauseOrReopen({ administrator, form }: Posted, event: 'pause' | 'reopen') {
  const sent = await submission(form, traderIdSchema);
  if (!sent.ok) return sent.refused;
  const moved = await write((tx) => setTraderState(tx, byAdmin(administrator.id), sent.value.id, event));
  if (!moved.ok) return sent.refuse(moved.error);
  const { name, status } = moved.value;
  return await redirectWithToast('/admin/traders', { tone: 'success', text: `${name} is ${status} now` });
}

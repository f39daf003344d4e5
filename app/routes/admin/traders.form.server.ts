import { endCopiesOfRetired, runJobNow } from '~/features/copying/copy/jobs.server';
import { listedTrader } from '~/features/copying/traders/list/queries.server';
import { traderChangeSchema, traderIdSchema, traderSchema } from '~/features/copying/traders/schema';
import { setTraderState } from '~/features/copying/traders/setTraderState.server';
import { TRADER_ACTS } from '~/features/copying/traders/traderActs.server';
import { traderAsTyped } from '~/features/copying/traders/traderAsTyped';
import { confirming } from '~/features/people/twofactor/confirmFresh.server';
import { write } from '~/platform/db/index.server';
import { byAdmin } from '~/platform/states';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { fillMissing } from '~/web/form/fillMissing.server';
import { submission, withFile } from '~/web/form/submission.server';
import type { AdminContext } from '~/web/guard/index.server';
import { actForm } from './confirmedForm.server';

const to = '/admin/traders';

function withPercentSigns<T extends { winRate: string; avgReturn: string }>(asked: T): T {
  const signed = (typed: string) => (/^[+-]?\d+(\.\d+)?$/.test(typed) ? `${typed}%` : typed);
  return { ...asked, winRate: signed(asked.winRate), avgReturn: signed(asked.avgReturn) };
}

/** The forms of the traders' page that are done once; all but the creation are about the trader of an id. */
export const TRADER_FORMS = {
  create: actForm({
    operation: 'trader-create:',
    act: TRADER_ACTS['trader-create'],
    input: withPercentSigns,
    to,
    schema: traderSchema,
    upload: { purpose: 'trader' },
  }),
  edit: actForm({
    operation: (id: string) => `trader-edit:${id}`,
    act: TRADER_ACTS['trader-change'],
    input: (asked, id) => ({ id, ...withPercentSigns(asked) }),
    to,
    schema: traderChangeSchema,
    upload: { purpose: 'trader' },
    refusesAgain: true,
  }),
  // It ends copies, so it asks for a code and, in live mode, for a second administrator.
  retire: actForm({
    operation: (id: string) => `trader-retire:${id}`,
    act: TRADER_ACTS['trader-retire'],
    input: ({ id }) => ({ id }),
    to,
    schema: traderIdSchema,
    refusesAgain: true,
  }),
};

type AdminPost = AdminContext & { form: FormData };

/** Actions of the page of traders, by intent. Which trader a form is about stands in the address that opened it. */
export const TRADER_ACTIONS = {
  create: withFile((context: AdminPost) => TRADER_FORMS.create.post({ ...context, confirm: confirming(context) })),
  edit: withFile(async (context: AdminPost) => {
    const id = context.url.searchParams.get('edit') ?? '';
    const trader = await listedTrader(id);
    if (trader) fillMissing(context.form, traderAsTyped(trader));
    return await TRADER_FORMS.edit.post({ ...context, confirm: confirming(context) }, id);
  }),
  retire: async (context: AdminPost) => {
    const id = context.url.searchParams.get('retire') ?? '';
    const answer = await TRADER_FORMS.retire.post({ ...context, confirm: confirming(context) }, id);
    await runJobNow(endCopiesOfRetired);
    return answer;
  },
  pause: (context: AdminPost) => pauseOrReopen(context, 'pause'),
  reopen: (context: AdminPost) => pauseOrReopen(context, 'reopen'),
};

async function pauseOrReopen({ administrator, form }: AdminPost, event: 'pause' | 'reopen') {
  const sent = await submission(form, traderIdSchema);
  if (!sent.ok) return sent.refused;
  const moved = await write((tx) => setTraderState(tx, byAdmin(administrator.id), sent.value.id, event));
  if (!moved.ok) return sent.refuse(moved.error);
  const { name, status } = moved.value;
  return await redirectWithToast('/admin/traders', { tone: 'success', text: `${name} is ${status} now` });
}

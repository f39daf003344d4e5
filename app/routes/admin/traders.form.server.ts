import { endCopiesOfRetired, runJobNow } from '~/features/copying/copy/jobs.server';
import { listedTrader } from '~/features/copying/traders/list/queries.server';
import { traderChangeSchema, traderIdSchema, traderSchema } from '~/features/copying/traders/schema';
import { setTraderState } from '~/features/copying/traders/setTraderState.server';
import { TRADER_ACTS } from '~/features/copying/traders/traderActs.server';
import { traderFormValues } from '~/features/copying/traders/traderFormValues';
import { fillMissing } from '~/web/form/fillMissing.server';
import { actForm, actionFollowedBy, plainForm } from './adminForms.server';

const to = '/admin/traders';

function withPercentSigns<T extends { winRate: string; avgReturn: string }>(asked: T): T {
  const signed = (typed: string) => (/^[+-]?\d+(\.\d+)?$/.test(typed) ? `${typed}%` : typed);
  return { ...asked, winRate: signed(asked.winRate), avgReturn: signed(asked.avgReturn) };
}

/** Forms of the traders page with a key. All except the creation are about the trader with an ID. */
export const TRADER_FORMS = {
  create: actForm({
    act: TRADER_ACTS['trader-create'],
    input: withPercentSigns,
    to,
    schema: traderSchema,
    upload: { purpose: 'trader' },
  }),
  edit: actForm({
    act: TRADER_ACTS['trader-change'],
    input: (asked, id: string) => ({ id, ...withPercentSigns(asked) }),
    to,
    schema: traderChangeSchema,
    upload: { purpose: 'trader' },
    refusesRepetition: true,
  }),
  // Requires a code and, in live mode, a second administrator, since it ends copies.
  retire: actForm({
    act: TRADER_ACTS['trader-retire'],
    input: ({ id }, _: string) => ({ id }),
    to,
    schema: traderIdSchema,
    refusesRepetition: true,
  }),
};

const move = (event: 'pause' | 'reopen') =>
  plainForm(
    traderIdSchema,
    (tx, by, { id }) => setTraderState(tx, by, id, event),
    ({ name, status }) => `${name} is ${status} now`,
    to,
  );

/** Actions of the traders page, by intent. The URL of a form names its trader. */
export const TRADER_ACTIONS = {
  create: TRADER_FORMS.create.action(),
  edit: TRADER_FORMS.edit.action(async ({ form, url }) => {
    const id = url.searchParams.get('edit') ?? '';
    const trader = await listedTrader(id);
    if (trader) fillMissing(form, traderFormValues(trader));
    return id;
  }),
  retire: actionFollowedBy(
    TRADER_FORMS.retire.action(({ url }) => url.searchParams.get('retire') ?? ''),
    () => runJobNow(endCopiesOfRetired),
  ),
  pause: move('pause'),
  reopen: move('reopen'),
};

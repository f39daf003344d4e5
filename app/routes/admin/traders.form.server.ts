import { endCopiesOfRetired, runJobNow } from '~/features/copying/copy/jobs.server';
import { loadListedTrader } from '~/features/copying/traders/list/queries.server';
import { traderChangeSchema, traderFormSchema, traderIdSchema } from '~/features/copying/traders/schema';
import { setTraderState } from '~/features/copying/traders/setTraderState.server';
import { TRADER_ACTS } from '~/features/copying/traders/traderActs.server';
import { traderFormValues } from '~/features/copying/traders/traderFormValues';
import { fillMissing } from '~/web/form/fillMissing.server';
import { createActForm, createKeylessFormAction, runAfterAction } from './adminForms.server';

const TRADERS_PATH = '/admin/traders';

function addPercentSigns<T extends { winRate: string; avgReturn: string }>(input: T): T {
  const signed = (input: string) => (/^[+-]?\d+(\.\d+)?$/.test(input) ? `${input}%` : input);
  return { ...input, winRate: signed(input.winRate), avgReturn: signed(input.avgReturn) };
}

/** Forms of the traders page with a key. All except the creation are about the trader with an ID. */
export const TRADER_FORMS = {
  create: createActForm({
    act: TRADER_ACTS['trader-create'],
    input: addPercentSigns,
    to: TRADERS_PATH,
    schema: traderFormSchema,
    upload: { purpose: 'trader' },
  }),
  edit: createActForm({
    act: TRADER_ACTS['trader-change'],
    input: (input, id: string) => ({ id, ...addPercentSigns(input) }),
    to: TRADERS_PATH,
    schema: traderChangeSchema,
    upload: { purpose: 'trader' },
    refusesRepetition: true,
  }),
  // Requires a code and, in live mode, a second administrator, since it ends copies.
  retire: createActForm({
    act: TRADER_ACTS['trader-retire'],
    input: ({ id }, _: string) => ({ id }),
    to: TRADERS_PATH,
    schema: traderIdSchema,
    refusesRepetition: true,
  }),
};

const createStateAction = (event: 'pause' | 'reopen') =>
  createKeylessFormAction(
    traderIdSchema,
    (tx, by, { id }) => setTraderState(tx, by, id, event),
    ({ name, status }) => `${name} is ${status} now`,
    TRADERS_PATH,
  );

/** Actions of the traders page, by intent. The URL of a form names its trader. */
export const TRADER_ACTIONS = {
  create: TRADER_FORMS.create.action(),
  edit: TRADER_FORMS.edit.action(async ({ form, url }) => {
    const id = url.searchParams.get('edit') ?? '';
    const trader = await loadListedTrader(id);
    if (trader) fillMissing(form, traderFormValues(trader));
    return id;
  }),
  retire: runAfterAction(
    TRADER_FORMS.retire.action(({ url }) => url.searchParams.get('retire') ?? ''),
    () => runJobNow(endCopiesOfRetired),
  ),
  pause: createStateAction('pause'),
  reopen: createStateAction('reopen'),
};

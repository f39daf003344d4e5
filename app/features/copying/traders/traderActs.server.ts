import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { file } from '#drizzle/schema';
import {
  act,
  type ColumnRule,
  hasChangedNumbers,
  listChangesForTwo,
  oneAdministrator,
  reasonsOfTerms,
} from '~/features/backoffice';
import { countCopiesHolding, sumMoneyInCopies } from '~/features/copying/copy/effectOnCopies.server';
import type { Handle } from '~/platform/db/index.server';
import { refuse } from '~/platform/result';
import { createTrader } from './createTrader.server';
import { traderChangeSchema, traderFormSchema } from './schema';
import { setTraderState } from './setTraderState.server';
import { loadTrader, loadTraderName } from './traderById.server';
import { listTraderChanges, toChangedRow, updateTrader } from './updateTrader.server';

const NO_FORM_RULE = oneAdministrator('no form changes it');

/** Approval rule for each column of a trader. A test fails for a column without a rule. */
export const TRADER_TERMS = {
  rules: {
    id: oneAdministrator('it is given once, when the row is added, which takes two'),
    // Copy owners chose a person, so changing the name and picture could make their copies follow someone else.
    firstName: 'two-while-copied',
    lastName: 'two-while-copied',
    nationality: 'two-while-copied',
    minimumCapital: 'two',
    capital: 'two',
    imageFileId: 'two-while-copied',
    declared: oneAdministrator('it is shown as declared and computes nothing'),
    simulated: NO_FORM_RULE,
    source: NO_FORM_RULE,
    strategy: NO_FORM_RULE,
    ownerUserId: NO_FORM_RULE,
    shareBps: 'two',
    status: oneAdministrator('pausing and reopening move no money; retiring a copied trader is an act of its own'),
    logCompleteUntil: 'two',
    createdAt: NO_FORM_RULE,
  } satisfies Record<string, ColumnRule>,
  names: {
    firstName: 'first name',
    lastName: 'last name',
    minimumCapital: 'minimum capital',
    imageFileId: 'picture',
    shareBps: 'trader’s share',
  },
};

async function refusePictureGone(tx: Handle, id: string | undefined): Promise<boolean> {
  if (!id) return false;
  const [found] = await tx.select({ id: file.id }).from(file).where(eq(file.id, id));
  return !found;
}

const REFUSE_NO_PICTURE = 'The picture is no longer stored. Send the request again, with the picture.';

const changeSchema = traderChangeSchema.extend({ id: z.uuid('There is no such trader.') });

export const TRADER_ACTS = {
  'trader-create': act({
    name: 'trader-create',
    right: 'traders:change',
    schema: traderFormSchema,
    run: async (tx, by, input) =>
      (await refusePictureGone(tx, input.traderImage))
        ? refuse('no-picture', REFUSE_NO_PICTURE, 'traderImage')
        : await createTrader(tx, by, input),
    title: async (_tx, { firstname, lastname }) => `Create the trader ${firstname} ${lastname}`,
    details: async (_tx, input) => listTraderChanges(null, toChangedRow(input)),
    takesTwo: {
      when: async (_tx, _by, { capital }) =>
        capital === undefined || capital === null ? [] : ['results are measured against its capital'],
    },
    toast: () => 'Trader created',
  }),
  'trader-change': act({
    name: 'trader-change',
    right: 'traders:change',
    schema: changeSchema,
    run: async (tx, by, { id, ...input }) =>
      (await refusePictureGone(tx, input.traderImage))
        ? refuse('no-picture', REFUSE_NO_PICTURE, 'traderImage')
        : await updateTrader(tx, by, id, input),
    title: async (tx, { id }) => `Change the trader ${await loadTraderName(tx, id)}`,
    details: async (tx, { id, ...input }) => {
      const found = await loadTrader(tx, id);
      const changes = found ? listTraderChanges(found, { ...found, ...toChangedRow(input) }) : [];
      return [...changes, { name: 'Copies that hold money', to: String(await countCopiesHolding(tx, id)) }];
    },
    wantsReason: async (tx, { id, ...input }) => {
      const found = await loadTrader(tx, id);
      return found !== undefined && hasChangedNumbers(found, toChangedRow(input));
    },
    takesTwo: {
      when: async (tx, _by, { id, ...input }) => {
        const found = await loadTrader(tx, id);
        const isCopied = (await countCopiesHolding(tx, id)) > 0;
        return found
          ? reasonsOfTerms(listChangesForTwo(TRADER_TERMS, found, toChangedRow(input), isCopied), 'a trader')
          : [];
      },
    },
    toast: ({ firstname, lastname }) => `${firstname} ${lastname} changed`,
  }),
  'trader-retire': act({
    name: 'trader-retire',
    right: 'traders:change',
    schema: z.object({ id: z.uuid('There is no such trader') }),
    run: async (tx, by, { id }) => await setTraderState(tx, by, id, 'retire'),
    title: async (tx, { id }) => `Retire the trader ${await loadTraderName(tx, id)} for good`,
    details: async (tx, { id }) => [
      { name: 'Copies it ends', to: String(await countCopiesHolding(tx, id)) },
      ...(await sumMoneyInCopies(tx, id)),
    ],
    takesTwo: {
      when: async (tx, _by, { id }) => {
        const copies = await countCopiesHolding(tx, id);
        return copies > 0 ? [`it ends ${copies} ${copies === 1 ? 'copy' : 'copies'}`] : [];
      },
    },
    toast: () => 'The trader is retired now',
  }),
};

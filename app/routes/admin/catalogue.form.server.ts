import { type EntryStep, entryStep, wholeCatalogue } from '~/features/catalogue';
import { CATALOGUE_ACTS } from '~/features/catalogue/catalogueActs.server';
import { ADD, CHANGE, RATE } from '~/features/catalogue/schema';
import { data } from '~/web/responses.server';
import { actForm } from './confirmedForm.server';

const shared = {
  operation: ({ do: what, kind, code }: EntryStep) => `catalogue-${what} ${kind}:${code}`,
  refusesAgain: true,
  to: '/admin/catalogue',
};

/** The forms of the catalogue, by kind and step. Where money is sent to is in here, so they want a fresh confirmation. */
const FORMS = {
  plan: {
    add: actForm({ ...shared, act: CATALOGUE_ACTS['plan-add'], schema: ADD.plan, input: (typed) => typed }),
    edit: actForm({
      ...shared,
      act: CATALOGUE_ACTS['plan-change'],
      schema: CHANGE.plan,
      input: (typed, { code }) => ({ ...typed, code }),
    }),
  },
  'deposit-method': {
    add: actForm({
      ...shared,
      act: CATALOGUE_ACTS['deposit-method-add'],
      schema: ADD['deposit-method'],
      input: (typed) => typed,
    }),
    edit: actForm({
      ...shared,
      act: CATALOGUE_ACTS['deposit-method-change'],
      schema: CHANGE['deposit-method'],
      input: (typed, { code }) => ({ ...typed, code }),
    }),
  },
  'withdrawal-method': {
    add: actForm({
      ...shared,
      act: CATALOGUE_ACTS['withdrawal-method-add'],
      schema: ADD['withdrawal-method'],
      input: (typed) => typed,
    }),
    edit: actForm({
      ...shared,
      act: CATALOGUE_ACTS['withdrawal-method-change'],
      schema: CHANGE['withdrawal-method'],
      input: (typed, { code }) => ({ ...typed, code }),
    }),
  },
};

const rateForm = actForm({
  ...shared,
  act: CATALOGUE_ACTS['rate-change'],
  schema: ({ unit = 'usd' }: EntryStep) => RATE[unit],
  input: ({ value, reason }, { code, unit = 'usd' }) => ({ value, reason, code, unit }),
});

const formOf = ({ kind, do: step }: EntryStep) => (kind === 'rate' ? rateForm : FORMS[kind][step]);

type EntryPost = Parameters<typeof rateForm.post>[0];

/** The form of a step with one entry: its key, and what handles its post. */
export const entryForm = {
  key: (administratorId: string, step: EntryStep) => formOf(step).key(administratorId, step),
  post: (posted: EntryPost, step: EntryStep) => formOf(step).post(posted, step),
};

/** Does what the form at this address asks. */
export async function postEntry(posted: EntryPost, query: URLSearchParams) {
  const step = entryStep(query, await wholeCatalogue());
  if (!step) throw data('There is no such form.', { status: 400 });
  return await entryForm.post(posted, step);
}

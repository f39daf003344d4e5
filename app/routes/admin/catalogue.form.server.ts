import type { Act } from '~/features/backoffice/approvals/act';
import { CATALOGUE_ACTS } from '~/features/backoffice/catalogue/catalogueActs.server';
import { type EntryStep, findEntryDialog, loadCatalogue } from '~/features/backoffice/catalogue/queries.server';
import { formSchema } from '~/features/backoffice/catalogue/schema';
import { fillMissing } from '~/web/form/fillMissing.server';
import { data } from '~/web/responses.server';
import { createActForm } from './adminForms.server';

function actForStep({ do: step, kind }: EntryStep): Act {
  if (kind === 'rate') return CATALOGUE_ACTS['rate-change'];
  return step === 'add' ? CATALOGUE_ACTS[`${kind}-add`] : CATALOGUE_ACTS[`${kind}-change`];
}

/** Form of a step with one entry. It requires the second factor, because entries contain the addresses to which users send money. */
export const entryForm = createActForm({
  operation: ({ do: what, kind, code }: EntryStep) => `catalogue-${what} ${kind}:${code}`,
  refusesRepetition: true,
  to: '/admin/catalogue',
  act: actForStep,
  schema: ({ kind, do: step, unit }) => formSchema(kind, step, unit),
  input: (input, { do: step, kind, code, unit = 'usd' }) => ({
    ...input,
    ...(step === 'edit' && { code }),
    ...(kind === 'rate' && { unit }),
  }),
});

type EntryPost = Parameters<typeof entryForm.post>[0];

export async function postEntry(posted: EntryPost, query: URLSearchParams) {
  const step = findEntryDialog(query, await loadCatalogue());
  if (!step) throw data('There is no such form.', { status: 400 });
  const { enabled: _, ...present } = step.values;
  if (step.do === 'edit') fillMissing(posted.form, present);
  return await entryForm.post(posted, step);
}

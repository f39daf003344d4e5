import type { Input } from '~/features/approvals/operations.server';
import { type Performed, performPreviewed } from '~/features/approvals/perform.server';
import { type EntryStep, entryStep, formSchema, wholeCatalogue } from '~/features/catalogue';
import type { Handle } from '~/platform/db/index.server';
import type { Result } from '~/platform/result';
import { type AdminActor, byAdmin } from '~/platform/states';
import { data } from '~/web/responses.server';
import { confirmedForm } from './confirmedForm.server';

/** A form of the catalogue, about one step with one entry. Where money is sent to is in here, so it wants a fresh confirmation. */
export const entryForm = confirmedForm({
  operation: ({ do: what, kind, code }: EntryStep) => `catalogue-${what} ${kind}:${code}`,
  schema: ({ kind, do: what, unit }) => formSchema(kind, what, unit),
  previews: true,
  run: (tx, values, { administrator, about: step, shown }) =>
    save(tx, byAdmin(administrator.id), { step, values, shown }),
  refusesAgain: true,
  to: '/admin/catalogue',
});

/** Does what the form at this address asks. */
export async function postEntry(posted: Parameters<typeof entryForm.post>[0], query: URLSearchParams) {
  const step = entryStep(query, await wholeCatalogue());
  if (!step) throw data('There is no such form.', { status: 400 });
  return await entryForm.post(posted, step);
}

type Saving = { step: EntryStep; values: Record<string, unknown>; shown: string | null };

/** Saves what a step's own schema has read. In live mode what the policy names waits for a second administrator. */
async function save(
  tx: Handle,
  by: AdminActor,
  { step: { do: what, kind, code, unit }, values, shown }: Saving,
): Promise<Result<Performed>> {
  if (kind === 'rate') {
    return await performPreviewed(tx, by, 'rate-change', { ...values, code, unit } as Input<'rate-change'>, shown);
  }
  // The form of a kind is read by the same schema as the operation of that kind.
  return what === 'add'
    ? await performPreviewed(tx, by, `${kind}-add`, values as never, shown)
    : await performPreviewed(tx, by, `${kind}-change`, { ...values, code } as never, shown);
}

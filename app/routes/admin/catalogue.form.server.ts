import type { Input } from '~/features/approvals/operations.server';
import { type Performed, performPreviewed } from '~/features/approvals/perform.server';
import { type EntryStep, entryStep, formSchema, wholeCatalogue } from '~/features/catalogue';
import type { Handle } from '~/platform/db/index.server';
import type { Result } from '~/platform/result';
import type { Administrator } from '~/platform/signIns/session.server';
import { type Actor, byAdmin } from '~/platform/states';
import { type Confirm, onceForm } from '~/web/form/submission.server';
import { data } from '~/web/responses.server';

/** What the key of a form of the catalogue is for: one step with one entry. */
export const entryOperation = ({ do: what, kind, code }: Pick<EntryStep, 'do' | 'kind' | 'code'>): string =>
  `catalogue-${what} ${kind}:${code}`;

/** Does what the form at this address asks. Where money is sent to is in here, so it wants a fresh confirmation. */
export async function actOnCatalogue(
  { id }: Pick<Administrator, 'id'>,
  { query, confirm }: { query: URLSearchParams; confirm: Confirm },
  form: FormData,
) {
  const step = entryStep(query, await wholeCatalogue());
  if (!step) throw data('There is no such form.', { status: 400 });
  return await onceForm(form, {
    scope: id,
    operation: entryOperation(step),
    schema: formSchema(step.kind, step.do, step.unit),
    confirm,
    previews: true,
    run: (tx, values, shown) => save(tx, byAdmin(id), { step, values, shown }),
    refusesAgain: true,
    next: ({ said }) => ({ to: '/admin/catalogue', toast: { tone: 'success', text: said } }),
  });
}

type Saving = { step: EntryStep; values: Record<string, unknown>; shown: string | null };

/** Saves what a step's own schema has read. In live mode what the policy names waits for a second administrator. */
async function save(
  tx: Handle,
  by: Actor,
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

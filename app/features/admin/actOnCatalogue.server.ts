import { data } from '@remix-run/node';
import { type Handle, write } from '~/platform/db/index.server';
import { type Confirm, submission } from '~/platform/form/submission.server';
import type { Result } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { redirectWithToast } from '~/platform/toast.server';
import { type EntryStep, entryStep, formSchema, wholeCatalogue } from '../catalogue';
import type { Input } from './operations.server';
import { perform } from './perform.server';

/** Does what the form at this address asks. Where money is sent to is in here, so it wants a fresh confirmation. */
export async function actOnCatalogue(
  by: Actor,
  { query, confirm }: { query: URLSearchParams; confirm: Confirm },
  form: FormData,
) {
  const step = entryStep(query, await wholeCatalogue());
  if (!step) throw data('There is no such form.', { status: 400 });
  const otp = String(form.get('otp') ?? '');
  const sent = await submission(form, formSchema(step.kind, step.do, step.unit));
  if (!sent.ok) return sent.refused;
  const confirmed = await confirm(otp);
  if (!confirmed.ok) return sent.refuse(confirmed.error, 403, { confirm: true });
  const saved = await write((tx) => save(tx, by, step, sent.value));
  if (!saved.ok) return sent.refuse(saved.error);
  return await redirectWithToast('/admin/catalogue', { tone: 'success', text: saved.value.said });
}

/** Saves what a step's own schema has read. In live mode what the policy names waits for a second administrator. */
async function save(
  tx: Handle,
  by: Actor,
  { do: what, kind, code, unit }: EntryStep,
  values: Record<string, unknown>,
): Promise<Result<{ said: string }>> {
  if (kind === 'rate') return await perform(tx, by, 'rate-change', { ...values, code, unit } as Input<'rate-change'>);
  // The form of a kind is read by the same schema as the operation of that kind.
  return what === 'add'
    ? await perform(tx, by, `${kind}-add`, values as never)
    : await perform(tx, by, `${kind}-change`, { ...values, code } as never);
}

import { data } from '@remix-run/node';
import { type Handle, write } from '~/platform/db/index.server';
import { type Confirm, submission } from '~/platform/form/submission.server';
import { done, type Result } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { redirectWithToast } from '~/platform/toast.server';
import {
  addEntry,
  changeEntry,
  type EntryStep,
  entryStep,
  formSchema,
  KIND_NAMES,
  redirects,
  wholeCatalogue,
} from '../catalogue';
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

/** Saves what a step's own schema has read. What would send deposits elsewhere takes two in live mode. */
async function save(
  tx: Handle,
  by: Actor,
  { do: what, kind, code, title }: EntryStep,
  values: Record<string, unknown>,
): Promise<Result<{ said: string }>> {
  if (kind === 'deposit-method') {
    const given = values as Input<'deposit-method-add'>;
    if (what === 'add') return await perform(tx, by, 'deposit-method-add', given);
    const before = await redirects(tx, code, given);
    if (before) return await perform(tx, by, 'deposit-method-change', { ...given, code, before });
  }
  if (what === 'add' && kind !== 'rate') {
    const added = await addEntry(tx, by, kind, { ...values, code: String(values.code) });
    return added.ok ? done({ said: `${added.value.code} added: a new ${KIND_NAMES[kind]}` }) : added;
  }
  const changed = await changeEntry(tx, by, kind, code, values);
  return changed.ok ? done({ said: `${title} changed` }) : changed;
}

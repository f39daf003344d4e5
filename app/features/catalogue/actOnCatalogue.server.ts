import { data } from '@remix-run/node';
import { write } from '~/platform/db/index.server';
import { type Confirm, submission } from '~/platform/form/submission.server';
import type { Actor } from '~/platform/states';
import { redirectWithToast } from '~/platform/toast.server';
import { addEntry } from './addEntry.server';
import { changeEntry } from './changeEntry.server';
import { KIND_NAMES } from './kinds';
import { entryStep, wholeCatalogue } from './queries.server';
import { formSchema } from './schema';

/** Does what the form at this address asks. Where money is sent to is in here, so it wants a fresh confirmation. */
export async function actOnCatalogue(
  by: Actor,
  { query, confirm }: { query: URLSearchParams; confirm: Confirm },
  form: FormData,
) {
  const step = entryStep(query, await wholeCatalogue());
  if (!step) throw data('There is no such form.', { status: 400 });
  const { kind, code, unit } = step;
  const otp = String(form.get('otp') ?? '');
  const sent = await submission(form, formSchema(kind, step.do, unit));
  if (!sent.ok) return sent.refused;
  const confirmed = await confirm(otp);
  if (!confirmed.ok) return sent.refuse(confirmed.error, 403, { confirm: true });
  const saved = await write((tx) =>
    step.do === 'add' && kind !== 'rate'
      ? addEntry(tx, by, kind, { ...sent.value, code: String(sent.value.code) })
      : changeEntry(tx, by, kind, code, sent.value),
  );
  if (!saved.ok) return sent.refuse(saved.error);
  const text = step.do === 'add' ? `${saved.value.code} added: a new ${KIND_NAMES[kind]}` : `${step.title} changed`;
  return await redirectWithToast('/admin/catalogue', { tone: 'success', text });
}

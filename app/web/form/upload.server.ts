import type { KeptFile } from '~/platform/fields/uploadedFile';
import type { Refusal } from '~/platform/result';
import { fieldOf, findUpload, storeUpload } from '~/uploads/index.server';

/** A file that a form brings: whose it will be, and what for. Its field is the purpose's. */
export type ExpectedUpload = {
  ownerId: string;
  purpose: Parameters<typeof fieldOf>[0];
  /** Asked before a file is stored: a form that will be refused whatever is in it should leave none behind. */
  unless?: () => Promise<Refusal | null>;
};

export type TakenUpload = {
  /** The form with the id of the stored file, or nothing, where the file was. */
  form: FormData;
  field: string;
  /** What arrived now or, kept by an earlier answer, before. */
  file?: KeptFile;
  refusal?: Refusal;
};

/**
 * Stores the file of a posted form, before any transaction. When none was sent, one that arrived with an earlier try counts
 * (the hidden `_<field>`), if it is the same person's and was for the same purpose; an id in the field itself never does.
 */
export async function takeUpload(posted: FormData, expected: ExpectedUpload): Promise<TakenUpload> {
  const field = fieldOf(expected.purpose);
  const form = new FormData();
  for (const [name, value] of posted) if (name !== field && name !== `_${field}`) form.append(name, value);
  const given = posted.get(field);
  const earlier = await keptBefore(posted.get(`_${field}`), expected);
  const taken: TakenUpload = { form, field, file: earlier };
  if (given instanceof File && (given.size > 0 || given.name !== '')) {
    const refusal = await expected.unless?.();
    if (refusal) return { ...taken, refusal };
    const stored = await storeUpload(given, expected);
    if (!stored.ok) return { ...taken, refusal: stored.error };
    taken.file = { id: stored.value.id, name: stored.value.name };
  }
  if (taken.file) form.set(field, taken.file.id);
  return taken;
}

async function keptBefore(
  id: FormDataEntryValue | null,
  { ownerId, purpose }: ExpectedUpload,
): Promise<KeptFile | undefined> {
  const found = typeof id === 'string' && id !== '' ? await findUpload(id, ownerId) : null;
  return found?.purpose === purpose ? { id: found.id, name: found.name } : undefined;
}

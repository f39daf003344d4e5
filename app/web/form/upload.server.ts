import type { StoredFile } from '~/platform/fields/uploadedFile';
import type { Refusal } from '~/platform/result';
import { findUpload, getUploadField, storeUpload } from '~/uploads/store.server';

export type ExpectedUpload = {
  ownerId: string;
  purpose: Parameters<typeof getUploadField>[0];
  /** Name of the field, if a form has several files of one purpose; otherwise the purpose decides it. */
  field?: string;
  /** Called before the file is stored, so that a form that will be refused anyway stores no file. */
  refuseBeforeStoring?: () => Promise<Refusal | null>;
};

export type ReceivedUpload = {
  form: FormData;
  field: string;
  file?: StoredFile;
  refusal?: Refusal;
};

/** Stores the file of a posted form before any transaction, or reuses the same person's file of an earlier attempt (`_<field>`). */
export async function readUpload(posted: FormData, expected: ExpectedUpload): Promise<ReceivedUpload> {
  const { field = getUploadField(expected.purpose) } = expected;
  const form = new FormData();
  for (const [name, value] of posted) if (name !== field && name !== `_${field}`) form.append(name, value);
  const input = posted.get(field);
  const earlier = await findStoredUpload(posted.get(`_${field}`), expected);
  const taken: ReceivedUpload = { form, field, file: earlier };
  if (input instanceof File && (input.size > 0 || input.name !== '')) {
    const refusal = await expected.refuseBeforeStoring?.();
    if (refusal) return { ...taken, refusal };
    const stored = await storeUpload(input, expected);
    if (!stored.ok) return { ...taken, refusal: { ...stored.error, ...(stored.error.field && { field }) } };
    taken.file = { id: stored.value.id, name: stored.value.name };
  }
  if (taken.file) form.set(field, taken.file.id);
  return taken;
}

async function findStoredUpload(
  id: FormDataEntryValue | null,
  { ownerId, purpose }: ExpectedUpload,
): Promise<StoredFile | undefined> {
  const found = typeof id === 'string' && id !== '' ? await findUpload(id, ownerId) : null;
  return found?.purpose === purpose ? { id: found.id, name: found.name } : undefined;
}

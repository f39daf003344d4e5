import { z } from 'zod';

export type StoredFile = { id: string; name: string };

/** Returns the field of a file: in the browser the file itself, on the server its stored ID. */
export const uploadedFileField = (message: string) =>
  z
    .custom<string | File>((value) => (value instanceof File ? value.size > 0 : Boolean(value)), message)
    .transform((value) => (typeof value === 'string' ? value : ''));

/** Returns a form for validation in the browser: a file of an earlier attempt, named by `_name`, fills an empty file field. */
export function withStoredFiles(form: FormData): FormData {
  const whole = new FormData();
  for (const [name, value] of form) whole.append(name, value);
  for (const [name, input] of form) {
    const id = form.get(`_${name}`);
    if (input instanceof File && input.size === 0 && id) whole.set(name, id);
  }
  return whole;
}

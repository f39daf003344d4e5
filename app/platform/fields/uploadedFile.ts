import { z } from 'zod';

export type StoredFile = { id: string; name: string };

/** A file's field: in the browser the file itself, on the server the id it was stored under. */
export const uploadedFile = (message: string) =>
  z
    .custom<string | File>((value) => (value instanceof File ? value.size > 0 : Boolean(value)), message)
    .transform((value) => (typeof value === 'string' ? value : ''));

/** A form as the browser checks it: a file that arrived before, which `_name` tells of, stands in for a field that was left empty. */
export function withStoredFiles(form: FormData): FormData {
  const whole = new FormData();
  for (const [name, value] of form) whole.append(name, value);
  for (const [name, given] of form) {
    const id = form.get(`_${name}`);
    if (given instanceof File && given.size === 0 && id) whole.set(name, id);
  }
  return whole;
}

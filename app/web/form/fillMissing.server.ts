/** Fills the fields that a form lacks with `present` values, so that a page from before an update empties nothing. Not for checkboxes. */
export function fillMissing(form: FormData, present: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(present)) if (value && !form.has(name)) form.set(name, String(value));
}

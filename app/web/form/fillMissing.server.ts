/** Fills the fields that a form lacks with `present` values: a page from before an update empties nothing. No checkboxes. */
export function fillMissing(form: FormData, present: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(present)) if (value && !form.has(name)) form.set(name, String(value));
}

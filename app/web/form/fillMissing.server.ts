/** Fills fields that a form lacks with the `present` values, so that a page from before an update clears nothing. Not for checkboxes. */
export function fillMissing(form: FormData, present: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(present)) if (value && !form.has(name)) form.set(name, String(value));
}

/**
 * Gives a posted form the present values of the fields that it lacks, so that a page from before an update changes nothing by what it
 * does not show. Boxes to tick are left out of `present`: one without its tick is never sent.
 */
export function fillMissing(form: FormData, present: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(present)) if (value && !form.has(name)) form.set(name, String(value));
}

type Words = Record<string, string>;

/** One value that changes, in words; one that was not there before has no `from`. */
export type ChangedValue = { name: string; from?: string; to: string };

/** What is different between two descriptions of one thing. */
export const changesOf = (before: Words, after: Words): ChangedValue[] =>
  Object.entries(after)
    .filter(([name, to]) => before[name] !== to)
    .map(([name, to]) => ({ name, from: before[name], to }));

/** Changes by name, as the audit log keeps them: `from → to`. */
export const inWords = (changes: readonly ChangedValue[]): Words =>
  Object.fromEntries(changes.map(({ name, from, to }) => [name, `${from || 'nothing'} → ${to || 'nothing'}`]));

/** What is different between two descriptions of one thing, as the audit log keeps it. */
export const changesBetween = (before: Words, after: Words): Words => inWords(changesOf(before, after));

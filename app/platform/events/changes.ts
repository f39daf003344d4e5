type Words = Record<string, string>;

export type ChangedValue = { name: string; from?: string; to: string };

export const changesOf = (before: Words, after: Words): ChangedValue[] =>
  Object.entries(after)
    .filter(([name, to]) => before[name] !== to)
    .map(([name, to]) => ({ name, from: before[name], to }));

export const describeChanges = (changes: readonly ChangedValue[]): Words =>
  Object.fromEntries(changes.map(({ name, from, to }) => [name, `${from || 'nothing'} → ${to || 'nothing'}`]));

export const changesBetween = (before: Words, after: Words): Words => describeChanges(changesOf(before, after));

type ValueTexts = Record<string, string>;

export type ChangedValue = { name: string; from?: string; to: string };

export const listChanges = (before: ValueTexts, after: ValueTexts): ChangedValue[] =>
  Object.entries(after)
    .filter(([name, to]) => before[name] !== to)
    .map(([name, to]) => ({ name, from: before[name], to }));

export const describeChanges = (changes: readonly ChangedValue[]): ValueTexts =>
  Object.fromEntries(changes.map(({ name, from, to }) => [name, `${from || 'nothing'} → ${to || 'nothing'}`]));

export const describeDifferences = (before: ValueTexts, after: ValueTexts): ValueTexts =>
  describeChanges(listChanges(before, after));

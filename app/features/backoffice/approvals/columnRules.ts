/**
 * Rule for changes of a column: two administrators are needed always, only to turn it on, or only while copies follow
 * the trader. `one` explains why one administrator is enough.
 */
export type ColumnRule = 'two' | 'two-to-turn-on' | 'two-while-copied' | { one: string };

export const oneAdministrator = (why: string): ColumnRule => ({ one: why });

/** Returns the changes of a row that need two administrators, including columns without a rule. `names` has the columns' names. */
export function listChangesForTwo(
  { rules, names }: { rules: Record<string, ColumnRule>; names: Record<string, string> },
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  copied = false,
): string[] {
  return Object.entries(after)
    .filter(([column, value]) => value !== before[column])
    .filter(([column, value]) => {
      const rule = rules[column];
      if (rule === undefined || rule === 'two') return true;
      return (rule === 'two-to-turn-on' && value === true) || (rule === 'two-while-copied' && copied);
    })
    .map(([column]) => names[column] ?? column);
}

export const reasonsOfTerms = (terms: string[], thing: string): string[] =>
  terms.length > 0 ? [`it changes ${terms.join(', ')} of ${thing}`] : [];

export const reasons = (found: Record<string, boolean>): string[] =>
  Object.entries(found).flatMap(([why, holds]) => (holds ? [why] : []));

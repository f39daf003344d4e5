/** What is different between two descriptions of one thing, by name, as the audit log keeps it: `from → to`. */
export function changesBetween(before: Record<string, string>, after: Record<string, string>): Record<string, string> {
  const changed = Object.entries(after).filter(([name, value]) => before[name] !== value);
  return Object.fromEntries(
    changed.map(([name, value]) => [name, `${before[name] || 'nothing'} → ${value || 'nothing'}`]),
  );
}

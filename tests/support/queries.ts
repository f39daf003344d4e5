import { readFileSync } from 'node:fs';

/* Queries of the kit's alerts and dashboard to Prometheus. */

const FOLDER = 'deploy/cluster';

/** Queries of the alert rules. */
export const alertQueries = (): string[] =>
  Array.from(readFileSync(`${FOLDER}/alerts.yml`, 'utf8').matchAll(/^ +expr: (.+)$/gm), ([, query = '']) => query);

type Panel = { targets?: { expr: string }[] };

/** Queries of the dashboard. */
export const dashboardQueries = (): string[] =>
  (JSON.parse(readFileSync(`${FOLDER}/dashboard.json`, 'utf8')).panels as Panel[]).flatMap(({ targets = [] }) =>
    targets.map(({ expr }) => expr),
  );

/** Words of the language. */
const WORDS = new Set(['by', 'on', 'and', 'or', 'unless', 'without', 'ignoring']);

/** Returns the metrics of a query, without Prometheus's own (`up`). */
export function figuresIn(query: string): string[] {
  const bare = query
    .replace(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, '')
    // Labels, and functions.
    .replace(/\b(by|on|without|ignoring) *\([^)]*\)/g, '')
    .replace(/\b\w+ *(?=\()/g, '');
  const named = bare.match(/\b[a-z]\w*/g) ?? [];
  return [...new Set(named.filter((name) => name !== 'up' && !WORDS.has(name)))];
}

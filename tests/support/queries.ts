import { readFileSync } from 'node:fs';

/* Prometheus queries of the alert rules and the dashboard in `deploy/`. */

const FOLDER = 'deploy/cluster';

/** Returns the queries of the alert rules. */
export const alertQueries = (): string[] =>
  Array.from(readFileSync(`${FOLDER}/alerts.yml`, 'utf8').matchAll(/^ +expr: (.+)$/gm), ([, query = '']) => query);

type Panel = { targets?: { expr: string }[] };

/** Returns the queries of the dashboard. */
export const dashboardQueries = (): string[] =>
  (JSON.parse(readFileSync(`${FOLDER}/dashboard.json`, 'utf8')).panels as Panel[]).flatMap(({ targets = [] }) =>
    targets.map(({ expr }) => expr),
  );

/** Keywords of the query language. */
const WORDS = new Set(['by', 'on', 'and', 'or', 'unless', 'without', 'ignoring']);

/** Returns the metrics of a query, without Prometheus's own (`up`). */
export function figuresIn(query: string): string[] {
  const bare = query
    .replace(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, '')
    // Removes labels and functions.
    .replace(/\b(by|on|without|ignoring) *\([^)]*\)/g, '')
    .replace(/\b\w+ *(?=\()/g, '');
  const named = bare.match(/\b[a-z]\w*/g) ?? [];
  return [...new Set(named.filter((name) => name !== 'up' && !WORDS.has(name)))];
}

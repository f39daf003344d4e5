import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { sourcesOf } from '../../tests/architecture/sources';
import type { Machine } from './states';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = join(ROOT, 'docs/states.md');

const HEAD = `# States and events

\`app/platform/statesPage.test.ts\` generates this page from the state tables in the code (\`app/features/*/*/states.ts\`);
\`npx vitest run --project unit -u app/platform/statesPage.test.ts\` updates it. An event that is not listed for a state is
refused with a message and changes nothing. Every event is stored with its actor, time and reason, in the same transaction as the
change itself, its bookings, notifications and mails.
`;

const isMachine = (value: unknown): value is Machine<string, string> =>
  typeof value === 'object' && value !== null && 'thing' in value && 'initial' in value && 'events' in value;

/** Returns the text of the comment above an exported name, as one paragraph. */
function commentAbove(text: string, name: string): string {
  const [, comment = ''] = text.match(new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\s*export const ${name}\\b`)) ?? [];
  return comment
    .replace(/^\s*\*/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Formats a Markdown table with padded columns. */
function markdownTable(head: string[], rows: string[][]): string {
  const widths = head.map((title, at) =>
    Math.max(...[title, ...rows.map((row) => row[at] ?? '')].map((c) => c.length)),
  );
  const line = (cells: string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

function section({ thing, initial, events }: Machine<string, string>, about: string): string {
  const rows = Object.entries(events).map(([event, { from, to, by }]) => [event, from.join(', '), to, by.join(', ')]);
  return [
    `## ${thing.charAt(0).toUpperCase()}${thing.slice(1)}`,
    about,
    `Initial state: ${initial.join(', ')}.`,
    markdownTable(['event', 'from', 'to', 'caused by'], rows),
  ].join('\n\n');
}

test('docs/states.md matches the state tables', async () => {
  const sections: { thing: string; text: string }[] = [];
  for (const { path, text } of sourcesOf('app').filter((source) => source.path.endsWith('/states.ts'))) {
    const module = (await import(pathToFileURL(join(ROOT, path)).href)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(module)) {
      if (isMachine(value)) sections.push({ thing: value.thing, text: section(value, commentAbove(text, name)) });
    }
  }
  expect(sections.length).toBeGreaterThan(8);
  const page = [HEAD, ...sections.sort((a, b) => (a.thing < b.thing ? -1 : 1)).map(({ text }) => `${text}\n`)].join(
    '\n',
  );
  await expect(page).toMatchFileSnapshot(PAGE);
});

import ts from 'typescript';
import { expect, test } from 'vitest';
import { sourcesOf } from './sources';

/*
 * What people read on pages and in mails has the apostrophe of print. The straight one stays in sentences of the calls, which are the
 * specification's to the letter, in faults for the log, and in what a terminal shows.
 */

/** Files whose sentences are no page's, each with who reads them. */
const OTHERS: Record<string, string> = {
  'app/api/answers/decidePapers.server.ts': 'the calls',
  'app/api/handlers/getWithdrawInfo.server.ts': 'the calls',
  'app/features/users/moveBalance.server.ts': 'the calls',
  'app/doctor.server.ts': 'a terminal',
  'app/platform/db/engines/postgres.server.ts': 'a terminal',
  'app/platform/db/engines/sqlite.server.ts': 'a terminal',
  'app/platform/installation/index.server.ts': 'a terminal',
  'app/platform/installation/processes.server.ts': 'a terminal',
  'app/platform/installation/startFault.ts': 'a terminal',
};

/** Between two letters, or after the s of a plural. */
const STRAIGHT = /\p{L}'\p{L}|\p{L}s' \p{L}/u;

/** Has a source one outside its comments? Few have, and only those are taken apart. */
const mayHave = (text: string): boolean =>
  text.split('\n').some((line) => !/^\s*[/*]/.test(line) && STRAIGHT.test(line));

/** Text for a database or another process. */
const isCode = (text: string): boolean => /\bselect\b|= '|require\('/.test(text);

const isWords = (node: ts.Node): node is ts.LiteralLikeNode =>
  ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node);

const isFault = (node: ts.Node): boolean => ts.isNewExpression(node) && /Error$/.test(node.expression.getText());

/** The words of a source that have a straight apostrophe. */
function straightIn(path: string, text: string): string[] {
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (isFault(node)) return;
    if (isWords(node) && STRAIGHT.test(node.text) && !isCode(node.text)) found.push(node.text.trim());
    ts.forEachChild(node, look);
  };
  look(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return found;
}

test('the words of pages and mails have the apostrophe of print', () => {
  const found: Record<string, string[]> = {};
  for (const { path, text } of sourcesOf('app')) {
    if (/\.test\.tsx?$/.test(path) || !mayHave(text)) continue;
    const straight = straightIn(path, text);
    if (straight.length > 0) found[path] = straight;
  }
  expect(Object.fromEntries(Object.entries(found).filter(([path]) => !(path in OTHERS)))).toEqual({});
  expect(Object.keys(OTHERS).filter((path) => !(path in found))).toEqual([]);
});

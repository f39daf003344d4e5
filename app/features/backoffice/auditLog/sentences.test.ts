import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import type { Machine } from '~/platform/states';
import { describeDetails, hasDetailLabel } from './details';
import { buildSentence, hasSentence } from './sentences';

const isMachine = (value: unknown): value is Machine<string, string> =>
  typeof value === 'object' && value !== null && 'thing' in value && 'events' in value;

const paths = readdirSync('app', { recursive: true, encoding: 'utf8' }).map((path) => join('app', path));

/** State tables by the name of their export. */
async function stateTables(): Promise<Map<string, Machine<string, string>>> {
  const files = paths.filter((path) => path.endsWith('/states.ts') && !path.includes('platform'));
  const exported = await Promise.all(files.map((path) => import(pathToFileURL(path).href)));
  return new Map(exported.flatMap((all) => Object.entries(all).filter((entry) => isMachine(entry[1])) as never));
}

test('every event of every state table has a sentence of its own', async () => {
  const events = [...(await stateTables()).values()].flatMap(({ thing, events }) =>
    Object.keys(events).map((event) => [thing, event] as const),
  );
  expect(events.length).toBeGreaterThan(40);
  expect(events.filter(([thing, event]) => !hasSentence(thing, event))).toEqual([]);
});

test('each mark that the staff sets in a queue has one, for every queue', async () => {
  const tables = await stateTables();
  const things = paths
    .filter((path) => path.endsWith('.server.ts'))
    .map((path) => readFileSync(path, 'utf8'))
    .filter((text) => /^ {2}about[:(,]/m.test(text))
    .flatMap((text) => [...text.matchAll(/^ {2}machine: (\w+),/gm)])
    .map(([, name = '']) => tables.get(name)?.thing ?? name);
  expect(things.length).toBeGreaterThan(4);
  const listed = /MARK_EVENTS = \[([^\]]*)\]/.exec(
    readFileSync('app/features/backoffice/reviewQueue/marks.server.ts', 'utf8'),
  );
  const marks = [...(listed?.[1] ?? '').matchAll(/'([^']+)'/g)].map(([, name = '']) => name);
  expect(marks).toContain('hold');
  const events = things.flatMap((thing) => marks.map((event) => [thing, event] as const));
  expect(events.filter(([thing, event]) => !hasSentence(thing, event))).toEqual([]);
});

test('each event that is recorded by its own name has one', () => {
  const written = paths
    .filter((path) => path.endsWith('.server.ts'))
    .flatMap((path) => [
      ...readFileSync(path, 'utf8').matchAll(/thing: '([^']+)',\s+(?:thingId[^,]*,\s+)?event: '([^']+)'/g),
    ])
    .map(([, thing = '', event = '']) => [thing, event] as const);
  expect(written.length).toBeGreaterThan(30);
  expect(written.filter(([thing, event]) => !hasSentence(thing, event))).toEqual([]);
});

/** Returns the literal names that a source gives to details of events. */
function namesOfNotes(path: string): string[] {
  const names: string[] = [];
  const noted = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node))
      names.push((node.name as ts.Identifier | ts.StringLiteral).text);
    else node.forEachChild(noted);
  };
  const visit = (node: ts.Node): void => {
    const isNotes =
      (ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) && node.name.getText(file) === 'details';
    if (isNotes && node.initializer && ts.isObjectLiteralExpression(node.initializer))
      node.initializer.properties.forEach(noted);
    else node.forEachChild(visit);
  };
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  file.forEachChild(visit);
  return names;
}

test('each detail of an event has a label', () => {
  const sources = paths.filter((path) => path.endsWith('.server.ts') && !path.includes('app/web/'));
  const noted = sources.flatMap(namesOfNotes);
  // This name stores an administrator's address, so it can be used for nothing else.
  const investors = sources.filter((path) => namesOfNotes(path).includes('from'));
  expect(investors.filter((path) => !path.includes('features/copying/copy/lifecycle'))).toEqual([]);
  expect(noted.length).toBeGreaterThan(40);
  expect(noted.filter((name) => !hasDetailLabel(name))).toEqual([]);
  const lines = (details: Record<string, string>, thing = 'support request') =>
    describeDetails({ thing, actorKind: 'admin', details });
  expect(lines({ kind: 'question', from: '::1', journal: 'j' })).toEqual(['A question', 'IP address ::1']);
  expect(lines({ 'investor told': 'no', new: '3' })).toEqual(['The investor was not told', 'New lines: 3']);
  expect(lines({ minimum: '$500.00 → $600.00', new: 'bc1q' }, 'deposit address')).toEqual([
    'Minimum: $500.00 → $600.00',
    'The new address is bc1q',
  ]);
});

const inWords = (sentence: Partial<Parameters<typeof buildSentence>[0]>) =>
  buildSentence({ thing: 'deposit', thingId: 'd', event: 'submit', own: true, hasTrader: false, ...sentence })
    .map((part) => ('text' in part ? part.text : `<${part.name}>${part.after}`))
    .join('');

test('a sentence names the person concerned and the amount, and omits what is unknown', () => {
  expect(inWords({ amount: '$2,500.00' })).toBe('sent a deposit of $2,500.00');
  expect(inWords({ event: 'approve', own: false, amount: '$2,500.00' })).toBe('approved <whom>’s deposit of $2,500.00');
  expect(inWords({ event: 'approve', own: true })).toBe('approved their deposit');
  expect(inWords({ thing: 'copy', event: 'start', hasTrader: true })).toBe('began to copy <trader>');
  expect(inWords({ thing: 'rank bonus', event: 'reach', own: false })).toBe('recorded that <whom> reached a rank');
  expect(inWords({ thing: 'plan', thingId: 'gold', event: 'change' })).toBe('changed the Gold plan');
  const signed = { thing: 'statement day', thingId: 'USDT-TRC20 2026-11-18', event: 'sign' };
  expect(inWords(signed)).toBe('signed a day of statements: USDT TRC20, 18 Nov 2026');
});

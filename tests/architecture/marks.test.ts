import { expect, test } from 'vitest';
import { sourcesOf } from './sources';

/* Checks that nobody decides an entry on hold or assigned to someone else: from a queue, by a call, or after a restore. */

/** Decisions about entries of a queue, and reversals of approved ones. */
const DECISIONS = /\bevent: '(approve|accept|reject|pay|bounce)'/;

test('each use case that decides about an entry of a queue checks its marks first', () => {
  const parts = sourcesOf('app/features')
    .filter(({ path }) => !path.includes('.test.'))
    .flatMap(({ path, text }) =>
      text.split(/\n(?=(?:export )?(?:async function|const) )/).map((part) => ({ path, part })),
    );
  const machines = parts
    .filter(({ part }) => /: ActQueue = \{/.test(part) && /\babout\b/.test(part))
    .map(({ part }) => /machine: (\w+)/.exec(part)?.[1]);
  expect(machines.length).toBeGreaterThanOrEqual(4);
  const advancing = new RegExp(`\\badvance\\(tx, \\w+, (${machines.join('|')}),`);
  const deciding = parts.filter(({ part }) => advancing.test(part) && DECISIONS.test(part));
  expect(deciding.length).toBeGreaterThanOrEqual(11);
  const without = deciding.filter(({ part }) => !/\bawait beginDecision\(tx, by, id\)/.test(part));
  expect(without.map(({ path, part }) => `${path} ${part.slice(0, 60)}`)).toEqual([]);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createQueue } from './postGate.server';

const BOUNDS = { atOnce: 2, ofOne: 1, waiting: 4, waitingOfNetwork: 3, waitingOfOne: 2 };

/** A queue, what has begun in it, and a way to end it. Names are subscribers whose first letter is their network. */
function queue() {
  const { ask } = createQueue(BOUNDS);
  const begun: string[] = [];
  const running = new Map<string, () => void>();
  return {
    begun,
    ask: (...names: string[]) =>
      names.map((name) =>
        ask({ network: name[0] ?? '', subscriber: name.slice(0, 2) }, (done) => {
          begun.push(name);
          running.set(name, done);
        }),
      ),
    end: (name: string) => running.get(name)?.(),
  };
}

describe('posts', () => {
  test('begin while few run, and one subscriber’s only while few of theirs do', () => {
    const { begun, ask } = queue();
    expect(ask('a1 first', 'a1 second', 'b1', 'c1')).toEqual([true, true, true, true]);
    expect(begun).toEqual(['a1 first', 'b1']);
  });

  test('wait in the turn of their network, and within it of their subscriber', () => {
    const { begun, ask, end } = queue();
    ask('x1', 'y1', 'a1 first', 'a2 first', 'a1 second', 'b1');
    for (const name of ['x1', 'y1', 'a1 first', 'b1']) end(name);
    expect(begun).toEqual(['x1', 'y1', 'a1 first', 'b1', 'a2 first', 'a1 second']);
  });

  test.each([
    ['of one subscriber', ['a1', 'a1', 'a1'], [true, true, false]],
    ['of one network', ['a1', 'a2', 'a3', 'a4'], [true, true, true, false]],
    ['of all', ['a1', 'b1', 'c1', 'd1', 'e1'], [true, true, true, true, false]],
  ])('are refused where too many %s wait, and not sooner', (_, asked, answers) => {
    const { ask } = queue();
    ask('x1', 'y1');
    expect(ask(...asked)).toEqual(answers);
  });

  test('all that were not refused come to their end, never more at once than may', () => {
    const names = fc.array(fc.constantFrom('a1', 'a2', 'b1', 'c1'), { maxLength: 12 });
    fc.assert(
      fc.property(names, (asked) => {
        const { begun, ask, end } = queue();
        const taken = ask(...asked.map((name, at) => `${name} ${at}`)).filter(Boolean).length;
        for (let at = 0; at < begun.length; at += 1) {
          expect(begun.length - at).toBeLessThanOrEqual(BOUNDS.atOnce);
          end(begun[at] ?? '');
        }
        expect(begun).toHaveLength(taken);
      }),
    );
  });
});

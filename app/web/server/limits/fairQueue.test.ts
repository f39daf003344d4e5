import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Bounds, createFairQueue } from './fairQueue.server';

/** Creates turns and records the started tasks. The first letter of a task is its network, and the first two are its subscriber. */
function startScheduler(bounds: Bounds) {
  const turns = createFairQueue(bounds);
  const started: string[] = [];
  const running = new Map<string, () => void>();
  return {
    begun: started,
    ask: (...names: string[]) =>
      names.map((name) =>
        turns.enqueue({ network: name[0] ?? '', subscriber: name.slice(0, 2) }, (done) => {
          started.push(name);
          running.set(name, done);
        }),
      ),
    end: async (name: string) => {
      running.get(name)?.();
      await nextTurn();
    },
  };
}

const two = (idle = () => 0) => startScheduler({ atOnce: 2, ofOne: 10, idle });

describe('tasks', () => {
  test('start at once while few are running', () => {
    const { begun: started, ask } = two();
    ask('a1', 'b1');
    expect(started).toEqual(['a1', 'b1']);
  });

  test('start for each holder in rotation, however many one has requested', async () => {
    const { begun: started, ask, end } = two();
    ask('a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1');
    expect(started).toEqual(['a1', 'a2']);
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'a4']) await end(name);
    expect(started).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2', 'a5']);
  });

  test('free their slot once, even if they report their end twice', async () => {
    const { begun: started, ask, end } = two();
    ask('a1', 'a2', 'a3', 'a4');
    await end('a1');
    await end('a1');
    expect(started).toEqual(['a1', 'a2', 'a3']);
  });

  test('start while running tasks only wait, two at each check, and for each holder in rotation', async () => {
    let time = 0;
    const { begun: started, ask, end } = two(() => time);
    ask('a1', 'a2', 'a3', 'a4', 'a5', 'b1');
    await sleep(30);
    // The event loop was never idle.
    expect(started).toEqual(['a1', 'a2']);
    time += 100;
    await expect.poll(() => started).toEqual(['a1', 'a2', 'a3', 'b1']);
    // Their slots belong to other tasks now.
    for (const name of ['a1', 'a2']) await end(name);
    expect(started).toHaveLength(4);
    await end('a3');
    expect(started.at(-1)).toBe('a4');
  });

  test('start after a second if other work keeps the event loop busy', async () => {
    const { begun: started, ask } = two();
    ask('a1', 'a2', 'a3');
    await expect.poll(() => started, { timeout: 20_000 }).toEqual(['a1', 'a2', 'a3']);
  });

  test('all start, and never more at once than the limit', async () => {
    const requested = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 3 })), {
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(requested, fc.integer({ min: 1, max: 4 }), async (works, atOnce) => {
        const turns = createFairQueue({ atOnce, ofOne: 10, idle: () => 0 });
        let running = 0;
        let max = 0;
        const ended: number[] = [];
        for (const [index, [holder, length]] of works.entries()) {
          turns.enqueue({ subscriber: holder, network: holder }, async (done) => {
            running += 1;
            max = Math.max(max, running);
            for (let turn = 0; turn < length; turn++) await nextTurn();
            running -= 1;
            ended.push(index);
            done();
          });
          if (length % 2 === 1) await nextTurn();
        }
        for (let turn = 0; ended.length < works.length && turn < 1_000; turn++) await nextTurn();
        expect(ended.toSorted((a, b) => a - b)).toEqual(works.map((_, index) => index));
        expect(max).toBeLessThanOrEqual(atOnce);
      }),
    );
  });
});

const BOUNDS = { atOnce: 2, ofOne: 1, waiting: { all: 4, ofNetwork: 3, ofOne: 2 } };

const queue = () => startScheduler(BOUNDS);

describe('posts', () => {
  test('start while few are running, and those of one subscriber while few of its posts are running', () => {
    const { begun: started, ask } = queue();
    expect(ask('a1 first', 'a1 second', 'b1', 'c1')).toEqual([true, true, true, true]);
    expect(started).toEqual(['a1 first', 'b1']);
  });

  test('wait in the rotation of their network, and within it of their subscriber', async () => {
    const { begun: started, ask, end } = queue();
    ask('x1', 'y1', 'a1 first', 'a2 first', 'a1 second', 'b1');
    for (const name of ['x1', 'y1', 'a1 first', 'b1']) await end(name);
    expect(started).toEqual(['x1', 'y1', 'a1 first', 'b1', 'a2 first', 'a1 second']);
  });

  test.each([
    ['of one subscriber', ['a1', 'a1', 'a1'], [true, true, false]],
    ['of one network', ['a1', 'a2', 'a3', 'a4'], [true, true, true, false]],
    ['of all', ['a1', 'b1', 'c1', 'd1', 'e1'], [true, true, true, true, false]],
  ])('are refused if too many %s wait, and not before', (_, input, answers) => {
    const { ask } = queue();
    ask('x1', 'y1');
    expect(ask(...input)).toEqual(answers);
  });

  test('all end unless they were refused, and never more run at once than the limit', async () => {
    const names = fc.array(fc.constantFrom('a1', 'a2', 'b1', 'c1'), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(names, async (input) => {
        const { begun: started, ask, end } = queue();
        const taken = ask(...input.map((name, at) => `${name} ${at}`)).filter(Boolean).length;
        for (let at = 0; at < started.length; at += 1) {
          expect(started.length - at).toBeLessThanOrEqual(BOUNDS.atOnce);
          await end(started[at] ?? '');
        }
        expect(started).toHaveLength(taken);
      }),
    );
  });
});

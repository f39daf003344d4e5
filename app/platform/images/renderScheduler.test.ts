import { describe, expect, test } from 'vitest';
import { MINUTE, SECOND } from '../durations';
import { createRenderScheduler } from './renderScheduler';

/** Starts renderings that end when the test ends them, on a clock of the test. */
function startScheduler() {
  let now = 1;
  const turns = createRenderScheduler(() => now);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const render = (name: string, account = name, network = account) =>
    turns({ account, subscriber: network, network }, () => {
      started.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    }).catch((error: Error) => error.name);
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    begun: started,
    draw: render,
    settle,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    end: async (name: string) => {
      ends.get(name)?.();
      await settle();
    },
    spend: async (account: string, milliseconds: number) => {
      const drawing = render(`${account} before`, account);
      await settle();
      now += milliseconds;
      ends.get(`${account} before`)?.();
      await drawing;
    },
  };
}

describe('slots for rendering', () => {
  test('go to the account that has used the least time, and a rendering of an account with more is cancelled', async () => {
    const { begun: started, draw, end, settle, spend } = startScheduler();
    for (const account of ['a', 'b', 'c', 'd']) await spend(account, SECOND);
    started.length = 0;
    const attacks = ['a', 'b', 'c', 'd'].flatMap((account) => [1, 2, 3].map((n) => draw(`${account}${n}`, account)));
    await settle();
    expect(started).toHaveLength(2);
    const honest = draw('ann');
    await end('a1');
    expect(started.at(-1)).toBe('ann');
    await end('ann');
    expect(await honest).toBe('ann');
    for (let at = 0; at < started.length; at++) await end(started[at] as string);
    const outcomes = await Promise.all(attacks);
    expect(outcomes.filter((name) => name === 'QueueFullError')).toHaveLength(1);
  });

  test.each([
    ['an account', 4, (n: number) => ['eve', `network ${n}`]],
    ['a subscriber', 6, (n: number) => [`account ${n}`, 'one']],
  ] as const)('%s has %i at once', async (_, share, who) => {
    const { begun: started, draw, end } = startScheduler();
    const all = Array.from({ length: share + 1 }, (_, n) => draw(`${n}`, ...(who(n) as [string, string])));
    expect(await all.at(-1)).toBe('QueueFullError');
    for (let at = 0; at < started.length; at++) await end(started[at] as string);
    expect((await Promise.all(all)).filter((name) => name === 'QueueFullError')).toHaveLength(1);
  });

  test('are refused to an account whose time is used up, until ten minutes have passed', async () => {
    const { draw, end, pass, settle, spend } = startScheduler();
    await spend('eve', 30 * SECOND);
    expect(await draw('eve again', 'eve', 'elsewhere')).toBe('QueueFullError');
    pass(10 * MINUTE);
    const again = draw('eve again', 'eve');
    await settle();
    await end('eve again');
    expect(await again).toBe('eve again');
  });
});

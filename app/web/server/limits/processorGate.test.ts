import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createProcessorShare } from './processorGate.server';

/** Creates a share with two clocks that the test advances: real time, and the working time of the event loop. */
function world(budget = 1_000, window = 10_000) {
  const time = { wall: 0, work: 0 };
  const share = createProcessorShare({ budget, window, worked: () => time.work, now: () => time.wall });
  const pass = (wall: number, work: number) => {
    time.wall += wall;
    time.work += work;
  };
  return { share, pass };
}

test('work while only one holder has requests is charged to it, and its wait ends when the charge has drained', () => {
  const { share, pass } = world();
  const running = share.begin('hungry');
  pass(1_500, 1_500);
  share.end(running);
  expect([share.waitOf('hungry'), share.waitOf('another')]).toEqual([5, 0]);
  pass(4_999, 0);
  expect(share.waitOf('hungry')).toBe(1);
  pass(1, 0);
  expect(share.waitOf('hungry')).toBe(0);
});

test('a holder is charged nothing while the loop is idle or none of its requests is running', () => {
  const { share, pass } = world();
  const running = share.begin('patient');
  pass(60_000, 0);
  share.end(running);
  pass(5_000, 5_000);
  expect(share.waitOf('patient')).toBe(0);
});

test('work that another process charges counts as if it were done here', () => {
  const { share, pass } = world();
  share.charge('hungry', 1_500);
  expect(share.waitOf('hungry')).toBe(5);
  pass(5_000, 0);
  expect(share.waitOf('hungry')).toBe(0);
});

test('a holder with many simultaneous requests pays for most of the time, another for its part', () => {
  const { share, pass } = world();
  const many = Array.from({ length: 9 }, () => share.begin('hungry'));
  const one = share.begin('honest');
  pass(5_000, 5_000);
  for (const each of [...many, one]) share.end(each);
  expect(share.waitOf('hungry')).toBe(35);
  expect(share.waitOf('honest')).toBe(0);
});

test('the charges of all holders add up to the work while any request was running', () => {
  const steps = fc.array(
    fc.record({ what: fc.constantFrom('begin', 'end', 'pass'), who: fc.nat(3), ms: fc.nat(100) }),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(steps, (done) => {
      // The window is so long that no charge expires, and the budget is nearly zero, so the wait equals the used time.
      const { share, pass } = world(1, 1_000);
      const open: ReturnType<typeof share.begin>[] = [];
      let work = 0;
      for (const { what, who, ms } of done) {
        if (what === 'begin') open.push(share.begin(String(who)));
        else if (what === 'end') open.splice(0, 1).forEach(share.end);
        else {
          pass(0, ms);
          if (open.length > 0) work += ms;
        }
      }
      open.forEach(share.end);
      const taken = ['0', '1', '2', '3'].map((who) => share.waitOf(who)).reduce((sum, wait) => sum + wait, 0);
      // Each holder has one free millisecond, and each wait is rounded up by at most one millisecond of this window.
      expect(Math.abs(taken - work)).toBeLessThanOrEqual(8);
    }),
  );
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rounded } from '../../scripts/bench/engines';
import { type Costs, type Scenario, simulate } from '../../scripts/bench/laneModel';
import { capacities, HERE, validation } from '../../scripts/bench/lanes';
import { kept } from '../../scripts/bench/measured';

/* The model of `npm run bench lanes`, and the page that tells what it says. */

const work = (process: number, server: number, takes: number) => ({ process, server, takes, trips: 0 });
const NONE = work(0, 0, 0);
const COSTS: Costs = { transaction: work(1, 1, 4), before: NONE, inTurn: work(0.5, 0.5, 1), proof: work(2, 1, 3) };
/** With a server that nobody waits for. */
const ONE: Scenario = { ...HERE, shared: null, server: 100, atOnce: 1 };

test('acts one after another take what they cost, and what waits shares a transaction of thirty', () => {
  const alone = simulate(COSTS, ONE);
  expect(alone.perSecond).toBeCloseTo(1000 / 5, 0);
  expect([alone.p50, alone.shared]).toEqual([5, 1]);
  const many = simulate(COSTS, { ...ONE, atOnce: 60 });
  expect(many.shared).toBeCloseTo(30, 0);
  expect(many.perSecond).toBeCloseTo((30 / (4 + 30 * 1)) * 1000, -2);
  expect(many.busy.turns).toBeCloseTo(1, 2);
});

test('processes that take turns prove what others left, lanes write beside each other, and accounts that all meet at undo that', () => {
  const of = (more: Partial<Scenario>) => simulate(COSTS, { ...ONE, atOnce: 240, ...more }, 10).perSecond;
  const [one, four] = [of({}), of({ processes: 4 })];
  expect(four).toBeLessThan(one / 2);
  const lanes = { processes: 4, lanes: 4 };
  expect(of({ ...lanes, isOwned: true })).toBeGreaterThan(3.5 * one);
  expect(of(lanes)).toBeLessThan(of({ ...lanes, isOwned: true }) / 2);
  expect(of({ ...lanes, isOwned: true, isHotSplit: false })).toBeLessThan(1.2 * one);
  expect(of({ ...lanes, isOwned: true, crossing: 0.5 })).toBeLessThan(of({ ...lanes, isOwned: true }));
});

test('the page about scaling tells what the model says of what was measured', () => {
  const page = readFileSync('docs/scaling.md', 'utf8');
  const rows = Array.from(page.matchAll(/^\| (.+?) +\| (.+) \|$/gm), ([, name = '', cells = '']) => [
    name,
    cells.split('|').map((cell) => cell.trim()),
  ]);
  const told = Object.fromEntries(rows);
  for (const { name, found } of capacities(kept()))
    expect([name, told[name]]).toEqual([name, found.map(({ perSecond }) => String(rounded(perSecond)))]);
  for (const { run, model, error } of validation(kept())) {
    const name = `${run.processes}, ${run.atOnce} at once`;
    const figures = [run.perSecond, model.perSecond].map((each) => String(rounded(each)));
    expect([name, told[name]]).toEqual([name, [...figures, `${Math.round(error * 100)}%`]]);
  }
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import budgets from '../../budgets.json';
import scriptBudgets from '../../scriptBudgets.json';
import { weigh } from '../support/pages/pageWeight';
import { browserRoutes, scriptWeights } from '../support/pages/scriptWeight';
import { Installation } from '../support/servers/installation';

const installation = new Installation({ DEMONSTRATION: '0' });

beforeAll(() => installation.start());
afterAll(() => installation.remove());

test.each(Object.entries(budgets))('%s stays within what it may weigh', async (path, budget) => {
  const { bytes, requests, scripts, ...parts } = await weigh(installation.origin, path);
  expect(bytes, JSON.stringify(parts)).toBeLessThanOrEqual(budget.bytes);
  expect(requests).toBeLessThanOrEqual(budget.requests);
  expect(scripts).toBeLessThanOrEqual(2048);
});

test('signed-in pages stay within the scripts they may need, and each has a budget', async () => {
  const weights = await scriptWeights();
  expect(Object.keys(weights).sort()).toEqual(Object.keys(scriptBudgets).sort());
  const budget = new Map(Object.entries(scriptBudgets));
  const over = Object.entries(weights).filter(([path, bytes]) => bytes > (budget.get(path) ?? 0));
  expect(over).toEqual([]);
});

test('a browser’s list of routes has pages with React and what forms are posted to, no calls and no pages without React', async () => {
  const listed = await browserRoutes();
  const missing = ['investor/dashboard', 'admin/users/user', 'auth/login', 'public/notFound', 'public/theme'];
  expect(missing.filter((route) => !listed.includes(`routes/${route}`))).toEqual([]);
  expect(
    listed.filter((id) => /^routes\/api\/|^routes\/public\/(landing|policy|forex|apiDocs|layout)$/.test(id)),
  ).toEqual([]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import budgets from '../../budgets.json';
import { Installation } from '../support/installation';
import { weigh } from '../support/pageWeight';

const installation = new Installation({ DEMONSTRATION: '0' });

beforeAll(() => installation.start());
afterAll(() => installation.remove());

test.each(Object.entries(budgets))('%s stays within what it may weigh', async (path, budget) => {
  const { bytes, requests, scripts, ...parts } = await weigh(installation.origin, path);
  expect(bytes, JSON.stringify(parts)).toBeLessThanOrEqual(budget.bytes);
  expect(requests).toBeLessThanOrEqual(budget.requests);
  expect(scripts).toBeLessThanOrEqual(2048);
});

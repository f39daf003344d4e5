import { expect, test } from 'vitest';
import { useDatabase } from '../../support/database';
import { keyFor, v1 } from '../../support/pages/v1';
import { makeUser } from '../../support/people/people';
import { statementsOf } from '../../support/statements';
import { makeTrader } from '../../support/trading/copies';

useDatabase();

const usd = (value: string) => ({ value, currency: 'USD' });

test('the account with its balances is read by few statements', async () => {
  const user = await makeUser({ pdtUnlocked: true }, { dollars: 20_000 });
  const key = await keyFor(user);
  const post = (path: string, body: object) => v1('POST', path, { key, body, headers: { 'Idempotency-Key': path } });
  expect((await post('copies', { trader: await makeTrader(), amount: usd('1500.00') })).status).toBe(200);
  expect((await post('trading/put-in', { amount: usd('500.00') })).status).toBe(200);
  await v1('GET', 'account', { key });
  const { run } = await statementsOf(() => v1('GET', 'account', { key }));
  expect(run).toBeLessThanOrEqual(8);
});

import { expect, test } from 'vitest';
import { cancelDeposit } from '~/features/money/wallet/deposits/decideDeposit.server';
import { submitDeposit } from '~/features/money/wallet/deposits/submitDeposit.server';
import { cancelWithdrawal } from '~/features/money/wallet/withdrawals/decideWithdrawal.server';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { DAY } from '~/platform/clock';
import { write } from '~/platform/db/index.server';
import { createInvestorActor } from '~/platform/states';
import { clock, useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { must } from '../../support/must';
import { makeUser } from '../../support/people/people';

useDatabase();

const WALLET = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';

test('one account has a maximum of deposits in the queue; a cancelled one makes room', async () => {
  testEnv({ LIMITS: 'openRequestsPerAccount=3' });
  const [eve, ann] = [await makeUser(), await makeUser()];
  const submit = (user: typeof eve) =>
    write((tx) => submitDeposit(tx, user, { method: 'BTC', amount: 1_000_00n, proof: null }));
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    const sent = await submit(eve);
    if (sent.ok) ids.push(sent.value.id);
  }
  expect(ids).toHaveLength(3);
  expect(await submit(eve)).toMatchObject({
    ok: false,
    error: { message: 'You have 3 deposits waiting for a decision. Please wait for it, or cancel one.' },
  });
  expect((await submit(ann)).ok).toBe(true);
  await write((tx) => cancelDeposit(tx, createInvestorActor(eve.id), ids[0] ?? ''));
  expect((await submit(eve)).ok).toBe(true);
});

test('one account has a maximum of withdrawals in the queue, and no more is held', async () => {
  testEnv({ LIMITS: 'openRequestsPerAccount=2' });
  const eve = await makeUser({}, { dollars: 10_000 });
  const ask = () => write((tx) => requestWithdrawal(tx, eve, { method: 'BTC', amount: 100_00n, wallet: WALLET }));
  expect([(await ask()).ok, (await ask()).ok]).toEqual([true, true]);
  expect(await ask()).toMatchObject({ ok: false, error: { code: 'too-many-open' } });
});

test('one account can’t send endless mails about withdrawals by cancelling and requesting again', async () => {
  testEnv({ LIMITS: 'openRequestsPerAccount=2' });
  const eve = await makeUser({}, { dollars: 10_000 });
  const ask = () => write((tx) => requestWithdrawal(tx, eve, { method: 'BTC', amount: 100_00n, wallet: WALLET }));
  for (let n = 0; n < 6; n += 1) {
    const request = must(await ask());
    await write((tx) => cancelWithdrawal(tx, createInvestorActor(eve.id), request.id));
  }
  expect(await ask()).toMatchObject({ ok: false, error: { code: 'too-many-today' } });
  clock.advance(DAY);
  expect((await ask()).ok).toBe(true);
});

import { expect, test } from 'vitest';
import { investmentDecisions } from '~/features/money/plans/endInvestmentEarly.server';
import { balancesOf } from '~/ledger/reading/statement.server';
import { read } from '~/platform/db/index.server';
import { done, refuse } from '~/platform/result';
import { decide, decisionKeys } from '~/routes/admin/decide.server';
import { useDatabase } from '../../support/database';
import { formOf } from '../../support/pages/files';
import { agreed } from '../../support/pages/previews';
import { superadmin } from '../../support/people/people';
import { findings, stateOf, withGold } from './plans.fixtures';

useDatabase();

const queue = investmentDecisions('/admin/users/ann/plans');

test('an administrator ends a running plan from its row, with a reason and a second factor, once', async () => {
  const { user, admin, id } = await withGold();
  const by = admin.id ?? '';
  const keyNow = () => decisionKeys(queue, 'running', superadmin(by)).end ?? '';
  const send = async (fields: Record<string, string>, isThere = true) => {
    const all = { id, _intent: 'end', _key: keyNow(), ...fields };
    const confirm = async () => (isThere ? done(null) : refuse('otp', 'Type the code', 'otp'));
    return await agreed((more) =>
      decide(queue, formOf({ ...all, ...more }), by, { show: 'waiting', page: 1 }, confirm),
    );
  };
  const reason = 'Asked for by the client';
  expect(await send({})).toMatchObject({ init: { status: 400 } });
  expect(await send({ reason }, false)).toMatchObject({ data: { confirm: true }, init: { status: 403 } });
  expect(await stateOf(id)).toBe('running');

  const ended = (await send({ reason })) as Response;
  expect([ended.status, ended.headers.get('Location')]).toEqual([303, queue.path]);
  expect(await stateOf(id)).toBe('ended');
  expect(await balancesOf(read(), user.id)).toMatchObject({ available: 6_000_00n, principal: 0n });
  expect(decisionKeys(queue, 'ended', superadmin(by))).toEqual({});
  expect(await send({ reason })).toMatchObject({ init: { status: 400 } });
  expect(await findings()).toEqual([]);
});

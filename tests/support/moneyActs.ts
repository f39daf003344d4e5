/** JSON calls that move money: `npm run bench acts` measures them, and a test counts their statements. */

import { serveCall } from '~/api/serveCall.server';
import { putIntoTrading } from '~/features/copying/liveTrading/moneyInTrading.server';
import { createTrader } from '~/features/copying/traders/createTrader.server';
import { write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { createAdminActor } from '~/platform/states';
import { startSession } from '~/signIns/session.server';
import { must } from './must';
import { makeAdmin, makeUser } from './people/people';
import { leaveInReserve } from './people/reserve';

/** Successful calls in order, by name. */
export type MoneyActs = Record<string, () => Promise<void>>;

const DOLLARS = 100_000_000;

/** Creates an investor with money, a trader to copy and an administrator, who are signed in. */
export async function moneyActs(): Promise<MoneyActs> {
  const admin = await makeAdmin();
  const investor = await makeUser({ pdtUnlocked: true }, { dollars: DOLLARS });
  await leaveInReserve(1_000_000_000_00n);
  const form = { winRate: '60%', avgReturn: '4%', followers: '10', rrRatio: '1:2', nationality: 'Malta' };
  const trader = must(
    await write((tx) =>
      createTrader(tx, createAdminActor(admin.id), {
        ...form,
        firstname: 'Mia',
        lastname: 'Stone',
        minimumcapital: 100_00n,
      }),
    ),
  );
  must(await write((tx) => putIntoTrading(tx, investor, 1_000_000_00n)));
  const tokens = {
    admin: (await write((tx) => startSession(tx, { kind: 'api', subjectId: admin.id, forAdmin: true }))).secret,
    investor: (await write((tx) => startSession(tx, { kind: 'api', subjectId: investor.id }))).secret,
  };

  async function call(who: keyof typeof tokens, name: string, input?: Record<string, unknown>): Promise<void> {
    const headers = {
      'Content-Type': 'application/json',
      'x-access-token': tokens[who],
      ...(input && { 'Idempotency-Key': newId() }),
    };
    const sent = input ? { method: 'POST', headers, body: JSON.stringify(input) } : { headers };
    const request = new Request(`http://mirrorbook.test/api/${name}`, sent);
    const context = { address: '192.0.2.1', requestId: newId(), setOutcome: () => {} };
    const args = { request, params: {}, context } as unknown as Parameters<typeof serveCall>[0];
    const answer = await serveCall(args);
    const body = await answer.json();
    if (answer.status !== 200 || !['ok', 200].includes(body.status))
      throw new Error(`${name}: ${JSON.stringify(body)}`);
  }

  /** Amount in cents. Each call uses another amount, so that no call is mistaken for a repetition. */
  let cents = 100_000;
  const amount = () => {
    cents += 1;
    return cents / 100;
  };
  return {
    'deposit credited': () => call('admin', 'fundwallet', { amount: amount(), email: investor.email, reason: 'Bench' }),
    'deposit told': () => call('investor', 'sendproof', { amount: amount(), method: 'BTC' }),
    'withdrawal asked': () =>
      call('investor', 'withdraw', {
        wallet: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
        WithdrawAmount: amount(),
        method: 'BTC',
      }),
    'plan opened': () => call('investor', 'invest', { plan: 'starter', amount: 500 }),
    'copy started': () => call('investor', 'copytrade', { trader: trader.id, amount: 200 }),
    'copy stopped': () => call('investor', 'stopcopytrade', { trader: trader.id }),
    'own order': () => call('investor', 'orders', { symbol: 'BTCUSD', side: 'buy', size: '0.001', type: 'market' }),
    'balance debited': () => call('admin', 'debitwallet', { amount: amount(), email: investor.email, reason: 'Bench' }),
    getData: () => call('investor', 'getData'),
  };
}

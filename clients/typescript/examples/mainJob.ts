// From a sign-up to a withdrawal, as the OpenAPI document tells it. Run with ORIGIN, EMAIL, PASSWORD and WALLET set.
import { createInterface } from 'node:readline/promises';
import { answerOf, mirrorbook, once } from 'mirrorbook-client';

const { ORIGIN = '', EMAIL = '', PASSWORD = '', WALLET = '' } = process.env;
const asking = createInterface({ input: process.stdin, output: process.stdout });
const usd = (value: string) => ({ value, currency: 'USD' as const });

// An account and a key.
const anyone = mirrorbook(ORIGIN);
await answerOf(
  anyone.POST('/sign-ups', { body: { firstName: 'Ann', lastName: 'Moss', email: EMAIL, password: PASSWORD } }),
);
await asking.question('Open the link in the mail, then press Enter. ');
const { key } = await answerOf(
  anyone.POST('/keys', {
    body: {
      email: EMAIL,
      password: PASSWORD,
      name: 'Main job',
      scopes: ['read', 'trade', 'copy', 'deposit', 'account', 'withdraw'],
      wallets: [WALLET],
    },
  }),
);
const api = mirrorbook(ORIGIN, { key });
await answerOf(api.POST('/account/profile', { body: { country: 'Malta' } }));

// Money: a deposit that management approves, and the practice money of paper mode, which also unlocks own trading.
const methods = await answerOf(api.GET('/deposit-methods'));
const method = methods.data[0]?.code ?? '';
const quote = await answerOf(api.GET('/deposit-quotes', { params: { query: { method, value: '5000.00' } } }));
const deposit = await answerOf(
  api.POST('/deposits', {
    params: { header: once() },
    body: { method, amount: usd('5000.00'), ...(quote.quote && { quote: quote.quote }) },
  }),
);
await asking.question(`Have the deposit ${deposit.id} approved, then press Enter. `);
const { state } = await answerOf(api.GET('/deposits/{id}', { params: { path: deposit } }));
await answerOf(api.POST('/practice-money', { params: { header: once() } }));

// A copy: started, topped up, and in part taken out.
const traders = await answerOf(api.GET('/traders', { params: { query: { limit: 100 } } }));
const trader = traders.data.find((each) => each.state === 'open' && Number(each.minimum.value) <= 1000)?.id ?? '';
const copy = await answerOf(
  api.POST('/copies', { params: { header: once() }, body: { trader, amount: usd('1500.00') } }),
);
const path = { id: copy.id };
await answerOf(api.POST('/copies/{id}/top-up', { params: { path, header: once() }, body: { amount: usd('200.00') } }));
const takenOut = await answerOf(
  api.POST('/copies/{id}/take-out', { params: { path, header: once() }, body: { amount: usd('100.00') } }),
);

// An order of one's own.
await answerOf(api.POST('/trading/put-in', { params: { header: once() }, body: { amount: usd('1000.00') } }));
const order = await answerOf(
  api.POST('/trading/orders', {
    params: { header: once() },
    body: { symbol: 'BTCUSD', side: 'buy', size: '0.001', type: 'market' },
  }),
);
const { positions } = await answerOf(api.GET('/trading'));
const symbol = positions[0]?.symbol ?? '';
const closed = await answerOf(
  api.POST('/trading/positions/{symbol}/close', {
    params: { path: { symbol }, header: once() },
    body: { size: '0.0004' },
  }),
);

// A plan, on the terms that were read.
const plans = await answerOf(api.GET('/plans'));
const plan = plans.data[0];
if (!plan) throw new Error('No plan is on sale');
const investment = await answerOf(
  api.POST('/investments', {
    params: { header: once() },
    body: { plan: plan.id, amount: plan.minimum, terms: plan.terms },
  }),
);

// A withdrawal to an address that the key lists.
const costs = await answerOf(api.GET('/withdrawal-quotes', { params: { query: { method: 'BTC', value: '200.00' } } }));
const withdrawal = await answerOf(
  api.POST('/withdrawals', {
    params: { header: once() },
    body: { method: 'BTC', amount: costs.amount, wallet: WALLET, fee: costs.fee },
  }),
);

// What came of it.
const copies = await answerOf(api.GET('/copies'));
const compared = await answerOf(api.GET('/copies/{id}/trades', { params: { path } }));
const statement = await answerOf(api.GET('/statement'));
const { balances } = await answerOf(api.GET('/account'));
const refused = await api.GET('/copies/{id}', { params: { path: deposit } });
asking.close();
// biome-ignore lint/suspicious/noConsole: it says what came of it
console.log(
  JSON.stringify({
    deposit: state,
    copies: copies.data.map(({ trader: copied, capital }) => ({ trader: copied.id === trader, capital })),
    takenOut,
    compared: compared.data.length,
    closed: closed.filled?.size,
    filled: order.filled?.size,
    positions: positions.map(({ symbol, size }) => ({ symbol, size })),
    investment: investment.id,
    withdrawal: withdrawal.id,
    held: balances.held,
    kinds: statement.transactions.map(({ kind }) => kind),
    closing: statement.closing,
    booked: balances.booked,
    problem: refused.error?.code,
  }),
);

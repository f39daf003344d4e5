// Example from sign-up to withdrawal. Set ORIGIN, EMAIL, PASSWORD and WALLET.
import { createInterface } from 'node:readline/promises';
import { mirrorbook, unwrap, withIdempotencyKey } from 'mirrorbook-client';

const { ORIGIN = '', EMAIL = '', PASSWORD = '', WALLET = '' } = process.env;
const prompt = createInterface({ input: process.stdin, output: process.stdout });
const usd = (value: string) => ({ value, currency: 'USD' as const });

// Create an account and an API key.
const publicApi = mirrorbook(ORIGIN);
await unwrap(
  publicApi.POST('/sign-ups', { body: { firstName: 'Ann', lastName: 'Moss', email: EMAIL, password: PASSWORD } }),
);
await prompt.question('Open the link in the mail, then press Enter. ');
const { key } = await unwrap(
  publicApi.POST('/keys', {
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
await unwrap(api.POST('/account/profile', { body: { country: 'Malta' } }));

// Report a deposit, which an administrator approves, and take the practice money of paper mode, which also unlocks live trading.
const methods = await unwrap(api.GET('/deposit-methods'));
const method = methods.data[0]?.code ?? '';
const quote = await unwrap(api.GET('/deposit-quotes', { params: { query: { method, value: '5000.00' } } }));
const deposit = await unwrap(
  api.POST('/deposits', {
    params: { header: withIdempotencyKey() },
    body: { method, amount: usd('5000.00'), ...(quote.quote && { quote: quote.quote }) },
  }),
);
await prompt.question(`Have the deposit ${deposit.id} approved, then press Enter. `);
const { state } = await unwrap(api.GET('/deposits/{id}', { params: { path: deposit } }));
await unwrap(api.POST('/practice-money', { params: { header: withIdempotencyKey() } }));

// Start a copy, top it up, and take out a part.
const traders = await unwrap(api.GET('/traders', { params: { query: { limit: 100 } } }));
const trader = traders.data.find((each) => each.state === 'open' && Number(each.minimum.value) <= 1000)?.id ?? '';
const copy = await unwrap(
  api.POST('/copies', { params: { header: withIdempotencyKey() }, body: { trader, amount: usd('1500.00') } }),
);
const path = { id: copy.id };
await unwrap(
  api.POST('/copies/{id}/top-up', { params: { path, header: withIdempotencyKey() }, body: { amount: usd('200.00') } }),
);
const takenOut = await unwrap(
  api.POST('/copies/{id}/take-out', {
    params: { path, header: withIdempotencyKey() },
    body: { amount: usd('100.00') },
  }),
);

// Place an order, and close a part of the position.
await unwrap(
  api.POST('/trading/put-in', { params: { header: withIdempotencyKey() }, body: { amount: usd('1000.00') } }),
);
const order = await unwrap(
  api.POST('/trading/orders', {
    params: { header: withIdempotencyKey() },
    body: { symbol: 'BTCUSD', side: 'buy', size: '0.001', type: 'market' },
  }),
);
const { positions } = await unwrap(api.GET('/trading'));
const symbol = positions[0]?.symbol ?? '';
const closed = await unwrap(
  api.POST('/trading/positions/{symbol}/close', {
    params: { path: { symbol }, header: withIdempotencyKey() },
    body: { size: '0.0004' },
  }),
);

// Invest in a plan on its current terms.
const plans = await unwrap(api.GET('/plans'));
const plan = plans.data[0];
if (!plan) throw new Error('No plan is on sale');
const investment = await unwrap(
  api.POST('/investments', {
    params: { header: withIdempotencyKey() },
    body: { plan: plan.id, amount: plan.minimum, terms: plan.terms },
  }),
);

// Withdraw to an address that the key permits.
const costs = await unwrap(api.GET('/withdrawal-quotes', { params: { query: { method: 'BTC', value: '200.00' } } }));
const withdrawal = await unwrap(
  api.POST('/withdrawals', {
    params: { header: withIdempotencyKey() },
    body: { method: 'BTC', amount: costs.amount, wallet: WALLET, fee: costs.fee },
  }),
);

// Read the results.
const copies = await unwrap(api.GET('/copies'));
const compared = await unwrap(api.GET('/copies/{id}/trades', { params: { path } }));
const statement = await unwrap(api.GET('/statement'));
const { balances } = await unwrap(api.GET('/account'));
const refused = await api.GET('/copies/{id}', { params: { path: deposit } });
prompt.close();
// biome-ignore lint/suspicious/noConsole: prints the results
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

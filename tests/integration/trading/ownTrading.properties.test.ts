import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { ownTradingJobs } from '~/features/copying/liveTrading/jobs.server';
import { putIntoTrading, withdrawFromTrading } from '~/features/copying/liveTrading/moneyInTrading.server';
import { closeOwnPosition, giveOrder } from '~/features/copying/liveTrading/ownOrders.server';
import { trading } from '~/ledger/chartOfAccounts';
import { balance, readBalances } from '~/ledger/reading/statement.server';
import { HOUR, MINUTE, SECOND } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { prepareInstallation } from '~/platform/installation/index.server';
import type { User } from '~/signIns/session.server';
import { foldOrders } from '~/trading/accounts/account';
import { findSavedAccount } from '~/trading/accounts/accounts.server';
import { abs, ceilDiv, floorDiv, UNITS_PER_CENT } from '~/trading/numbers';
import { findOrders } from '~/trading/orders/orders.server';
import { clock, useDatabase } from '../../support/database';
import { cases } from '../../support/depth';
import { makeUser } from '../../support/people/people';
import { clean, runAll } from '../../support/trading/copies';

useDatabase();
beforeEach(() => prepareInstallation());

/** Total money of the user, cents. */
const WEALTH = 20_000_00n;
/** Bitcoin is always open and held without leverage, so that no night costs; a price has two decimals. */
const SYMBOL = 'BTCUSD';

/** Model of own trading in bitcoin: a position with a cost, and results rounded down to 10^-8 dollars, then to cents. */
function modelOf(fills: readonly { size: bigint; price: bigint }[]): { held: bigint; realised: bigint } {
  const toCents = (sum: bigint) => floorDiv(sum, UNITS_PER_CENT);
  let [held, cost, sum, realised] = [0n, 0n, 0n, 0n];
  const takeOff = (closed: bigint, price: bigint) => {
    const part = ceilDiv(cost * abs(closed), abs(held));
    // A price has two decimals.
    sum += floorDiv(closed * price - part, 100n);
    held -= closed;
    cost -= part;
    if (held !== 0n) return;
    realised += toCents(sum);
    sum = 0n;
  };
  for (const { size, price } of fills) {
    const against = held !== 0n && held > 0n !== size > 0n;
    const max = held > 0n ? held : -held;
    const closing = against ? (size > 0n ? size : -size) : 0n;
    const closed = (closing < max ? closing : max) * (held > 0n ? 1n : -1n);
    if (against) takeOff(closed, price);
    const opens = against ? size + closed : size;
    held += opens;
    cost += opens * price;
  }
  return { held, realised: realised + toCents(sum) };
}

const text = (hundredths: bigint) => `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom('buy' as const, 'sell' as const), fc.bigInt({ min: 1n, max: 12n }))
      .map(([side, size]) => ({
        name: `${side} ${text(size)}`,
        run: (user: User) =>
          write((tx) => giveOrder(tx, user, { symbol: SYMBOL, side, size: text(size), type: 'market' })),
      })),
  },
  fc.bigInt({ min: 1n, max: 5n }).map((size) => ({
    name: `close ${text(size)}`,
    run: (user: User) => write((tx) => closeOwnPosition(tx, user, { symbol: SYMBOL, size: text(size) })),
  })),
  fc.bigInt({ min: 1n, max: 9_000_00n }).chain((amount) =>
    fc.constantFrom(putIntoTrading, withdrawFromTrading).map((use) => ({
      name: `${use.name} ${amount}`,
      run: (user: User) => write((tx) => use(tx, user, amount)),
    })),
  ),
  fc.integer({ min: 1, max: 4_000 }).map((seconds) => ({
    name: `${seconds} seconds pass, and the jobs run`,
    run: async () => {
      clock.advance(seconds * SECOND);
      for (const { run } of ownTradingJobs) await runAll(run);
    },
  })),
  fc.constant({
    name: 'the clock is set back an hour and right again',
    run: async (user: User) => {
      clock.advance(-HOUR);
      await write((tx) => giveOrder(tx, user, { symbol: SYMBOL, side: 'buy', size: '0.01', type: 'market' }));
      clock.advance(HOUR);
    },
  }),
);

test('for any orders, deposits and reductions, own trading equals a simple model, in the ledger to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      const user = await makeUser({ pdtUnlocked: true }, { dollars: Number(WEALTH / 100n) });
      await write((tx) => putIntoTrading(tx, user, 8_000_00n));
      for (const { run } of steps) {
        await run(user);
        clock.advance(MINUTE);
        const log = await findOrders(read(), user.id);
        const { held, realised } = modelOf(log.filter(({ size }) => size !== 0n));
        const account = (await findSavedAccount(read(), user.id))?.account;
        expect(account?.positions[SYMBOL]?.size ?? 0n).toBe(held);
        expect(foldOrders(log)).toEqual(account);
        const { available } = await readBalances(read(), user.id);
        const inTrading = await balance(read(), trading(user.id).code);
        const { cash, deficit } = account?.balance ?? { cash: 0n, deficit: 0n };
        expect(cash).toBe(inTrading);
        const forgiven = account?.forgiven ?? 0n;
        expect(available + inTrading).toBe(WEALTH + realised + deficit + forgiven);
      }
    }),
    { numRuns: cases(10) },
  );
  await clean();
});

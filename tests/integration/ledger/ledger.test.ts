// On both engines: isolation, locks between processes and races for money.
import { type ChildProcess, fork } from 'node:child_process';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { onPostgres } from '#drizzle/columns';
import { account, promise } from '#drizzle/schema';
import { availableAccount, custody, heldAccount, reserve } from '~/ledger/chartOfAccounts';
import { getStripe } from '~/ledger/posting/accounts.server';
import { makePromise, payPromises, placeHold, releasePromise, resolveHold } from '~/ledger/posting/holds.server';
import { type JournalEntry, mustPost, post, postMany } from '~/ledger/posting/post.server';
import { sealNextBatch } from '~/ledger/proof/seal.server';
import { balance, readBalances } from '~/ledger/reading/statement.server';
import { read, write } from '~/platform/db/index.server';
import { getWriteCounts } from '~/platform/db/writeQueue/writeMetrics';
import { env } from '~/platform/env';
import { START, useDatabase } from '../../support/database';
import { compiled } from '../../support/demonstration/compiled';
import { ledgerFindings } from '../../support/people/announcedEntries';
import { leaveInReserve } from '../../support/people/reserve';
import { databaseUrl, payPromise } from './ledger.fixtures';

useDatabase();

const entry = { actor: 'system', effectiveAt: START };

describe('posting', () => {
  test('moves both balances, or neither', async () => {
    const posted = await write((tx) =>
      post(tx, {
        ...entry,
        kind: 'deposit',
        ref: 'd1',
        legs: [{ debit: custody('BTC'), credit: availableAccount('ann'), amount: 12_345n }],
      }),
    );
    expect(posted.ok).toBe(true);
    expect(await balance(read(), 'custody:BTC')).toBe(12_345n);
    expect((await readBalances(read(), 'ann')).funded).toBe(12_345n);

    const short = await write((tx) =>
      post(tx, {
        ...entry,
        kind: 'operator-debit',
        ref: 'x1',
        legs: [
          { debit: availableAccount('ann'), credit: reserve.free, amount: 10_000n },
          { debit: availableAccount('ann'), credit: reserve.free, amount: 2_346n },
        ],
      }),
    );
    expect(short).toEqual({ ok: false, error: { code: 'insufficient', account: 'available:ann', balance: 2_345n } });
    expect((await readBalances(read(), 'ann')).available).toBe(12_345n);
    await sealNextBatch();
    expect(await ledgerFindings()).toEqual([]);
  });

  test('an effect is posted once', async () => {
    const twice = () =>
      write((tx) =>
        post(tx, {
          ...entry,
          kind: 'deposit',
          ref: 'same',
          legs: [{ debit: custody('BTC'), credit: availableAccount('ann'), amount: 100n }],
        }),
      );
    const results = await Promise.all([twice(), twice(), twice()]);
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect(await balance(read(), 'available:ann')).toBe(100n);
  });

  test('the books are append-only', async () => {
    await write((tx) =>
      post(tx, {
        ...entry,
        kind: 'deposit',
        ref: 'd',
        legs: [{ debit: custody('BTC'), credit: availableAccount('ann'), amount: 1n }],
      }),
    );
    await expect(write(async (tx) => await tx.delete((await import('#drizzle/schema')).transfer))).rejects.toThrow();
    await expect(
      write(async (tx) => await tx.update((await import('#drizzle/schema')).journal).set({ reason: sql`'better'` })),
    ).rejects.toThrow();
  });

  test('a throwing part of a transaction rolls back only itself', async () => {
    const deposit = (ref: string, fail: boolean) =>
      write(async (tx) => {
        await post(tx, {
          ...entry,
          kind: 'deposit',
          ref,
          legs: [{ debit: custody('BTC'), credit: availableAccount(ref), amount: 5n }],
        });
        if (fail) throw new Error('after posting');
      });
    const ended = await Promise.allSettled([deposit('a', false), deposit('b', true), deposit('c', false)]);
    expect(ended.map((end) => end.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await balance(read(), 'available:b')).toBe(0n);
    expect(await balance(read(), 'available:c')).toBe(5n);
  });
});

describe('posting many', () => {
  const move = (ref: string, from: string, to: string, amount: bigint): JournalEntry => ({
    ...entry,
    kind: 'correction',
    ref,
    legs: [{ debit: availableAccount(from), credit: availableAccount(to), amount }],
  });
  const deposit: JournalEntry = {
    ...entry,
    kind: 'deposit',
    ref: 'first',
    legs: [{ debit: custody('BTC'), credit: availableAccount('a'), amount: 100n }],
  };
  const accounts = async () =>
    (await read().select().from(account))
      .filter((row) => row.code.startsWith('available:'))
      .map(({ code, debits, credits, version }) => ({ code, debits, credits, version }))
      .sort((a, b) => a.code.localeCompare(b.code));

  test('equals posting one after another', async () => {
    const codes = ['a', 'b', 'c'];
    const batch = fc.array(
      fc
        .tuple(
          fc.constantFrom(...codes),
          fc.constantFrom(...codes),
          fc.bigInt({ min: 1n, max: 70n }),
          fc.nat({ max: 30 }),
        )
        .filter(([from, to]) => from !== to),
      { maxLength: 25 },
    );
    let round = 0;
    await fc.assert(
      fc.asyncProperty(batch, async (moves) => {
        round += 1;
        // Two groups of accounts get the same history: one in batches, one step by step.
        const entries = (family: string) => [
          {
            ...deposit,
            ref: `${family}${round}`,
            legs: [{ ...deposit.legs[0]!, credit: availableAccount(`${family}a`) }],
          },
          ...moves.map(([from, to, amount, ref]) =>
            move(`${family}${round}-${ref}`, `${family}${from}`, `${family}${to}`, amount),
          ),
        ];
        const together = await write((tx) => postMany(tx, entries('batch-')));
        const alone = [];
        for (const one of entries('alone-')) alone.push(await write((tx) => post(tx, one)));
        const shape = (results: Awaited<ReturnType<typeof postMany>>) =>
          results.map((result) =>
            result.ok ? 'posted' : JSON.stringify(result.error, plain).replace('alone-', 'batch-'),
          );
        expect(shape(together)).toEqual(shape(alone));
        const all = await accounts();
        const of = (family: string) =>
          all
            .filter(({ code }) => code.includes(family))
            .map((row) => ({ ...row, code: row.code.replace(family, '') }));
        expect(of('batch-')).toEqual(of('alone-'));
      }),
      { numRuns: 30, seed: 11 },
    );
    while (await sealNextBatch());
    expect(await ledgerFindings()).toEqual([]);
  });

  test('spends to the last cent, and no more', async () => {
    await write((tx) => mustPost(tx, deposit));
    const results = await write((tx) =>
      postMany(tx, [
        move('1', 'a', 'b', 101n),
        move('2', 'a', 'b', 100n),
        move('3', 'a', 'b', 1n),
        move('2', 'b', 'a', 5n),
      ]),
    );
    expect(results).toMatchObject([
      { ok: false, error: { code: 'insufficient', account: 'available:a', balance: 100n } },
      { ok: true },
      { ok: false, error: { code: 'insufficient', account: 'available:a', balance: 0n } },
      { ok: false, error: { code: 'already-posted' } },
    ]);
  });

  test('a refused entry leaves nothing, not even an account', async () => {
    await write((tx) => postMany(tx, [move('1', 'stranger', 'no one', 1n)]));
    expect(await accounts()).toEqual([]);
  });

  test('each entry that was posted before is found, not only the last of its kind', async () => {
    const again = (ref: string) => ({ ...deposit, ref });
    await write((tx) => postMany(tx, [again('1')]));
    const results = await write((tx) => postMany(tx, [again('1'), again('2')]));
    expect(results).toMatchObject([{ ok: false, error: { code: 'already-posted' } }, { ok: true }]);
    expect(await balance(read(), 'available:a')).toBe(200n);
    await expect(write((tx) => mustPost(tx, again('2')))).rejects.toThrow(
      'deposit 2 could not be posted: already-posted',
    );
  });

  test('nothing is moved without legs, or by an amount that is not above zero', async () => {
    const posting = (legs: JournalEntry['legs']) =>
      write((tx) => post(tx, { ...entry, kind: 'correction', ref: 'x', legs }));
    await expect(posting([])).rejects.toThrow(RangeError);
    for (const amount of [0n, -1n]) {
      await expect(posting([{ debit: custody('BTC'), credit: availableAccount('a'), amount }])).rejects.toThrow(
        RangeError,
      );
    }
    await expect(
      posting([{ debit: custody('BTC'), credit: availableAccount('a'), amount: 2n ** 53n }]),
    ).rejects.toThrow();
  });
});

test('users of every stripe are paid from one reserve to its last cent, concurrently, and no more', async () => {
  await leaveInReserve(1_000n);
  const pay = (person: string) =>
    write(
      (tx) =>
        post(tx, {
          ...entry,
          kind: 'rank-bonus',
          ref: person,
          legs: [{ debit: reserve.free, credit: availableAccount(person), amount: 50n }],
        }),
      { users: [person] },
    );
  const people = Array.from({ length: 20 }, (_, at) => `person-${at}`);
  const paid = await Promise.all(people.map(pay));
  expect(paid.filter(({ ok }) => ok)).toHaveLength(20);
  for (const person of people) expect(await readBalances(read(), person)).toMatchObject({ available: 50n });
  expect(await pay('one more')).toEqual({
    ok: false,
    error: { code: 'insufficient', account: reserve.free.code, balance: 0n },
  });
  expect(await balance(read(), reserve.free.code)).toBe(0n);
  const rows = await read().select().from(account).where(eq(account.code, reserve.free.code));
  expect(rows.length > 1).toBe(onPostgres);
  while (await sealNextBatch());
  expect(await ledgerFindings()).toEqual([]);
});

test.runIf(onPostgres)(
  'postings of two stripes, unlike those of one, run side by side until both are committed',
  async () => {
    const people = (stripe: number) =>
      Array.from({ length: 100 }, (_, at) => `p${at}`).filter((person) => getStripe(person) === stripe);
    const [[a1 = '', b2 = '', ofOne = ''], [b1 = '', a2 = '', ofOther = '']] = [people(3), people(5)];
    const credit = (person: string) => ({
      ...entry,
      kind: 'deposit' as const,
      ref: `of ${person}`,
      legs: [{ debit: custody('BTC'), credit: availableAccount(person), amount: 1n }],
    });
    // Creates the rows of both stripes, because otherwise the second posting would be retried.
    await write((tx) => postMany(tx, [credit(ofOne), credit(ofOther)]));
    const { conflicts } = getWriteCounts();
    let bothPosted = () => {};
    const posted = new Promise<void>((resolve) => {
      bothPosted = resolve;
    });
    let under = 0;
    const crossing = (first: string, second: string) =>
      write(
        async (tx) => {
          await mustPost(tx, credit(first));
          under += 1;
          if (under === 2) bothPosted();
          await posted;
          await mustPost(tx, credit(second));
        },
        { users: [first, second] },
      );
    await Promise.all([crossing(a1, a2), crossing(b1, b2)]);
    expect(getWriteCounts().conflicts).toBe(conflicts);
    expect(await balance(read(), 'custody:BTC')).toBe(6n);
  },
);

describe('holds and promises', () => {
  const head = (kind: JournalEntry['kind'], ref: string) => ({ ...entry, kind, ref });
  const hold = (user: string, ref: string, amount = 100n) =>
    write(async (tx) => {
      const legs = [{ debit: custody('BTC'), credit: availableAccount(user), amount }];
      await mustPost(tx, { ...head('deposit', ref), legs });
      const placed = await placeHold(tx, head('withdrawal-requested', ref), { user, amount, purpose: 'test' });
      return placed.ok ? placed.value.holdId : '';
    });
  const release = (holdId: string, user: string, ref: string, amount = 100n) =>
    write((tx) =>
      resolveHold(tx, head('withdrawal-cancelled', ref), {
        holdId,
        outcome: 'released',
        legs: [{ debit: heldAccount(user), credit: availableAccount(user), amount }],
      }),
    );

  test('a hold ends once, as a whole, and out of its own money', async () => {
    const [first] = [await hold('ann', '1'), await hold('ann', '2'), await hold('bob', '3')];
    await expect(release(first, 'ann', 'part', 60n)).rejects.toThrow('not open for 60 cents');
    await expect(release(first, 'bob', 'foreign')).rejects.toThrow('belongs to another owner');
    expect(await release(first, 'ann', 'whole')).toMatchObject({ ok: true });
    await expect(release(first, 'ann', 'twice')).rejects.toThrow('not open');
    expect(await readBalances(read(), 'ann')).toMatchObject({ available: 100n, held: 100n });
    expect(await readBalances(read(), 'bob')).toMatchObject({ available: 0n, held: 100n });
  });

  test('cancel, reject and approve at once: one wins', async () => {
    await hold('ann', 'other');
    const holdId = await hold('ann', '1');
    const ended = await Promise.allSettled(Array.from({ length: 30 }, (_, at) => release(holdId, 'ann', `try-${at}`)));
    expect(ended.filter((end) => end.status === 'fulfilled')).toHaveLength(1);
    expect(await readBalances(read(), 'ann')).toMatchObject({ available: 100n, held: 100n });
  });

  test('a promise pays at most what it owes, however much the reserve has committed to others', async () => {
    const promised = (ref: string) =>
      write((tx) => makePromise(tx, head('plan-return-reserved', ref), { total: 100n, purpose: ref }));
    const one = await promised('1');
    await promised('2');
    const promiseId = one.ok ? one.value.promiseId : '';
    const pay = (ref: string, amount: bigint, of = promiseId) =>
      write((tx) => payPromise(tx, { ...head('plan-accrual', ref), promiseId: of, user: 'ann', amount }));
    expect(await pay('1', 60n)).toMatchObject({ ok: true });
    expect(await pay('1', 40n)).toMatchObject({ ok: false, error: { code: 'already-posted' } });
    await expect(pay('2', 41n)).rejects.toThrow('does not owe 41 cents');
    await expect(pay('3', 1n, 'no such promise')).rejects.toThrow('does not owe');
    expect(await pay('4', 40n)).toMatchObject({ ok: true });
    expect((await readBalances(read(), 'ann')).accrued).toBe(100n);
    expect(await balance(read(), 'reserve:committed')).toBe(100n);
  });

  test('of several payments one that was made before does not change the debt', async () => {
    const made = await write((tx) => makePromise(tx, head('plan-return-reserved', '1'), { total: 100n, purpose: 'x' }));
    const promiseId = made.ok ? made.value.promiseId : '';
    const payment = (ref: string, amount: bigint) => ({
      ...head('plan-accrual', ref),
      promiseId,
      user: 'ann',
      amount,
    });
    await write((tx) => payPromises(tx, [payment('1', 60n)]));
    const results = await write((tx) => payPromises(tx, [payment('1', 60n), payment('2', 30n)]));
    expect(results.map(({ ok }) => ok)).toEqual([false, true]);
    expect(await read().select().from(promise)).toMatchObject([{ paid: 90n, remaining: 10n }]);
    expect((await readBalances(read(), 'ann')).accrued).toBe(90n);
  });

  test('the rest of a promise returns to the free reserve, once', async () => {
    const free = () => balance(read(), 'reserve:free');
    const before = await free();
    const made = await write((tx) => makePromise(tx, head('plan-return-reserved', '1'), { total: 100n, purpose: 'x' }));
    await write((tx) => makePromise(tx, head('plan-return-reserved', '2'), { total: 50n, purpose: 'y' }));
    const id = made.ok ? made.value.promiseId : '';
    const release = (ref: string, of = id) => write((tx) => releasePromise(tx, head('plan-return-released', ref), of));
    await write((tx) => payPromise(tx, { ...head('plan-accrual', '1'), promiseId: id, user: 'ann', amount: 30n }));
    expect(await release('1')).toBe(70n);
    expect((await free()) - before).toBe(-80n);
    const [row] = await read().select().from(promise).where(eq(promise.id, id));
    expect(row).toMatchObject({ paid: 30n, remaining: 0n });
    expect(await release('2')).toBe(0n);
    expect(await release('3', 'no such promise')).toBe(0n);
    expect((await free()) - before).toBe(-80n);
    const other = await read().select().from(promise).where(eq(promise.purpose, 'y'));
    expect(other).toMatchObject([{ remaining: 50n }]);
    await expect(release('1', other[0]?.id)).rejects.toThrow('could not be released: already-posted');
  });

  test('a refused entry reserves and ends nothing', async () => {
    const short = { ok: false, error: { code: 'insufficient', account: 'available:ann', balance: 0n } };
    const expected = { user: 'ann', amount: 100n, purpose: 'test' };
    expect(await write((tx) => placeHold(tx, head('withdrawal-requested', '1'), expected))).toEqual(short);
    const total = (await balance(read(), 'reserve:free')) + 1n;
    const promised = await write((tx) =>
      makePromise(tx, head('plan-return-reserved', '1'), { total, purpose: 'more than there is' }),
    );
    expect(promised).toMatchObject({ ok: false, error: { code: 'insufficient', account: 'reserve:free' } });
    expect(await read().select().from(promise)).toEqual([]);
    const holdId = await hold('ann', '2');
    expect(await release(holdId, 'bob', '1')).toMatchObject({ ok: false, error: { account: 'held:bob' } });
    expect(await release(holdId, 'ann', '1')).toMatchObject({ ok: true });
  });

  test('a hold pays for no other, not even with a part of its amount', async () => {
    const [own] = [await hold('ann', '1'), await hold('bob', '2')];
    const legs = [
      { debit: heldAccount('ann'), credit: availableAccount('ann'), amount: 60n },
      { debit: heldAccount('bob'), credit: availableAccount('ann'), amount: 40n },
    ];
    const ending = write((tx) =>
      resolveHold(tx, head('withdrawal-cancelled', '1'), { holdId: own, outcome: 'released', legs }),
    );
    await expect(ending).rejects.toThrow('belongs to another owner');
    expect(await readBalances(read(), 'bob')).toMatchObject({ held: 100n });
  });
});

test('the event loop is not blocked while a long queue is written', async () => {
  let turns = 0;
  const turning = setInterval(() => {
    turns += 1;
  }, 0);
  await Promise.all(
    Array.from({ length: 1_000 }, (_, at) => {
      const legs = [{ debit: custody('BTC'), credit: availableAccount('ann'), amount: 1n }];
      return write((tx) => post(tx, { ...entry, kind: 'deposit', ref: String(at), legs }));
    }),
  );
  clearInterval(turning);
  expect(turns).toBeGreaterThan(5);
});

test('two processes racing for the same money get it once', async () => {
  const people = Array.from({ length: 5 }, (_, at) => `person-${at}`);
  await write(async (tx) => {
    for (const person of people) {
      const legs = [{ debit: custody('BTC'), credit: availableAccount(person), amount: 500n }];
      await mustPost(tx, { ...entry, kind: 'deposit', ref: person, legs });
    }
  });
  const { DATA_DIR, SEAL_SECRET } = env();
  const shared = { DATA_DIR, SEAL_SECRET };
  const environment = { ...process.env, DATABASE_URL: await databaseUrl(), ...shared, MODE: 'paper' };
  const script = compiled('tests/integration/ledger/ledger.node.ts');
  const nodes = ['one', 'two'].map((name) => {
    return fork(script, [name, '250', ...people], { env: environment });
  });
  const readState = (node: ChildProcess) =>
    new Promise((resolve, reject) => {
      node.once('message', resolve);
      node.once('exit', (code) => reject(new Error(`a process ended with ${code}`)));
    });
  await Promise.all(nodes.map(readState));
  const counted = nodes.map(readState);
  for (const node of nodes) node.send('go');
  const [one, two] = (await Promise.all(counted)) as [number, number];
  expect(one + two).toBe(250);
  for (const person of people) expect(await readBalances(read(), person)).toMatchObject({ available: 0n, held: 500n });
  while (await sealNextBatch());
  expect(await ledgerFindings()).toEqual([]);
});

const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { audit } from '~/ledger/audit.server';
import { available, custody, reserve } from '~/ledger/chart';
import { post } from '~/ledger/post.server';
import { sealSome } from '~/ledger/seal.server';
import { balance, balancesOf } from '~/ledger/statement.server';
import { read, write } from '~/platform/db/index.server';
import { START, useDatabase } from '../support/database';

useDatabase();

const entry = { actor: 'system', effectiveAt: START };

describe('posting', () => {
  test('moves both balances, or neither', async () => {
    const posted = await write((tx) =>
      post(tx, {
        ...entry,
        kind: 'deposit',
        ref: 'd1',
        legs: [{ debit: custody('BTC'), credit: available('ann'), amount: 12_345n }],
      }),
    );
    expect(posted.ok).toBe(true);
    expect(await balance(read(), 'custody:BTC')).toBe(12_345n);
    expect((await balancesOf(read(), 'ann')).funded).toBe(12_345n);

    const short = await write((tx) =>
      post(tx, {
        ...entry,
        kind: 'operator-debit',
        ref: 'x1',
        legs: [
          { debit: available('ann'), credit: reserve.free, amount: 10_000n },
          { debit: available('ann'), credit: reserve.free, amount: 2_346n },
        ],
      }),
    );
    expect(short).toEqual({ ok: false, error: { code: 'insufficient', account: 'available:ann', balance: 2_345n } });
    expect((await balancesOf(read(), 'ann')).available).toBe(12_345n);
    await sealSome();
    expect((await audit()).findings).toEqual([]);
  });

  test('an effect is posted once', async () => {
    const twice = () =>
      write((tx) =>
        post(tx, {
          ...entry,
          kind: 'deposit',
          ref: 'same',
          legs: [{ debit: custody('BTC'), credit: available('ann'), amount: 100n }],
        }),
      );
    const results = await Promise.all([twice(), twice(), twice()]);
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect(await balance(read(), 'available:ann')).toBe(100n);
  });

  test('the books are append only', async () => {
    await write((tx) =>
      post(tx, {
        ...entry,
        kind: 'deposit',
        ref: 'd',
        legs: [{ debit: custody('BTC'), credit: available('ann'), amount: 1n }],
      }),
    );
    await expect(write(async (tx) => await tx.delete((await import('#drizzle/schema')).transfer))).rejects.toThrow();
    await expect(
      write(async (tx) => await tx.update((await import('#drizzle/schema')).journal).set({ reason: sql`'better'` })),
    ).rejects.toThrow();
  });

  test('a piece of work that throws takes only itself back', async () => {
    const deposit = (ref: string, fail: boolean) =>
      write(async (tx) => {
        await post(tx, {
          ...entry,
          kind: 'deposit',
          ref,
          legs: [{ debit: custody('BTC'), credit: available(ref), amount: 5n }],
        });
        if (fail) throw new Error('after posting');
      });
    const ended = await Promise.allSettled([deposit('a', false), deposit('b', true), deposit('c', false)]);
    expect(ended.map((end) => end.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await balance(read(), 'available:b')).toBe(0n);
    expect(await balance(read(), 'available:c')).toBe(5n);
  });
});

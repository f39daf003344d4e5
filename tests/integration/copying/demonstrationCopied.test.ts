import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { and, eq, gt } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { copiedOrder, copy, leaderShare, mail, user } from '#drizzle/schema';
import { checkPassword } from '~/features/auth';
import { ownRecord } from '~/features/beingCopied';
import { beingCopied } from '~/features/beingCopied/queries.server';
import { followSome } from '~/features/copy/jobs.server';
import { giveOrder } from '~/features/liveTrading';
import { ownView } from '~/features/liveTrading/ownView.server';
import { listTraders } from '~/features/traders/list/queries.server';
import { traderProfile } from '~/features/traders/record/profile.server';
import { MINUTE } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { settleInstallation } from '~/platform/installation/index.server';
import { ensureCatalogue } from '~/seed/catalogue.server';
import { ensureDemonstration } from '~/seed/demonstration.server';
import { COPIED_INVESTOR, FRIEND, INVESTOR } from '~/seed/people';
import { positionsOf } from '~/trading/accounts/account';
import { savedAccount } from '~/trading/accounts/accounts.server';
import { clock, useDatabase } from '../../support/database';
import { clean, runAll } from '../../support/trading/copies';
import { expectExplained } from '../../support/trading/explained';

useDatabase({ DEMONSTRATION: 'small' }, async () => {
  await settleInstallation();
  await ensureCatalogue();
});

/** Months of traders and copies, where much else may run. */
const PATIENCE = 300_000;

async function personOf({ email }: { email: string }) {
  const [found] = await read().select().from(user).where(eq(user.email, email));
  return found!;
}

const copiesOf = (traderId: string) => read().select().from(copy).where(eq(copy.traderId, traderId));

const sizeIn = async (id: string, instrument: string): Promise<bigint> => {
  const kept = await savedAccount(read(), id);
  return positionsOf(kept!.account).find((position) => position.id === instrument)?.size ?? 0n;
};

test('an investor of the demonstration has a record, is copied, and their copies follow', {
  timeout: PATIENCE,
}, async () => {
  await ensureDemonstration(() => {});
  const leader = await personOf(COPIED_INVESTOR);
  const { copied } = JSON.parse(readFileSync(join(env().DATA_DIR, 'demonstration.json'), 'utf8'));
  expect(copied.email).toBe(leader.email);
  expect((await checkPassword(copied.password, leader.passwordHash)).fits).toBe(true);
  expect(await read().select().from(mail).where(eq(mail.recipient, leader.email))).toEqual([]);

  const { traders } = await listTraders({ search: '', source: 'investor', page: 1 });
  expect(traders).toMatchObject([{ id: leader.id, firstName: leader.firstName, shareBps: 1_000, status: 'open' }]);
  const profile = await traderProfile(leader.id);
  expect(profile?.trader.record?.days).toBeGreaterThanOrEqual(80);
  expect(Math.abs(profile?.trader.figures.monthlyReturnBps ?? 10_000)).toBeLessThan(1_000);
  expect((await ownRecord(read(), leader.id)).closed).toBeGreaterThanOrEqual(20);
  const kinds = new Set((await ownView(leader.id))?.history.map(({ kind }) => kind));
  expect(kinds).toContain('market');
  expect((await ownView(leader.id))?.positions.map(({ symbol }) => symbol)).toContain('ETH/USD');
  expect((await ownView(leader.id))?.orders).toMatchObject([{ symbol: 'SOL/USD', kind: 'limit' }]);

  const [investor, friend] = [await personOf(INVESTOR), await personOf(FRIEND)];
  const copies = await copiesOf(leader.id);
  expect(new Set(copies.map(({ userId }) => userId))).toEqual(new Set([investor.id, friend.id]));
  for (const { id } of copies) {
    const followed = and(eq(copiedOrder.copyId, id), gt(copiedOrder.leaderOrder, 0));
    expect((await read().select().from(copiedOrder).where(followed)).length).toBeGreaterThan(20);
    expect(await sizeIn(id, 'ETHUSD')).toBeGreaterThan(0n);
  }

  // What the demonstration tells of every copy is what its raw rows make.
  const every = await read().select().from(copy);
  expect(every.length).toBeGreaterThan(copies.length);
  for (const { id, userId } of every) await expectExplained(userId, id);

  const seen = await beingCopied(leader);
  expect(seen.copies.count).toBe(2);
  const shares = await read().select().from(leaderShare).where(eq(leaderShare.leaderUserId, leader.id));
  expect(seen.received).toBe(shares.reduce((sum, { amount }) => sum + amount, 0n));
  const told = JSON.stringify(seen, (_, value) => String(value));
  for (const { id, email, firstName } of [investor, friend]) {
    for (const part of [id, email, firstName]) expect(told).not.toContain(part);
  }
  clock.advance(MINUTE);
  const order = { symbol: 'XRPUSD', side: 'buy', size: '200', type: 'market' } as const;
  expect(await write((tx) => giveOrder(tx, leader, order))).toMatchObject({ ok: true });
  clock.advance(MINUTE);
  await runAll(followSome);
  for (const { id } of copies) expect(await sizeIn(id, 'XRPUSD')).toBeGreaterThan(0n);
  await clean();
});

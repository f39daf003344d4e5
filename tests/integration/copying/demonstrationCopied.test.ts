import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { and, eq, gt } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  copiedOrder,
  copy,
  deposit,
  event,
  kyc,
  leaderShare,
  mail,
  notification,
  statementLine,
  statementMatch,
  statementSource,
  supportMessage,
  user,
  withdrawal,
} from '#drizzle/schema';
import { loadBeingCopied } from '~/features/copying/beingCopied/queries.server';
import { loadOwnRecord } from '~/features/copying/beingCopied/record.server';
import { followNextBatch } from '~/features/copying/copy/jobs.server';
import { giveOrder } from '~/features/copying/liveTrading/ownOrders.server';
import { loadOwnView } from '~/features/copying/liveTrading/ownView.server';
import { listTraders } from '~/features/copying/traders/list/queries.server';
import { loadTraderProfile } from '~/features/copying/traders/record/profile.server';
import { findBreaks } from '~/features/money/reconciliation/breaks.server';
import { loadDaysPage } from '~/features/money/reconciliation/days.server';
import { checkPassword } from '~/features/people/auth/passwords/passwords.server';
import { MINUTE } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { prepareInstallation } from '~/platform/installation/index.server';
import { ensureCatalogue } from '~/seed/catalogue.server';
import { DEMONSTRATION_SIZES, ensureDemonstration } from '~/seed/demonstration.server';
import { COPIED_INVESTOR, SEED_FRIEND, SEED_INVESTOR, SEED_NEWCOMERS } from '~/seed/people';
import { listPositions } from '~/trading/accounts/account';
import { findSavedAccount } from '~/trading/accounts/accounts.server';
import { clock, useDatabase } from '../../support/database';
import { clean, runAll } from '../../support/trading/copies';
import { expectExplained } from '../../support/trading/explained';

useDatabase({ DEMONSTRATION: 'small' }, async () => {
  await prepareInstallation();
  await ensureCatalogue();
});

/** Simulates months of traders and copies while other work can run. */
const PATIENCE = 300_000;

async function personOf({ email }: { email: string }) {
  const [found] = await read().select().from(user).where(eq(user.email, email));
  return found!;
}

const copiesOf = (traderId: string) => read().select().from(copy).where(eq(copy.traderId, traderId));

const sizeIn = async (id: string, instrument: string): Promise<bigint> => {
  const saved = await findSavedAccount(read(), id);
  return listPositions(saved!.account).find((position) => position.id === instrument)?.size ?? 0n;
};

/** Asserts that past events are in chronological order, by existing people and about existing payments. */
async function expectInOrder(): Promise<void> {
  const people = new Map((await read().select().from(user)).map((row) => [row.id, row]));
  expect(people.size).toBe(3 + SEED_NEWCOMERS.length);
  const tables: Record<string, { at: Date; of?: string | null }[]> = {
    events: await read().select({ at: event.at, of: event.userId }).from(event).orderBy(event.id),
    mails: await read().select({ at: mail.createdAt }).from(mail).orderBy(mail.id),
    notifications: await read()
      .select({ at: notification.at, of: notification.userId })
      .from(notification)
      .orderBy(notification.id),
    deposits: await read().select({ at: deposit.createdAt, of: deposit.userId }).from(deposit).orderBy(deposit.id),
    withdrawals: await read()
      .select({ at: withdrawal.requestedAt, of: withdrawal.userId })
      .from(withdrawal)
      .orderBy(withdrawal.id),
    documents: await read().select({ at: kyc.submittedAt, of: kyc.userId }).from(kyc).orderBy(kyc.id),
    messages: await read()
      .select({ at: supportMessage.at, of: supportMessage.userId })
      .from(supportMessage)
      .orderBy(supportMessage.id),
  };
  for (const [name, rows] of Object.entries(tables)) {
    expect([name, rows.length]).not.toEqual([name, 0]);
    const late = rows.filter(({ at }, row) => row > 0 && at < rows[row - 1]!.at);
    expect([name, late]).toEqual([name, []]);
    const early = rows.filter(({ at, of }) => of && at < people.get(of)!.createdAt);
    expect([name, early]).toEqual([name, []]);
  }
  // The newest ones are in the outbox too.
  const mailed = (await read().select({ key: mail.effectKey }).from(mail)).map(({ key }) => key);
  const matters = [deposit, withdrawal, kyc, supportMessage].map((table) =>
    read().select({ id: table.id }).from(table),
  );
  for (const { id } of (await Promise.all(matters)).flat()) expect(mailed).toContainEqual(expect.stringContaining(id));
  const payments = [
    ...(await read().select({ of: deposit.userId, amount: deposit.amount, at: deposit.createdAt }).from(deposit)),
    ...(await read()
      .select({ of: withdrawal.userId, amount: withdrawal.amount, at: withdrawal.paidAt })
      .from(withdrawal)),
  ];
  let named = 0;
  for (const { text, userId, at } of await read().select().from(supportMessage)) {
    const dollars = /\$([\d,]+)/.exec(text)?.[1];
    if (!dollars) continue;
    named += 1;
    const amount = BigInt(dollars.replaceAll(',', '')) * 100n;
    expect(payments.some((paid) => paid.of === userId && paid.amount === amount && paid.at && paid.at < at)).toBe(true);
  }
  expect(named).toBeGreaterThan(0);
}

/** Asserts that one statement was imported: known payments are matched, one line is unidentified, and a day is signed. */
async function expectStatement(): Promise<void> {
  const lines = await read().select().from(statementLine).orderBy(statementLine.at);
  const ended = lines.map(({ at, takenAt }) => takenAt.getTime() - at.getTime());
  expect(Math.min(...ended)).toBeGreaterThan(0);
  const matched = (await read().select().from(statementMatch)).map(({ lineId, how }) => [lineId, how]);
  const [source] = await read().select().from(statementSource);
  const { breaks } = await findBreaks(read(), source!);
  expect(breaks).toMatchObject([{ kind: 'unknown', movements: [] }]);
  const known = lines.filter(({ id }) => id !== breaks[0]!.id);
  expect(known.length).toBeGreaterThan(1);
  expect(new Set(matched.map(String))).toEqual(new Set(known.map(({ id }) => `${id},transaction`)));
  const days = await loadDaysPage(source!);
  const signed = days.filter((day) => day.signed);
  expect(signed).toMatchObject([{ notRead: null, signed: { breaks: 0, isSame: true, counter: null } }]);
  expect(signed.map(({ closing }) => closing)).toEqual(signed.map(({ books }) => books.closing * 1_000_000n));
}

test('an investor of the demonstration has a record, is copied, and their copies follow', {
  timeout: PATIENCE,
}, async () => {
  await ensureDemonstration(() => {}, { ...DEMONSTRATION_SIZES.small, newcomers: SEED_NEWCOMERS });
  await expectInOrder();
  await expectStatement();
  const leader = await personOf(COPIED_INVESTOR);
  const { copied } = JSON.parse(readFileSync(join(env().DATA_DIR, 'demonstration.json'), 'utf8'));
  expect(copied.email).toBe(leader.email);
  expect((await checkPassword(copied.password, leader.passwordHash)).isMatching).toBe(true);
  expect(await read().select().from(mail).where(eq(mail.status, 'waiting'))).toEqual([]);

  const { traders } = await listTraders({ search: '', source: 'investor', page: 1 });
  expect(traders).toMatchObject([{ id: leader.id, firstName: leader.firstName, shareBps: 1_000, status: 'open' }]);
  const profile = await loadTraderProfile(leader.id);
  expect(profile?.trader.record?.days).toBeGreaterThanOrEqual(80);
  expect(Math.abs(profile?.trader.figures.monthlyReturnBps ?? 10_000)).toBeLessThan(1_000);
  expect((await loadOwnRecord(read(), leader.id)).closed).toBeGreaterThanOrEqual(20);
  const kinds = new Set((await loadOwnView(leader.id))?.history.map(({ kind }) => kind));
  expect(kinds).toContain('market');
  expect((await loadOwnView(leader.id))?.positions.map(({ symbol }) => symbol)).toContain('ETH/USD');
  expect((await loadOwnView(leader.id))?.orders).toMatchObject([{ symbol: 'SOL/USD', kind: 'limit' }]);

  const [investor, friend] = [await personOf(SEED_INVESTOR), await personOf(SEED_FRIEND)];
  const copies = await copiesOf(leader.id);
  expect(new Set(copies.map(({ userId }) => userId))).toEqual(new Set([investor.id, friend.id]));
  for (const { id } of copies) {
    const followed = and(eq(copiedOrder.copyId, id), gt(copiedOrder.leaderOrder, 0));
    expect((await read().select().from(copiedOrder).where(followed)).length).toBeGreaterThan(20);
    expect(await sizeIn(id, 'ETHUSD')).toBeGreaterThan(0n);
  }

  // The figures of every copy equal those computed from raw rows.
  const every = await read().select().from(copy);
  expect(every.length).toBeGreaterThan(copies.length);
  for (const { id, userId } of every) await expectExplained(userId, id);

  const seen = await loadBeingCopied(leader);
  expect(seen.copies.count).toBe(2);
  const shares = await read().select().from(leaderShare).where(eq(leaderShare.leaderUserId, leader.id));
  expect(seen.received).toBe(shares.reduce((sum, { amount }) => sum + amount, 0n));
  const found = JSON.stringify(seen, (_, value) => String(value));
  for (const { id, email, firstName } of [investor, friend]) {
    for (const part of [id, email, firstName]) expect(found).not.toContain(part);
  }
  clock.advance(MINUTE);
  const order = { symbol: 'XRPUSD', side: 'buy', size: '200', type: 'market' } as const;
  expect(await write((tx) => giveOrder(tx, leader, order))).toMatchObject({ ok: true });
  clock.advance(MINUTE);
  await runAll(followNextBatch);
  for (const { id } of copies) expect(await sizeIn(id, 'XRPUSD')).toBeGreaterThan(0n);
  await clean();
});

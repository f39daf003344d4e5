import { asc, eq } from 'drizzle-orm';
import { copy as copyTable, mirror } from '#drizzle/schema';
import { findAccountsWithWaitingProfits, payWaitingProfits } from '~/features/copying/settlement/settle.server';
import { allocatedAccount, availableAccount } from '~/ledger/chartOfAccounts';
import { formatUsd } from '~/ledger/money';
import { mustPost, postMany } from '~/ledger/posting/post.server';
import { now } from '~/platform/clock';
import { type Handle, read, updateAll, write } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { notify } from '~/platform/events/index.server';
import { COPIES_PER_BATCH } from '../../internal/batchSizes';
import type { Copy } from '../../lifecycle/internal/endCopy.server';
import { createResultEntry } from '../closedResults.server';
import { recordCashChange } from './copyAccount.server';
import { chargeShare } from './leaderShare.server';

/** Pays manual profits that waited for the market reserve, oldest first. @returns whether more may be payable */
export async function payWaiting(): Promise<boolean> {
  const [one] = await read().select({ id: mirror.id }).from(mirror).where(eq(mirror.status, 'waiting')).limit(1);
  if (!one) return false;
  return await write(async (tx) => {
    const due = await tx
      .select({ mirror, copy: copyTable })
      .from(mirror)
      .innerJoin(copyTable, eq(copyTable.id, mirror.copyId))
      .where(eq(mirror.status, 'waiting'))
      .orderBy(asc(mirror.id))
      .limit(COPIES_PER_BATCH);
    const answers = await postMany(
      tx,
      due.map(({ mirror: row, copy }) => createResultEntry(row, copy)),
    );
    const paid = due.filter((_, at) => answers[at]?.ok);
    const posted = { status: 'posted', reason: null, postedAt: now() } as const;
    await updateAll(
      tx,
      mirror,
      paid.map(({ mirror: { id } }) => ({ id, ...posted })),
    );
    // One copy may have several waiting profits.
    const copies = new Map(paid.map(({ copy }) => [copy.id, copy]));
    const late = new Map<string, { ref: string; amount: bigint }>();
    for (const { copyId, tradeId, amount } of paid.map(({ mirror: row }) => row)) {
      const copy = copies.get(copyId) as Copy;
      copy.result += amount;
      await recordCashChange(tx, copyId, amount, 'operator');
      if (copy.status !== 'stopped') continue;
      const { ref, amount: before } = late.get(copyId) ?? { ref: `${copyId}:${tradeId}`, amount: 0n };
      late.set(copyId, { ref, amount: before + amount });
    }
    for (const [id, { ref, amount }] of late) await creditLateProfit(tx, copies.get(id) as Copy, ref, amount);
    await saveMoney(tx, copies);
    return paid.length > 0 && due.length === COPIES_PER_BATCH;
  });
}

const saveMoney = (tx: Handle, copies: Map<string, Copy>): Promise<void> =>
  updateAll(
    tx,
    copyTable,
    Array.from(copies.values(), ({ id, result, contributed }) => ({ id, result, contributed })),
  );

/** Credits a late profit of a stopped copy to its owner, less the leader's share. The caller writes the changed copy. */
async function creditLateProfit(tx: Handle, copy: Copy, ref: string, amount: bigint): Promise<void> {
  const { id, userId } = copy;
  const [current] = await verified(tx, copyTable, { id });
  const before = { ...copy, highWaterMark: current?.highWaterMark ?? null };
  const { result } = await chargeShare(tx, before, 'stop', now().getTime());
  const rest = amount - (copy.result - result);
  const legs = [{ debit: allocatedAccount(id, userId), credit: availableAccount(userId), amount: rest }];
  const head = { kind: 'copy-stopped', ref, actor: 'system', effectiveAt: now() } as const;
  await mustPost(tx, { ...head, reason: 'Profit that waited for the reserve', legs });
  await recordCashChange(tx, id, -rest, 'investor');
  copy.result = result;
  copy.contributed -= rest;
  const text = `A profit of ${formatUsd(rest)} that waited for the reserve was paid. It is in your available balance.`;
  await notify(tx, { userId, text, href: '/usercopytrade' });
}

/** Pays results of positions that waited for the market reserve. @returns whether more may be payable */
export async function payWaitingPositions(): Promise<boolean> {
  const ids = await findAccountsWithWaitingProfits(read(), 'copy', COPIES_PER_BATCH);
  if (ids.length === 0) return false;
  return await write(async (tx) => {
    const copies = new Map((await verified(tx, copyTable, { id: ids })).map((copy) => [copy.id, copy]));
    const accounts = Array.from(copies.values(), ({ id, userId }) => ({ id, ledger: allocatedAccount(id, userId) }));
    const paid = await payWaitingProfits(tx, accounts);
    for (const { id, paid: amount } of paid) {
      const copy = copies.get(id) as Copy;
      copy.result += amount;
      if (copy.status === 'stopped') await creditLateProfit(tx, copy, `${id}:waited:${copy.result}`, amount);
    }
    await saveMoney(tx, copies);
    return paid.length > 0 && ids.length === COPIES_PER_BATCH;
  });
}

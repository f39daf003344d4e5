import { and, eq, exists, sql } from 'drizzle-orm';
import { trader, tradingAccount } from '#drizzle/schema';
import { activeAccountsWhere, checkAccount, checkAccountBatch } from '~/features/copying/liveTrading/jobs.server';
import { actOnAccount } from '~/features/copying/liveTrading/ownAccount.server';
import { SECOND } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import type { Job } from '~/platform/jobs/index.server';
import { done } from '~/platform/result';

const active = activeAccountsWhere(() =>
  and(
    eq(tradingAccount.kind, 'leader'),
    exists(
      read()
        .select({ one: sql`1` })
        .from(trader)
        .where(and(eq(trader.id, tradingAccount.id), eq(trader.source, 'signal'))),
    ),
  ),
);

const advanceSignalTraders = () =>
  checkAccountBatch('signals', active, (id) =>
    checkAccount(id, (tx) => actOnAccount(tx, { id, ledger: null }, (account) => done({ account, orders: [] }))),
  );

export const signalJobs: Job[] = [{ name: 'signal-traders', everyMs: 5 * SECOND, run: advanceSignalTraders }];

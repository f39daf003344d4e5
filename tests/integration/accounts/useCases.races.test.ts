// On both engines: two concurrent transactions.
import { and, eq, gt, inArray } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import {
  administrator,
  copy,
  leaderRequest,
  session,
  staffInvitation,
  trader,
  user as userTable,
  watchedTrader,
} from '#drizzle/schema';
import { RUNNING_COPY_STATES } from '~/features/copying/copy/states';
import { giveOrder } from '~/features/copying/liveTrading/ownOrders.server';
import { closeAccount } from '~/features/people/profile/closeAccount.server';
import { changeRole } from '~/features/people/staff/changeStaff.server';
import { inviteAdministrator } from '~/features/people/staff/invitations.server';
import { setLiveTradingUnlocked } from '~/features/people/users/setLiveTradingUnlocked.server';
import { readBalances } from '~/ledger/reading/statement.server';
import { systemNow } from '~/platform/clock';
import { type Handle, read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { prepareInstallation } from '~/platform/installation/index.server';
import { createAdminActor, createInvestorActor } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { startSession } from '~/signIns/session.server';
import { findSavedAccount } from '~/trading/accounts/accounts.server';
import { openingOrders } from '~/trading/orders/place';
import { onPostgres, useDatabase } from '../../support/database';
import { someOf } from '../../support/depth';
import { COPIED, EXAMPLES, itself, LIMIT, rich, trading } from '../../support/people/investorActs';
import { makeAdmin } from '../../support/people/people';
import { race } from '../../support/race';
import { makeCopied } from '../../support/trading/copied';
import { clean } from '../../support/trading/copies';
import { type Run, runsOfUseCases } from '../../support/useCases';

/* Each use case of an investor runs concurrently with the closing of the account, which must end all of the investor's activities. */
useDatabase();

let runs: Map<string, Run>;
beforeAll(async () => {
  runs = await runsOfUseCases();
});

/** Lists the activities that continue in an account. Closing must end all of them. */
async function goingOn({ id }: User) {
  const own = await findSavedAccount(read(), id);
  const [known] = await read().select().from(userTable).where(eq(userTable.id, id));
  const of = async (rows: PromiseLike<unknown[]>) => (await rows).length;
  const { allocated, trading } = await readBalances(read(), id);
  return {
    status: known?.status,
    copies: await of(
      read()
        .select()
        .from(copy)
        .where(and(eq(copy.userId, id), inArray(copy.status, RUNNING_COPY_STATES))),
    ),
    inCopies: allocated,
    trading,
    orders: own?.account.waiting.length ?? 0,
    positions: Object.keys(own?.account.positions ?? {}).length,
    copied: await of(
      read()
        .select()
        .from(trader)
        .where(and(eq(trader.ownerUserId, id), inArray(trader.status, ['open', 'paused']))),
    ),
    asks: await of(
      read()
        .select()
        .from(leaderRequest)
        .where(and(eq(leaderRequest.userId, id), eq(leaderRequest.status, 'waiting'))),
    ),
    watched: await of(read().select().from(watchedTrader).where(eq(watchedTrader.userId, id))),
    // The token of a call stays known after its end, so that the call can report the state of the account.
    signIns: await of(
      read()
        .select()
        .from(session)
        .where(and(eq(session.subjectId, id), gt(session.expiresAt, systemNow()))),
    ),
    picture: known?.pictureFileId ?? null,
  };
}

const NOTHING = {
  status: 'closed',
  copies: 0,
  inCopies: 0n,
  trading: 0n,
  orders: 0,
  positions: 0,
  copied: 0,
  asks: 0,
  watched: 0,
  signIns: 0,
  picture: null,
};

// Transactions are concurrent only on PostgreSQL. On SQLite they run one after another, so the short run tests a selection.
const tried = onPostgres ? Object.keys(EXAMPLES) : someOf(Object.keys(EXAMPLES));

test.each(tried)('%s and the closing of the account, at once, leave nothing that continues', async (key) => {
  await prepareInstallation();
  const admin = createAdminActor((await makeAdmin()).id);
  for (const first of ['use-case', 'closing'] as const) {
    const user = COPIED.includes(key) ? await makeCopied() : await rich();
    const request = (await EXAMPLES[key]?.(user)) ?? [];
    // A signed-in browser and program.
    for (const kind of ['investor', 'api'] as const) {
      await write((tx) => startSession(tx, { kind, subjectId: user.id }));
    }
    const act = (tx: Handle) => (runs.get(key) as Run)(tx, { ...user, ...createInvestorActor(user.id) }, ...request);
    const close = (tx: Handle) => closeAccount(tx, admin, itself(user));
    const [acted, closed] =
      first === 'use-case'
        ? await race(act, close).then((each) => {
            // It succeeds without concurrency, so the example is valid.
            expect(each.tried).toMatchObject({ ok: true });
            return [each.first, each.second];
          })
        : await race(close, act).then((each) => [each.second, each.first]);
    if (key !== 'profile closeAccount') expect(closed).toMatchObject({ ok: true });
    expect(acted?.ok || acted?.error?.code).toSatisfy((came) => [true, 'closed', 'wrong-state'].includes(came));
    expect([first, await goingOn(user)]).toEqual([first, NOTHING]);
  }
  await clean();
});

test('an order and the lock of live trading, at once, leave no waiting order that opens something', async () => {
  await prepareInstallation();
  const admin = createAdminActor((await makeAdmin()).id);
  for (const first of ['order', 'lock'] as const) {
    const user = await rich();
    await trading(user);
    const order = (tx: Handle) => giveOrder(tx, user, LIMIT);
    const lock = (tx: Handle) => setLiveTradingUnlocked(tx, admin, { userId: user.id, verified: false });
    await (first === 'order' ? race(order, lock) : race(lock, order));
    const saved = await findSavedAccount(read(), user.id);
    expect([first, saved && openingOrders(saved.account)]).toEqual([first, []]);
  }
});

test('an invitation and another role of its sender, at once, leave no open invitation', async () => {
  const admin = createAdminActor((await makeAdmin()).id);
  for (const first of ['invitation', 'role'] as const) {
    const bob = createAdminActor((await makeAdmin()).id);
    const email = `${newId()}@example.com`;
    const invite = (tx: Handle) => inviteAdministrator(tx, bob, { name: 'Bea', email, role: 'superadmin' });
    const demote = (tx: Handle) => changeRole(tx, admin, { id: bob.id, role: 'support', reason: 'Another desk' });
    await (first === 'invitation' ? race(invite, demote) : race(demote, invite));
    const [bobNow] = await read().select().from(administrator).where(eq(administrator.id, bob.id));
    const sent = and(eq(staffInvitation.invitedBy, bob.id), eq(staffInvitation.status, 'open'));
    expect([bobNow?.role, await read().select().from(staffInvitation).where(sent)]).toEqual(['support', []]);
  }
});

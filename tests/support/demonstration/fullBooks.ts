/** Small installation with rows in every table. */
import { count } from 'drizzle-orm';
import { protectedTables } from '#drizzle/protection';
import {
  alert,
  alertCall,
  approval,
  paymentReference,
  proposal,
  quoteSource,
  runningProcess,
  staffInvitation,
  statementSignOff,
} from '#drizzle/schema';
import { announce } from '~/features/backoffice/announcements/announce.server';
import { claimItem, holdItem, releaseItem } from '~/features/backoffice/reviewQueue/marks.server';
import { saveShortfalls } from '~/features/copying/copy/following/internal/fellShort.server';
import { agreeShare } from '~/features/copying/copy/lifecycle/agreeShare.server';
import { topUpCopy } from '~/features/copying/copy/lifecycle/fundCopy.server';
import { pauseCopy, resumeCopy } from '~/features/copying/copy/lifecycle/pauseCopy.server';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { computeStake } from '~/features/copying/leaderStake/stake.server';
import { withdrawFromTrading } from '~/features/copying/liveTrading/moneyInTrading.server';
import { giveOrder } from '~/features/copying/liveTrading/ownOrders.server';
import { receiveSignal } from '~/features/copying/signals/receiveSignal.server';
import { watchTrader } from '~/features/copying/traders/list/watch.server';
import { saveNextFigures } from '~/features/copying/traders/record/internal/saveFigures.server';
import { updateTrader } from '~/features/copying/traders/updateTrader.server';
import { closeMonth } from '~/features/money/books/months/closeMonth.server';
import { openInvestment } from '~/features/money/plans/openInvestment.server';
import { claimRankBonus } from '~/features/money/ranking/claimRankBonus.server';
import { STATEMENT_BOOK } from '~/features/money/reconciliation/book.server';
import { importLines } from '~/features/money/reconciliation/statements/importLines.server';
import { DEPOSITS } from '~/features/money/wallet/acts/depositActs.server';
import { approveDeposit } from '~/features/money/wallet/deposits/decideDeposit.server';
import { recordChangedAddress, recordShownAddress } from '~/features/money/wallet/deposits/depositAddress.server';
import { submitDeposit } from '~/features/money/wallet/deposits/submitDeposit.server';
import { approveAndPayWithdrawal } from '~/features/money/wallet/withdrawals/decideWithdrawal.server';
import { createToken } from '~/features/people/auth/tokens.server';
import { submitKyc } from '~/features/people/kyc/submitKyc.server';
import { answerThread } from '~/features/people/support/answer.server';
import { openThread } from '~/features/people/support/writeToSupport.server';
import { creditGoodwill } from '~/features/people/users/moveBalance.server';
import { tagUser } from '~/features/people/users/tags.server';
import { createWebhook, testWebhook } from '~/features/site/webhooks/webhooks.server';
import { getMonth, getPreviousMonth } from '~/ledger/months';
import { sealNextBatch } from '~/ledger/proof/seal.server';
import { after, DAY, now, SECOND, systemNow } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { hashSecret, newId } from '~/platform/ids';
import { prepareInstallation } from '~/platform/installation/index.server';
import { runJob } from '~/platform/jobs/index.server';
import { saveSnapshot } from '~/platform/snapshots.server';
import { createAdminActor, createInvestorActor } from '~/platform/states';
import { startSession } from '~/signIns/session.server';
import { countAttempt } from '~/signIns/throttle.server';
import { openAccount } from '~/trading/accounts/accounts.server';
import { computeSnapshots } from '~/trading/accounts/snapshots';
import { saveSnapshots } from '~/trading/accounts/snapshots.server';
import { STRATEGIES } from '~/trading/leaders';
import { createMarketData, runLeader, startProgress } from '~/trading/leaders/run';
import { simulatedFeed } from '~/trading/market';
import { UNITS_PER_WHOLE } from '~/trading/numbers';
import { createPrices } from '~/trading/prices/prices';
import { storeQuotes } from '~/trading/prices/quotes.server';
import { startUpload } from '~/uploads/inParts.server';
import { storeUpload } from '~/uploads/store.server';
import { issueKey, runExactlyOnce } from '~/web/idempotency.server';
import { must } from '../must';
import { pictureFile } from '../pages/files';
import { bonusJobs, requested } from '../people/bonuses';
import { makeAdmin, makeUser } from '../people/people';
import { ownerOf, turnOn } from '../people/secondFactor';
import { anUnknownLine, aReceipt } from '../reconciliation/statementLines';
import { makeCopied } from '../trading/copied';
import { makeTrader, mirrorAll, trades } from '../trading/copies';
import { leaderOrders, makeLeader } from '../trading/leaders';
import { giveNewKey } from '../trading/signalKeys';
import { transactionOf } from '../transactionIds';

/** Creates rows in every table, and seals them all. */
export async function keepFullBooks(): Promise<void> {
  await prepareInstallation();
  const admin = createAdminActor((await makeAdmin()).id);
  const other = await makeAdmin();
  const referrer = await makeUser();
  const ann = await makeUser({ referrerId: referrer.id });

  const upload = async (purpose: 'proof' | 'document') =>
    must(await storeUpload(await pictureFile(), { ownerId: ann.id, purpose })).id;
  const proof = await upload('proof');
  const document = await upload('document');
  const digest = 'a'.repeat(64);
  const onItsWay = {
    purpose: 'proof',
    name: 'IMG_1.jpg',
    bytes: 100_000,
    sha256: digest,
    chosenSha256: digest,
  } as const;
  must(await startUpload(ann.id, onItsWay));
  const announced = { method: 'ETH', amount: 20_000_00n, proof, coinAmount: 625_000_000n };
  const deposited = must(await write((tx) => submitDeposit(tx, ann, announced)));
  await recordShownAddress(ann.id, { code: 'BTC', address: 'PAPER-one' });
  await write((tx) =>
    recordChangedAddress(tx, admin, { code: 'BTC', address: 'PAPER-one' }, { code: 'BTC', address: 'PAPER-two' }),
  );
  must(await write((tx) => claimItem(tx, admin, DEPOSITS, { id: deposited.id })));
  must(
    await write((tx) => holdItem(tx, admin, DEPOSITS, { id: deposited.id, reason: 'To be seen', shouldNotify: true })),
  );
  must(await write((tx) => releaseItem(tx, admin, DEPOSITS, deposited.id)));
  must(await write((tx) => approveDeposit(tx, admin, deposited.id, 20_000_00n, undefined, { coin: 625_000_000n })));
  await bonusJobs();
  must(await write((tx) => claimRankBonus(tx, ann, { rank: 'silver' })));

  const paid = await requested(ann, 500_00n);
  const reference = transactionOf(paid);
  must(await write((tx) => approveAndPayWithdrawal(tx, admin, paid, reference, 15_625_000n)));
  const outgoing = { at: now().getTime(), amount: -15_625_000n, fee: 0n, transactionId: reference, address: null };
  await importLines('ETH', [{ key: 'paid', note: '', ...outgoing }]);
  const receipt = await aReceipt(admin);
  const sentBack = { id: await anUnknownLine(-1_000_000n), as: receipt, amount: 40_00n, reason: 'Sent back' };
  must(await write((tx) => STATEMENT_BOOK.run(tx, admin, sentBack)));
  await requested(ann, 300_00n);
  must(await write((tx) => openInvestment(tx, ann, { plan: 'starter', amount: 500_00n })));

  const trader = await makeTrader();
  must(await write((tx) => watchTrader(tx, ann, trader)));
  const started = must(await write((tx) => startCopy(tx, ann, { trader, amount: 2_000_00n })));
  must(await write((tx) => topUpCopy(tx, ann, { id: started.id, amount: 100_00n })));
  for (const act of [pauseCopy, resumeCopy]) must(await write((tx) => act(tx, ann, started.id)));
  const leader = await makeLeader();
  await leaderOrders(leader, 'BTCUSD', UNITS_PER_WHOLE / 10n);
  must(await write((tx) => startCopy(tx, ann, { trader: leader, amount: 1_000_00n })));
  await trades(trader, 250);
  await trades(trader, -100);
  await mirrorAll();

  // Creates a copy of an investor who gets a share of the profits, with a shared gain.
  const copied = await makeCopied();
  const terms = { firstname: 'Ann', lastname: 'Lee', nationality: 'Malta', minimumcapital: 100_00n, share: '20' };
  const declared = { winRate: '', avgReturn: '', followers: '', rrRatio: '' };
  must(await write((tx) => updateTrader(tx, admin, copied.id, { ...terms, ...declared, capital: 1_000_00n })));
  const shared = must(await write((tx) => startCopy(tx, ann, { trader: copied.id, amount: 1_000_00n })));
  await trades(copied.id, 50);
  await mirrorAll();
  must(
    await write((tx) => updateTrader(tx, admin, copied.id, { ...terms, ...declared, share: '30', capital: 1_000_00n })),
  );
  must(await write((tx) => agreeShare(tx, ann, { id: shared.id, shareBps: 3_000 })));

  const person = { firstName: 'Ann', lastName: 'Lee', email: ann.email, country: 'GB', state: 'London' };
  const files = { document, backFileId: document, proofOfAddressFileId: document, selfieFileId: document };
  const details = { nationality: 'British', city: 'London' };
  const documents = { ...person, postalCode: 'N1', address: '1 High Street', ...files, details };
  must(await write((tx) => submitKyc(tx, ann, documents)));
  const request = { kind: 'complaint', subject: 'My deposit', message: 'Where is it?' } as const;
  const thread = must(await write((tx) => openThread(tx, ann, request)));
  must(await write((tx) => answerThread(tx, admin, { id: thread.id, message: 'Here it is.' })));
  await turnOn(ownerOf(ann));
  await write((tx) => createToken(tx, 'reset', ann.id));
  await write((tx) => startSession(tx, { kind: 'investor', subjectId: ann.id }));

  const gift = { userId: ann.id, amount: 5_00n, reason: 'For the wait' };
  const once = { scope: 'ada', operation: 'credit', key: issueKey('ada', 'credit'), fields: { amount: '500' } };
  await runExactlyOnce(once, (tx) => creditGoodwill(tx, admin, gift));
  await write(async (tx) => {
    const request = { operation: 'credit', input: gift, effect: '{}', userId: ann.id, requestedAt: now() };
    const requestedBy = other.id;
    const input = { ...gift, amount: String(gift.amount) };
    await tx.insert(approval).values({ ...request, input, id: newId(), requestedBy, status: 'waiting' });
    const invited = {
      tokenHash: hashSecret('invited'),
      name: 'Bea',
      email: 'bea@example.com',
      role: 'support',
    } as const;
    const period = { createdAt: systemNow(), expiresAt: after(systemNow(), DAY) };
    await tx
      .insert(staffInvitation)
      .values({ ...invited, ...period, id: newId(), invitedBy: other.id, status: 'open' });
    await saveSnapshot(tx, 'test', { of: 'a source' });
    await tagUser(tx, admin, { userId: ann.id, tag: 'vip' });
    // Stores the value as version 1.0.0 did.
    await tx.insert(paymentReference).values({ key: 'abc', withdrawalId: paid });
    const figures = { opening: '0', moneyIn: '0', moneyOut: '0', fees: '0', closing: '0', lines: 0, breaks: 0 };
    const signed = { id: newId(), method: 'BTC', day: '2026-01-01', figures, signedBy: other.id, signedAt: now() };
    await tx.insert(statementSignOff).values(signed);
    await tx.insert(alert).values({ id: newId(), kind: 'disk-full', about: '', words: 'Full', since: systemNow() });
    await tx.insert(alertCall).values({ id: newId(), body: '{}', nextAt: systemNow(), createdAt: systemNow() });
    const hook = await createWebhook(tx, createInvestorActor(ann.id), {
      url: 'https://hooks.example.com/',
      kinds: ['deposit'],
    });
    if (hook.ok) await testWebhook(tx, createInvestorActor(ann.id), hook.value.id);
    const call = { operation: 'createDeposit', input: {}, effect: '{"lines":[],"title":""}', keyHash: 'a-key' };
    const proposed = {
      ...call,
      id: newId(),
      ownerId: ann.id,
      forAdmin: false,
      createdAt: systemNow(),
      confirmedAt: null,
    };
    await tx.insert(proposal).values(proposed);
    const elsewhere = { id: newId(), place: 'web-2', storageMark: 'its own', clockAhead: 0, clockMoved: 0 };
    await tx.insert(runningProcess).values({ ...elsewhere, seenAt: now() });
    await tx.insert(quoteSource).values({ name: 'exchange', horizon: new Date(0), nextAt: new Date(0) });
    const at = now().getTime();
    await storeQuotes(tx, [{ instrument: 'BTCUSD', price: 60_000_00n, at }], at);
    const until = { start: null, end: after(systemNow(), DAY) };
    await announce(tx, admin, { text: 'A holiday', audience: 'all', dismissable: true, ...until });
  });
  await countAttempt({ purpose: 'sign-in', account: ann.email, address: '192.0.2.1' });
  must(await write((tx) => closeMonth(tx, admin, { month: getPreviousMonth(getMonth(now())) })));
  await runJob({ name: 'test', everyMs: SECOND, run: async () => false });
  await keepTradingAccount();
  const program = await makeTrader();
  const { key } = must(await giveNewKey(admin, program));
  must(await receiveSignal(key, { id: 'one', symbol: 'BTCUSD', action: 'buy', size: '0.01' }));
  // The copied investor continues with too little money of their own.
  const { own } = (await computeStake(read(), copied.id)) ?? { own: 0n };
  must(await write((tx) => withdrawFromTrading(tx, copied, own - 15_00n)));
  const little = { symbol: 'BTCUSD', side: 'buy', type: 'market', size: '0.0001' } as const;
  must(await write((tx) => giveOrder(tx, copied, little)));
  while (await saveNextFigures());
  while (await saveShortfalls());
  while (await sealNextBatch());
}

/** Creates the account of a simulated leader after a few days, with a position and snapshots. */
async function keepTradingAccount(): Promise<void> {
  const strategy = STRATEGIES.find(({ id }) => id === 'holder');
  if (!strategy) throw new Error('There is no leader that holds');
  const prices = createPrices(simulatedFeed());
  const from = now().getTime() - 10 * DAY;
  const started = startProgress(strategy, from);
  const { progress, orders } = runLeader(strategy, createMarketData(prices), started.progress, now().getTime());
  const log = [...started.orders, ...orders];
  await write(async (tx) => {
    await openAccount(tx, { id: strategy.id, kind: 'leader', createdAt: now() }, progress, log);
    await saveSnapshots(
      tx,
      strategy.id,
      computeSnapshots(log, prices, now().getTime(), () => 0),
    );
  });
}

/** Returns the tables of the schema without rows. */
export async function emptyTables(): Promise<string[]> {
  const empty: string[] = [];
  for (const { name, table } of protectedTables()) {
    const [found] = await read().select({ rows: count() }).from(table);
    if (!found?.rows) empty.push(name);
  }
  return empty;
}

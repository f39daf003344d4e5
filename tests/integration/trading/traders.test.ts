import { asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { event, trade, trader } from '#drizzle/schema';
import { pauseCopy } from '~/features/copying/copy/lifecycle/pauseCopy.server';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { stopCopy } from '~/features/copying/copy/lifecycle/stopCopy.server';
import { createTrader } from '~/features/copying/traders/createTrader.server';
import { listTraders, loadTradersToCompare } from '~/features/copying/traders/list/queries.server';
import { findWatchedBy, unwatchTrader, watchTrader } from '~/features/copying/traders/list/watch.server';
import { recordTrade } from '~/features/copying/traders/log/recordTrade.server';
import {
  listLoggableTraders,
  loadLatestTrades,
  loadManualResultsPage,
} from '~/features/copying/traders/log/tradeLog.server';
import { saveNextFigures } from '~/features/copying/traders/record/internal/saveFigures.server';
import { loadTraderProfile } from '~/features/copying/traders/record/profile.server';
import { setTraderState } from '~/features/copying/traders/setTraderState.server';
import { importHistory } from '~/features/copying/traders/simulated/importHistory.server';
import { type TraderEvent, traderMachine } from '~/features/copying/traders/states';
import { updateTrader } from '~/features/copying/traders/updateTrader.server';
import { closeAccount } from '~/features/people/profile/closeAccount.server';
import { DAY } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { createAdminActor, createInvestorActor } from '~/platform/states';
import { storeUpload } from '~/uploads/store.server';
import { clock, START, useDatabase } from '../../support/database';
import { must } from '../../support/must';
import { onBothEngines } from '../../support/onBothEngines';
import { pictureFile } from '../../support/pages/files';
import { makeAdmin, makeUser } from '../../support/people/people';
import { runAll } from '../../support/trading/copies';

useDatabase();

const FORM = {
  firstname: 'Mia',
  lastname: 'Stone',
  nationality: 'Malta',
  minimumcapital: 500_00n,
  capital: 10_000_00n as bigint | undefined,
  winRate: '99%',
  avgReturn: '40%',
  followers: '10000',
  rrRatio: '1:9',
};

const makeByAdmin = async () => createAdminActor((await makeAdmin()).id);

async function makeTrader(input: Partial<typeof FORM> = {}, simulated = false): Promise<string> {
  const by = await makeByAdmin();
  const made = must(await write((tx) => createTrader(tx, by, { ...FORM, ...input }, { simulated })));
  return made.id;
}

const stateOf = async (id: string) => (await read().select().from(trader).where(eq(trader.id, id)))[0]?.status;
const entry = { pair: 'EUR/USD', amount: 100_00n, tradeType: 'profit', date: '' } as const;

describe('a trader', () => {
  test('stores typed figures as declared, and has no followers or figures until there are any', async () => {
    const id = await makeTrader();
    const profile = await loadTraderProfile(id);
    expect(profile).toMatchObject({
      trader: { declared: { winRate: '99%', followers: '10000' }, followers: 0, simulated: false, status: 'open' },
      drawdownBps: null,
      nav: [],
      copied: 0n,
      copiers: { copies: 0, inProfit: 0, median: null },
    });
    expect(profile?.trader.figures).toMatchObject({ closed: 0, winRateBps: null });
    expect(await loadTraderProfile(newId())).toBeNull();
  });

  test('changes only as its state table allows', async () => {
    const by = await makeByAdmin();
    const ways = { open: [], paused: ['pause'], retired: ['retire'] } as const;
    for (const [state, way] of Object.entries(ways)) {
      for (const [name, { from, to }] of Object.entries(traderMachine.events)) {
        const id = await makeTrader();
        for (const step of way) await write((tx) => setTraderState(tx, by, id, step));
        expect(await stateOf(id)).toBe(state);
        const allowed = (from as readonly string[]).includes(state);
        const ended = await write((tx) => setTraderState(tx, by, id, name as TraderEvent));
        expect([state, name, ended.ok]).toEqual([state, name, allowed]);
        expect(await stateOf(id)).toBe(allowed ? to : state);
      }
    }
  });

  test('is edited with its history, and keeps its picture until there is a new one', async () => {
    const id = await makeTrader();
    const by = await makeByAdmin();
    const edit = (request: Partial<typeof FORM & { traderImage: string }>) =>
      write((tx) => updateTrader(tx, by, id, { ...FORM, ...request }));
    expect(await edit({})).toMatchObject({ ok: false, error: { message: 'No changes were made' } });
    expect((await edit({ lastname: 'Rock', capital: undefined, winRate: '50%' })).ok).toBe(true);
    const [changed] = await read().select().from(event).where(eq(event.event, 'change'));
    expect(changed).toMatchObject({ thing: 'trader', thingId: id, actorId: by.id });
    expect(changed?.details).toEqual({
      'last name': 'Stone → Rock',
      capital: '$10,000.00 → not recorded',
      'declared win rate': '99% → 50%',
    });
    expect(await loadTraderProfile(id)).toMatchObject({
      trader: { lastName: 'Rock', capital: null, declared: { winRate: '50%' }, status: 'open' },
    });
    const none = await write((tx) => updateTrader(tx, by, newId(), FORM));
    expect(none).toMatchObject({ ok: false, error: { code: 'not-found' } });
    // As text, because a file's ID means nothing to readers of the log.
    for (const width of [40, 50]) {
      const stored = await storeUpload(await pictureFile({ width }), { ownerId: by.id ?? '', purpose: 'trader' });
      expect((await edit({ traderImage: stored.ok ? stored.value.id : '' })).ok).toBe(true);
    }
    const pictures = await read().select().from(event).where(eq(event.event, 'change')).orderBy(asc(event.id));
    expect(pictures.slice(-2).map(({ details }) => details?.picture)).toEqual(['added', 'replaced']);
  });

  test('is not changed by an investor', async () => {
    const id = await makeTrader();
    const ended = await write((tx) => setTraderState(tx, createInvestorActor(newId()), id, 'retire'));
    expect(ended).toMatchObject({ ok: false, error: { code: 'not-yours' } });
  });
});

describe('the trader log', () => {
  test('stores an entry, with its source and its author', async () => {
    const [id, by] = [await makeTrader(), await makeByAdmin()];
    const recorded = must(await write((tx) => recordTrade(tx, by, { ...entry, id, date: '2026-03-01' })));
    expect((await loadLatestTrades(new URLSearchParams())).rows).toMatchObject([
      { trade: { source: 'operator', at: new Date('2026-03-01T23:59:59.999Z'), recordedAt: START }, trader: { id } },
    ]);
    const [stored] = await read().select().from(event).where(eq(event.thingId, recorded.id));
    const details = { amount: '$100.00', at: '1 Mar 2026 at 23:59 UTC' };
    expect(stored).toMatchObject({ thing: 'trade', event: 'record', actorId: by.id, details });
  });

  test.each([
    [{ date: '2026-03-03' }, 'The date is in the future', 'date'],
    [{ date: '2026-03-02T09:01' }, 'The date is in the future', 'date'],
    [{ date: '1900-01-01' }, 'Enter 2021-03-02 or later', 'date'],
    [{ date: '2005-06-01' }, 'Enter 2021-03-02 or later', 'date'],
    [{ date: '2021-03-01' }, 'Enter 2021-03-02 or later', 'date'],
    [{ amount: 100_000_01n }, '10 times the trader’s capital', 'amount'],
    [{ id: newId() }, 'Choose a trader', 'id'],
  ])('refuses %o with a message at the field', async (wrong, message, field) => {
    const [id, by] = [await makeTrader(), await makeByAdmin()];
    const refused = await write((tx) => recordTrade(tx, by, { ...entry, id, ...wrong }));
    expect(refused).toMatchObject({ ok: false, error: { field, message: expect.stringContaining(message) } });
    expect(await read().select().from(trade)).toEqual([]);
  });

  test('of a paused trader continues, of a retired one is closed', async () => {
    const [id, by] = [await makeTrader(), await makeByAdmin()];
    await write((tx) => setTraderState(tx, by, id, 'pause'));
    expect((await write((tx) => recordTrade(tx, by, { ...entry, id }))).ok).toBe(true);
    expect(await listLoggableTraders()).toHaveLength(1);
    await write((tx) => setTraderState(tx, by, id, 'retire'));
    expect(await write((tx) => recordTrade(tx, by, { ...entry, id }))).toMatchObject({ error: { code: 'retired' } });
    expect(await listLoggableTraders()).toEqual([]);
  });
});

describe('figures', () => {
  onBothEngines('paging, order and search of traders', () => {
    test('of a list are those of the log up to the last whole day, and of the profile the same', async () => {
      const id = await makeTrader({}, true);
      const past = Array.from({ length: 120 }, (_, index) => ({
        pair: 'BTC/USD',
        amount: BigInt(6_000 + ((index * 7_919) % 40_000)),
        type: index % 2 === 0 ? ('profit' as const) : ('loss' as const),
        at: new Date(START.getTime() - (120 - index) * 3 * DAY),
      }));
      await write((tx) => importHistory(tx, id, past));
      await runAll(saveNextFigures);
      const log = await read().select().from(trade).where(eq(trade.traderId, id)).orderBy(asc(trade.at), asc(trade.id));
      expect(log.every(({ source }) => source === 'engine')).toBe(true);
      const whole = log.filter(({ at }) => at.getTime() < Math.floor(START.getTime() / DAY) * DAY);
      const winners = whole.filter(({ type }) => type === 'profit').length;
      const profile = await loadTraderProfile(id);
      expect(profile!.trader.figures).toMatchObject({
        closed: whole.length,
        winRateBps: Math.round((winners * 10_000) / whole.length),
        open: 0,
      });
      expect((await listTraders({ search: '', page: 1 })).traders[0]).toEqual(profile!.trader);
      expect(profile!.drawdownBps).toBe(profile!.trader.record?.maxDrawdownBps);
      const first = await loadManualResultsPage(id, 1);
      expect([first.trades.length, first.pages]).toEqual([25, 5]);
      expect((await loadManualResultsPage(id, 99)).trades).toHaveLength(20);
    });
  });

  test('copiers are people with money in copies, including paused ones, however many copies each has', async () => {
    const [many, few, none] = [
      await makeTrader(),
      await makeTrader({ firstname: 'Ada' }),
      await makeTrader({ firstname: 'Abe' }),
    ];
    const start = async (user: Awaited<ReturnType<typeof makeUser>>, id: string) => {
      const started = must(await write((tx) => startCopy(tx, user, { trader: id, amount: 500_00n })));
      return started.id;
    };
    const users = [await makeUser({}, { dollars: 10_000 }), await makeUser({}, { dollars: 10_000 })] as const;
    // One person with ten copies, against two people with one each, one of them paused.
    for (let made = 0; made < 10; made++) await start(users[0], few);
    await start(users[0], many);
    const paused = await start(users[1], many);
    await write((tx) => pauseCopy(tx, users[1], paused));
    const readState = async (id: string) => {
      const profile = await loadTraderProfile(id);
      return [profile?.trader.followers, profile?.copied];
    };
    expect([await readState(many), await readState(few), await readState(none)]).toEqual([
      [2, 1_000_00n],
      [1, 5_000_00n],
      [0, 0n],
    ]);
    const { traders } = await listTraders({ search: '', page: 1 });
    expect(traders.map(({ id, followers }) => [id, followers])).toEqual([
      [many, 2],
      [few, 1],
      [none, 0],
    ]);
    await write((tx) => stopCopy(tx, users[1], paused));
    expect(await readState(many)).toEqual([1, 500_00n]);
  });

  test('followers and capital copied are those of real copies', async () => {
    const id = await makeTrader();
    for (let made = 0; made < 2; made++) {
      const user = await makeUser({}, { dollars: 2_000 });
      await write((tx) => startCopy(tx, user, { trader: id, amount: 1_500_00n }));
    }
    const profile = await loadTraderProfile(id);
    expect(profile).toMatchObject({
      trader: { followers: 2 },
      copied: 3_000_00n,
      copiers: { copies: 2, inProfit: 0, median: 0n },
    });
  });
});

describe('the list', () => {
  onBothEngines('paging, order and search of traders', () => {
    test.each([
      ['', 3],
      ['STO', 1],
      ['éva', 1],
      ['ÉV', 1],
      ['  kovacs   EVA', 1],
      ['o', 2],
      ['unknown', 0],
      ['%', 0],
    ])('a search for %j finds %i', async (search, total) => {
      await makeTrader();
      await makeTrader({ firstname: 'Éva', lastname: 'Kovács' });
      await makeTrader({ firstname: 'Tim', lastname: 'Ash' });
      expect((await listTraders({ search, page: 1 })).total).toBe(total);
    });

    test('is sorted by real copies and never by declared figures', async () => {
      const loud = await makeTrader({ firstname: 'Zed', followers: '999999', winRate: '100%' });
      const copied = await makeTrader({ firstname: 'Yan', followers: '0', winRate: '1%' });
      const quiet = await makeTrader({ firstname: 'Abe', followers: '0' });
      const user = await makeUser({}, { dollars: 500 });
      await write((tx) => startCopy(tx, user, { trader: copied }));
      clock.advance(DAY);
      const { traders } = await listTraders({ search: '', page: 1 });
      expect(traders.map(({ id }) => id)).toEqual([copied, quiet, loud]);
    });

    test('has pages', async () => {
      for (let made = 0; made < 26; made++) await makeTrader({ lastname: `Stone${made}` });
      expect((await listTraders({ search: '', page: 1 })).traders).toHaveLength(25);
      expect(await listTraders({ search: '', page: 7 })).toMatchObject({ page: 2, pages: 2, total: 26 });
    });
  });
});

test('a user watches traders, once each, and another user’s list does not change', async () => {
  const [ann, ben] = [await makeUser(), await makeUser()];
  const [mia, leo] = [await makeTrader(), await makeTrader({ firstname: 'Leo', minimumcapital: 90_00n })];
  for (const id of [mia, mia, leo]) {
    expect(await write((tx) => watchTrader(tx, ann, id))).toMatchObject({ ok: true });
  }
  expect(await write((tx) => watchTrader(tx, ann, newId()))).toMatchObject({ error: { code: 'unknown-trader' } });
  expect((await findWatchedBy(ann.id)).sort()).toEqual([mia, leo].sort());
  expect(await findWatchedBy(ben.id)).toEqual([]);
  await write((tx) => unwatchTrader(tx, ben, mia));
  await write((tx) => unwatchTrader(tx, ann, mia));
  const among = await findWatchedBy(ann.id);
  expect((await listTraders({ search: '', page: 1, among })).traders.map(({ id }) => id)).toEqual([leo]);
  expect((await listTraders({ search: '', page: 1, among: [] })).total).toBe(0);

  const ordered = await listTraders({ search: '', page: 1, order: 'minimum' });
  expect(ordered.traders.map(({ id }) => id)).toEqual([leo, mia]);
  expect((await listTraders({ search: '', page: 1, minimum: 100 })).traders.map(({ id }) => id)).toEqual([leo]);
  expect((await listTraders({ search: '', page: 1, days: 90 })).total).toBe(0);
  expect((await loadTradersToCompare([mia, newId(), leo])).map(({ id }) => id)).toEqual([mia, leo]);

  await write((tx) => watchTrader(tx, ben, mia));
  const closing = { userId: ann.id, reason: 'asked for', submittedEmail: ann.email };
  expect(await write((tx) => closeAccount(tx, createInvestorActor(ann.id), closing))).toMatchObject({ ok: true });
  expect([await findWatchedBy(ann.id), await findWatchedBy(ben.id)]).toEqual([[], [mia]]);
});

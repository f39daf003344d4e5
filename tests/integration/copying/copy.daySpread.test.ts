import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { copiedOrder, event, mail, notification } from '#drizzle/schema';
import { copytrade } from '~/api/handlers/trading.server';
import { NO_DAY_SPREAD } from '~/features/copying/copy/daySpread';
import { loadCopyWithTrades } from '~/features/copying/copy/following/comparison.server';
import { followNextBatch } from '~/features/copying/copy/jobs.server';
import { limitDaySpread } from '~/features/copying/copy/lifecycle/limitDaySpread.server';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { DAY, MINUTE } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { UNITS_PER_WHOLE } from '~/trading/numbers';
import { clock, useDatabase } from '../../support/database';
import { must } from '../../support/must';
import { makeUser } from '../../support/people/people';
import { clean, copyOf, makeTrader, runAll } from '../../support/trading/copies';
import { leaderOrders, makeLeader } from '../../support/trading/leaders';

useDatabase();

async function copies(trader: string, terms: { daySpreadBps?: number } = {}) {
  const user = await makeUser({}, { dollars: 10_000 });
  const started = must(await write((tx) => startCopy(tx, user, { trader, amount: 1_000_00n, ...terms })));
  return { user, id: started.id };
}

/** The leader buys gold for almost all of their money and sells it again, a minute after each other. */
async function turn(leader: string): Promise<void> {
  for (const size of [30n, -30n]) {
    await leaderOrders(leader, 'XAUUSD', size * UNITS_PER_WHOLE);
    clock.advance(MINUTE);
    await runAll(followNextBatch);
  }
}

const outcomes = async (copyId: string) =>
  (await read().select().from(copiedOrder).where(eq(copiedOrder.copyId, copyId)).orderBy(copiedOrder.leaderOrder)).map(
    ({ skipped, cut }) => skipped ?? cut,
  );
const readMails = async () =>
  (await read().select().from(mail)).filter(({ kind }) => kind === 'copy-day-spread').map(({ recipient }) => recipient);

describe('the spread of a copy per day', () => {
  test('is limited to 2% of it unless its owner chooses another part, and can be changed while it runs', async () => {
    const leader = await makeLeader();
    const usual = await copies(leader);
    expect(await copyOf(usual.id)).toMatchObject({ daySpreadBps: 200, spreadPaid: null });
    const own = await copies(leader, { daySpreadBps: 1 });
    const refused = await write((tx) => limitDaySpread(tx, usual.user, { id: own.id, daySpreadBps: 500 }));
    expect(refused).toMatchObject({ ok: false, error: { code: 'not-found' } });
    for (const daySpreadBps of [0, 1.5, NO_DAY_SPREAD + 1]) {
      const wrong = await write((tx) => limitDaySpread(tx, own.user, { id: own.id, daySpreadBps }));
      expect(wrong).toMatchObject({ ok: false, error: { code: 'bad-day-spread', field: 'daySpreadBps' } });
    }
    expect(
      await write((tx) => limitDaySpread(tx, own.user, { id: own.id, daySpreadBps: NO_DAY_SPREAD })),
    ).toMatchObject({
      ok: true,
    });
    const [changed] = (await read().select().from(event)).filter((row) => row.event === 'limit-day-spread');
    expect(changed).toMatchObject({ thingId: own.id, details: { from: '0.01%', to: 'no limit' } });
    await clean();
  });

  test('stops openings for the day, but no closings, and its owner is notified once a day with the reason', async () => {
    const leader = await makeLeader();
    const copy = await copies(leader, { daySpreadBps: 1 });
    await turn(leader);
    await turn(leader);
    // A round trip costs 0.02% of its size; the first is cut to the limit.
    expect(await outcomes(copy.id)).toEqual(['day-spread', null, 'day-spread', 'nothing-held']);
    const paid = (await copyOf(copy.id)).spreadPaid ?? 0n;
    expect([paid > 9_000_000n, paid <= 10_000_000n]).toEqual([true, true]);
    expect(await readMails()).toEqual([copy.user.email]);
    const news = await read().select().from(notification).where(eq(notification.userId, copy.user.id));
    expect(news.filter(({ text }) => text.includes('in spread'))).toHaveLength(1);
    const shown = await loadCopyWithTrades(copy.user.id, copy.id, 1);
    expect(shown?.trades.map(({ reasons }) => reasons)).toEqual([['day-spread', 'nothing-held'], ['day-spread']]);
    clock.advance(DAY);
    await turn(leader);
    expect((await outcomes(copy.id)).slice(4)).toEqual(['day-spread', null]);
    expect(await readMails()).toHaveLength(2);
    await clean();
  });
});

test('a call to copy has a floor of 60% unless it gives another or none, also with manual results', async () => {
  const ask = async (input: Parameters<typeof copytrade>[0]['input']) => {
    const user = await makeUser({}, { dollars: 10_000 });
    const once = (run: Parameters<Parameters<typeof copytrade>[0]['once']>[0]) => write(run);
    const answered = await copytrade({ user, input, once } as never);
    if (!('value' in answered)) throw new Error(JSON.stringify(answered));
    const { id, message } = (answered.value as unknown as { answer: { id: string; message: string } }).answer;
    const { floor, floorBps, capBps, daySpreadBps } = await copyOf(id);
    return { floor, floorBps, capBps, daySpreadBps, message };
  };
  const leader = await makeLeader();
  expect(await ask({ trader: leader })).toMatchObject({
    floor: null,
    floorBps: 6_000,
    daySpreadBps: 200,
    message: expect.stringContaining('ends by itself at $600.00'),
  });
  expect(await ask({ trader: leader, floor: 85.5, cap: 25, daySpread: 'none' })).toMatchObject({
    floorBps: 8_550,
    capBps: 2_500,
    daySpreadBps: NO_DAY_SPREAD,
  });
  expect(await ask({ trader: leader, floor: 'none' })).toMatchObject({ floor: null, floorBps: null });
  const entered = await makeTrader();
  expect(await ask({ trader: entered, amount: 2_000_00n })).toMatchObject({ floor: 1_200_00n, floorBps: null });
  expect(await ask({ trader: entered, floor: 'none' })).toMatchObject({ floor: null, floorBps: null });
});

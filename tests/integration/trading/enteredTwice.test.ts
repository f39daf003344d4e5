import { beforeEach, expect, test } from 'vitest';
import { approval, trade } from '#drizzle/schema';
import { serveCall } from '~/api/serveCall.server';
import { DAY, HOUR, SECOND } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { createAdminActor } from '~/platform/states';
import type { Administrator } from '~/signIns/session.server';
import { clock, useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { LIVE } from '../../support/liveEnvironment';
import { answerOf, secretOf } from '../../support/pages/guarded';
import { performAct } from '../../support/people/acts';
import { makeAdmin } from '../../support/people/people';
import { makeTrader } from '../../support/trading/copies';

/* A result entered twice with the date `now` counts once, although `now` is a different time in each request. */
useDatabase();

let trader: string;
let ada: Administrator;
beforeEach(async () => {
  [trader, ada] = [await makeTrader(), await makeAdmin()];
});

const entered = (date: string) => ({ id: trader, pair: 'EUR/USD', amount: 5_00n, tradeType: 'profit', date }) as const;

const record = (date: string) => write((tx) => performAct(tx, createAdminActor(ada.id), 'record-trade', entered(date)));
const complete = (until: string) =>
  write((tx) => performAct(tx, createAdminActor(ada.id), 'complete-log', { trader, until }));
const today = () => clock.at.toISOString().slice(0, 10);

test.each([
  ['without a date', () => '', () => ''],
  ['with today’s date', today, today],
  ['in either way', () => '', today],
])('in live mode a result of now that is entered again %s waits once', async (_, manualFirst, enteredAgain) => {
  testEnv(LIVE);
  const [first, second] = [manualFirst(), enteredAgain()];
  const request = await record(first);
  clock.advance(HOUR);
  const again = await record(second);
  expect([request.ok, again.ok ? 'waits twice' : again.error.code]).toEqual([true, 'waits-already']);
  expect(await complete(first)).toMatchObject({ ok: true });
  clock.advance(HOUR);
  expect(await complete(second)).toMatchObject({ error: { code: 'waits-already' } });
  expect(await read().select().from(approval)).toHaveLength(2);
  // Another result has another date.
  expect((await record(new Date(clock.at.getTime() - DAY).toISOString())).ok).toBe(true);
});

/** Enters a result over the API at a date as a client writes it; without an `Idempotency-Key` unless one is given. */
async function call(date: string, key?: string) {
  const token = await secretOf('api', ada.id, true);
  const request = new Request('http://mirrorbook.test/api/updateTraderLog', {
    method: 'POST',
    body: JSON.stringify({ tradeLog: { pair: 'EUR/USD', amount: 5, tradeType: 'profit', id: trader, date } }),
    headers: {
      'Content-Type': 'application/json',
      'x-access-token': token,
      ...(key && { 'Idempotency-Key': key }),
    },
  });
  const { text, headers } = await answerOf(serveCall, request);
  const { status, message } = JSON.parse(text);
  return [status, status === 'ok' ? headers.get('Idempotency-Replayed') : message];
}

test('a call whose clock is ahead enters its result once, when it is repeated after its date', async () => {
  const ahead = new Date(clock.at.getTime() + 5 * SECOND).toISOString();
  expect(await call(ahead, 'mine')).toEqual(['ok', null]);
  clock.advance(10 * SECOND);
  expect(await call(ahead, 'mine')).toEqual(['ok', 'true']);
  const [status, words] = await call(ahead);
  expect([status, words]).toEqual([409, expect.stringContaining('exactly this a moment ago')]);
  expect(await read().select().from(trade)).toHaveLength(1);
});

import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { approval, event, file, trade, trader } from '#drizzle/schema';
import { readEffect } from '~/features/backoffice/approvals/effect';
import { setTraderState } from '~/features/copying/traders/setTraderState.server';
import { fundReserve } from '~/features/money/books/reserves.server';
import { DAY, HOUR, now } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { done } from '~/platform/result';
import { createAdminActor, SYSTEM_ACTOR } from '~/platform/states';
import { LOG_FORMS } from '~/routes/admin/trades.form.server';
import type { Administrator } from '~/signIns/session.server';
import { clock, useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { LIVE } from '../../support/liveEnvironment';
import { formOf } from '../../support/pages/files';
import { agreed, previewIn } from '../../support/pages/previews';
import { approveShown } from '../../support/people/approvals';
import { makeAdmin } from '../../support/people/people';
import { clean, copyOf, equity, makeCopy, makeTrader, mirrorAll, trades } from '../../support/trading/copies';

useDatabase();

let ada: Administrator;
beforeEach(async () => {
  ada = await makeAdmin();
  const funded = { reserve: 'market', amount: 100_000_00n, reason: 'The operator’s own money' } as const;
  await write((tx) => fundReserve(tx, SYSTEM_ACTOR, funded));
});

const HEADER = 'pair,type,amount,date';
const csv = (...lines: string[]) => new File([[HEADER, ...lines].join('\r\n')], 'log.csv', { type: 'text/csv' });
const at = (ms: number) => new Date(now().getTime() + ms).toISOString().slice(0, 19);

/** Form of one page, so that all posts have the same key. */
function importing(id: string, log?: File) {
  const { key, post } = LOG_FORMS['import-trades'];
  const fields = { _key: key(ada.id, ada.id), id, ...(log && { log }) };
  return (more: Record<string, string | File> = {}) =>
    post({ administrator: ada, confirm: async () => done(null), form: formOf({ ...fields, ...more }) }, ada.id);
}
const faultsIn = (answer: unknown) =>
  (answer as { data?: { result?: { error?: { log?: string[] } } } }).data?.result?.error?.log;
const logOf = (id: string) => read().select().from(trade).where(eq(trade.traderId, id)).orderBy(trade.id);

describe('a file of results', () => {
  test('is shown row by row, done once however often it is sent, and reaches copies like typed ones', async () => {
    const id = await makeTrader();
    const before = at(-DAY);
    const early = await makeCopy(id);
    clock.advance(HOUR);
    const middle = at(0);
    clock.advance(HOUR);
    const late = await makeCopy(id);
    clock.advance(HOUR);
    const lines = [`EUR/USD,loss,500,${at(-60_000)}`, `BTC/USD,profit,1000,${middle}`, `US30,profit,70,${before}`];
    const send = importing(id, csv(...lines));
    const preview = previewIn(await send());
    expect(await logOf(id)).toEqual([]);
    const shown = Object.fromEntries((preview?.lines ?? []).map(({ name, to }) => [name, to]));
    expect(shown).toMatchObject({
      'Results it enters': '3',
      'Skipped, already in the log': '0',
      'All together': '+$570.00',
      'The largest as a share of it': '10%',
      'Times a result reaches a copy': '3',
      // 1,000 of 10,000 on 1,000 in the early copy; then 500 of 10,000 on 1,100 and on 1,000.
      'All copies together': '−$5.00',
      'Line 2': expect.stringMatching(/EUR\/USD −\$500\.00: 2 copies −\$105\.00$/),
      'Line 3': expect.stringMatching(/BTC\/USD \+\$1,000\.00: 1 copy \+\$100\.00$/),
      'Line 4': expect.stringMatching(/US30 \+\$70\.00: no copy$/),
    });
    const back = { _preview: preview?.digest ?? '' };
    const answers = await Promise.all([send(back), send(back), send(back)]);
    for (const answer of answers) expect(answer).toMatchObject({ status: 303 });
    await mirrorAll();
    expect(await logOf(id)).toMatchObject([
      { pair: 'US30', type: 'profit', amount: 70_00n, source: 'operator', capital: 10_000_00n },
      { pair: 'BTC/USD' },
      { pair: 'EUR/USD', type: 'loss' },
    ]);
    expect([await equity(early.id), await equity(late.id)]).toEqual([1_045_00n, 950_00n]);
    const [imported] = await read().select().from(event).where(eq(event.event, 'import'));
    expect(imported).toMatchObject({ thing: 'trader', thingId: id, actorId: ada.id });
    expect(imported?.details).toMatchObject({ results: '3', net: '+$570.00' });

    // A second import of the same file adds no results; a file with more rows adds only the new ones.
    expect(faultsIn(await importing(id, csv(...lines))())).toEqual(['The log already has every result of this file']);
    const more = importing(id, csv(...lines, `TSLA,profit,10,${at(-1_000)}`));
    const rest = previewIn(await more());
    expect(rest?.lines).toContainEqual({ name: 'Skipped, already in the log', to: '3' });
    expect(rest?.lines.find(({ name }) => name === 'Line 3')?.to).toMatch(/: left out$/);
    expect(await more({ _preview: rest?.digest ?? '' })).toMatchObject({ status: 303 });
    await mirrorAll();
    expect(await logOf(id)).toHaveLength(4);
    await clean();
  });

  test('is pasted as well, by the same rules, and not beside a file', async () => {
    const id = await makeTrader();
    const { id: copy } = await makeCopy(id);
    clock.advance(HOUR);
    const send = importing(id);
    const errorsOf = (answer: unknown) =>
      (answer as { data?: { result?: { error?: Record<string, string[]> } } }).data?.result?.error;
    const line = `EUR/USD,loss,500,${at(-60_000)}`;
    const text = [HEADER, line].join('\r\n');
    expect(errorsOf(await send({ text: ' ' }))).toEqual({ log: ['Choose a CSV file, or paste its lines'] });
    expect(errorsOf(await send({ text, log: csv(line) }))).toEqual({
      text: ['Choose a file or paste its lines, not both'],
    });
    expect(faultsIn(await send({ text: `${HEADER}\nEUR/USD,won,5,2026-01-02` }))).toEqual([
      'Line 2, type: use profit or loss',
    ]);
    expect(errorsOf(await send({ text: 'x'.repeat(50_001) }))?.text).toEqual([
      'This is too much to paste. Upload it as a file',
    ]);
    const preview = previewIn(await send({ text }));
    expect(preview?.lines).toContainEqual({ name: 'Results it enters', to: '1' });
    expect(await logOf(id)).toEqual([]);
    expect(await send({ text, _preview: preview?.digest ?? '' })).toMatchObject({ status: 303 });
    await mirrorAll();
    expect(await logOf(id)).toMatchObject([{ pair: 'EUR/USD', type: 'loss', amount: 500_00n }]);
    expect(await equity(copy)).toBe(950_00n);
  });

  test('is entered completely or not at all, and each row that the log refuses is named', async () => {
    const id = await makeTrader();
    const late = at(HOUR);
    const answer = await importing(
      id,
      csv(`EUR/USD,profit,5,${at(-HOUR)}`, `EUR/USD,profit,5,${late}`, `US30,loss,100000.01,${at(-HOUR)}`),
    )();
    expect(faultsIn(answer)).toEqual([
      'Line 3, date: The date is in the future',
      'Line 4, amount: This is more than 10 times the trader’s capital ($100,000.00).',
    ]);
    expect(answer).toMatchObject({ init: { status: 400 } });
    expect(faultsIn(await importing(id, csv('EUR/USD,won,5,2026-01-02'))())).toEqual([
      'Line 2, type: use profit or loss',
    ]);
    const sent = (bytes: string | Uint8Array<ArrayBuffer>) => importing(id, new File([bytes], 'a.csv'))();
    expect(faultsIn(await sent(new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0, 1])))).toEqual([
      'The file must be text: save it as CSV in UTF-8',
    ]);
    expect(faultsIn(await sent('x'.repeat(2 * 1024 * 1024 + 1)))).toEqual(['The file is larger than 2 MB']);
    const unknown = await importing('01890a5d-ac96-774b-bcce-b302099a8057', csv('EUR/USD,profit,5,2025-01-02'))();
    expect(unknown).toMatchObject({ data: { result: { error: { id: ['Choose a trader'] } } } });
    await write(async (tx) => {
      await tx.update(trader).set({ logCompleteUntil: now() }).where(eq(trader.id, id));
    });
    expect(faultsIn(await importing(id, csv(`EUR/USD,profit,5,${at(-HOUR)}`))())?.[0]).toMatch(
      /^Line 2, date: This log was declared complete up to/,
    );
    await write((tx) => setTraderState(tx, SYSTEM_ACTOR, id, 'retire'));
    clock.advance(HOUR);
    expect(faultsIn(await importing(id, csv(`EUR/USD,profit,5,${at(-60_000)}`))())).toEqual([
      'Line 2: This trader has retired: the log is closed.',
    ]);
    expect(await logOf(id)).toEqual([]);
  });

  test('that ends a copy says so before, and effects by the hundred are estimated', async () => {
    const id = await makeTrader();
    const copy = await makeCopy(id, 1_000_00n, 900_00n);
    clock.advance(DAY);
    const ending = importing(id, csv(`EUR/USD,loss,2000,${at(-HOUR)}`, `EUR/USD,profit,9000,${at(-60_000)}`));
    expect(previewIn(await ending())?.lines).toEqual(
      expect.arrayContaining([
        { name: 'Copies that end', to: '1' },
        { name: 'All copies together', to: '−$200.00' },
      ]),
    );
    await agreed(ending);
    await mirrorAll();
    expect((await copyOf(copy.id)).status).toBe('stopped');

    const other = await makeTrader();
    const { id: stored } = await makeCopy(other);
    clock.advance(DAY);
    const many = Array.from({ length: 201 }, (_, n) => `EUR/USD,profit,10,${at(-HOUR + n * 1_000)}`);
    const preview = previewIn(await importing(other, csv(...many))());
    expect(preview?.lines).toEqual(
      expect.arrayContaining([
        { name: 'Times a result reaches a copy', to: '201' },
        { name: 'All copies together, estimated from what they hold now', to: '+$201.00' },
        { name: now().toISOString().slice(0, 7), to: '201 results +$2,010.00; 201 reach copies, +$201.00' },
      ]),
    );
    expect(await equity(stored)).toBe(1_000_00n);
    await trades(other, 1);
  });

  test('of two thousand results is shown and entered in a few seconds', async () => {
    const id = await makeTrader();
    const start = Date.parse('2025-01-01T00:00:00Z');
    const lines = Array.from({ length: 2_000 }, (_, n) => {
      const date = new Date(start + n * 60_000).toISOString().slice(0, 16);
      return `EUR/USD,${n % 3 ? 'profit' : 'loss'},10,${date}`;
    });
    clock.advance(DAY);
    const startedAt = performance.now();
    await agreed(importing(id, csv(...lines)));
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(await logOf(id)).toHaveLength(2_000);
    const [stored] = await read().select().from(file);
    expect(stored).toMatchObject({ purpose: 'log', type: 'text/csv', name: 'log.csv' });
  });
});

test('in live mode a second administrator sees each row, and only shown rows are entered', async () => {
  const id = await makeTrader();
  clock.advance(HOUR);
  testEnv(LIVE);
  const when = at(-60_000);
  const send = importing(id, csv(`EUR/USD,profit,500,${when}`));
  const preview = previewIn(await send());
  expect(preview?.why).toEqual(['it decides what copies gain or lose']);
  expect(await send({ _preview: preview?.digest ?? '' })).toMatchObject({ status: 303 });
  expect(await logOf(id)).toEqual([]);
  const [request] = await read().select().from(approval);
  expect(readEffect(request?.effect ?? '')).toEqual({ title: preview?.title, lines: preview?.lines });
  const second = await makeAdmin();
  const approved = await write((tx) => approveShown(tx, createAdminActor(second.id), request?.id ?? ''));
  expect(approved.ok).toBe(true);
  expect(await logOf(id)).toMatchObject([{ amount: 500_00n, at: new Date(`${when}Z`) }]);
});

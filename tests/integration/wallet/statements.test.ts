// On both engines: paging.
import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { asc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { event, notification } from '#drizzle/schema';
import { noteItem } from '~/features/backoffice/reviewQueue/marks.server';
import { accrueBatch } from '~/features/money/plans/accrueInvestments.server';
import { openInvestment } from '~/features/money/plans/openInvestment.server';
import { createAccountFile } from '~/features/money/statements/accountData.server';
import { loadStatementOfPeriod } from '~/features/money/statements/lines.server';
import { loadTransactionsPage, streamStatementRows } from '~/features/money/statements/queries.server';
import { STATEMENT_COLUMNS, streamCsvRows } from '~/features/money/statements/rules';
import { readPeriod } from '~/features/money/statements/schema';
import { DEPOSITS } from '~/features/money/wallet/acts/depositActs.server';
import { submitDeposit } from '~/features/money/wallet/deposits/submitDeposit.server';
import { rateRisk } from '~/features/people/riskRating/rateRisk.server';
import { loadUserPart } from '~/features/people/users/userParts.server';
import { availableAccount, custody, reserve } from '~/ledger/chartOfAccounts';
import { parseUsd } from '~/ledger/parseUsd';
import { mustPost, postMany } from '~/ledger/posting/post.server';
import { audit } from '~/ledger/proof/audit.server';
import { sealNextBatch } from '~/ledger/proof/seal.server';
import { readBalances, readStatement, type StatementLine } from '~/ledger/reading/statement.server';
import {
  type StatementLineWithNext,
  type StatementPosition,
  yieldLinesNewestFirst,
} from '~/ledger/reading/statementPages.server';
import { readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import { after, DAY, HOUR } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { createPageLinks } from '~/platform/db/paging';
import { notify } from '~/platform/events/index.server';
import { createAdminActor } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { respondWithCsv } from '~/web/csv.server';
import { clock, useDatabase } from '../../support/database';
import { cases } from '../../support/depth';
import { makeAdmin, makeUser } from '../../support/people/people';
import * as world from '../ledger/ledger.fixtures';

useDatabase();

const amount = fc.bigInt({ min: 4n, max: 5_000n });
const deed = fc.record({
  does: fc.constantFrom(
    'deposit',
    'withdraw',
    'decide',
    'invest',
    'accrue',
    'endPlan',
    'copy',
    'mirror',
    'stop',
    'operator',
  ),
  amount,
  which: fc.nat({ max: 20 }),
  way: fc.boolean(),
  hours: fc.integer({ min: 0, max: 30 }),
});
type Deed = typeof deed extends fc.Arbitrary<infer D> ? D : never;

type Thing = { id: string; user: string; amount: bigint; total: bigint; done?: boolean; days: number };

/** Acts of one random user history. Acts that the ledger refuses are skipped. */
async function live(user: string, deeds: Deed[], chapter = 'one'): Promise<void> {
  const things = { withdrawal: [] as Thing[], plan: [] as Thing[], copy: [] as Thing[] };
  const open = (kind: keyof typeof things, which: number) => {
    const all = things[kind].filter(({ done }) => !done);
    return all[which % all.length];
  };
  const book = async (kind: keyof typeof things, thing: Thing, booked: Promise<world.Answer>) => {
    if ((await booked).ok) things[kind].push(thing);
  };
  for (const [index, { does, amount, which, way, hours }] of deeds.entries()) {
    clock.advance(hours * HOUR);
    const id = `${user}-${chapter}-${index}`;
    const made = { id, user, amount, total: amount + 7n, days: 0 };
    if (does === 'deposit') {
      const leg = { debit: custody('BTC'), credit: availableAccount(user), amount: amount * 4n };
      await world.move('deposit', id, leg);
    } else if (does === 'operator') {
      const [debit, credit] = way ? [reserve.free, availableAccount(user)] : [availableAccount(user), reserve.free];
      await world.move(way ? 'operator-credit' : 'operator-debit', id, { debit, credit, amount });
    } else if (does === 'withdraw') {
      await book('withdrawal', made, world.withdraw(made));
    } else if (does === 'invest') {
      await book('plan', made, world.invest(made));
    } else if (does === 'copy') {
      await book('copy', made, world.startCopy(made));
    } else if (does === 'decide') {
      const thing = open('withdrawal', which);
      if (thing) thing.done = (await world.decide(thing, way ? 'approved' : 'rejected')).ok;
    } else if (does === 'accrue') {
      const plan = open('plan', which);
      if (!plan || plan.days === 2) continue;
      plan.days += 1;
      // A late job dates its payment by its due time.
      const today = clock.at;
      clock.set(new Date(today.getTime() - (way ? 2 * DAY : 0)));
      await world.accrue(plan, plan.days, 2n);
      clock.set(today);
    } else if (does === 'endPlan') {
      const plan = open('plan', which);
      if (plan) plan.done = (await world.endPlan(plan)).ok;
    } else if (does === 'mirror') {
      const copy = open('copy', which);
      const result = amount / 4n || 1n;
      if (copy && (await world.mirrored(copy, id, way ? 'profit' : 'loss', result)).ok) {
        copy.amount += way ? result : -result;
      }
    } else {
      const copy = open('copy', which);
      if (copy && copy.amount > 0n) copy.done = (await world.stopCopy(copy, copy.amount)).ok;
    }
  }
}

async function walked(user: string, from?: StatementPosition): Promise<StatementLineWithNext[]> {
  const steps: StatementLineWithNext[] = [];
  for await (const step of yieldLinesNewestFirst(read(), user, { from })) steps.push(step);
  return steps;
}

const sum = (amounts: bigint[]) => amounts.reduce((total, each) => total + each, 0n);
const facts = ({ journalId, kind, change, availableChange, amount }: StatementLine) => ({
  journalId,
  kind,
  change,
  availableChange,
  amount,
});
/** Drops `next`, a cursor that changes when the user gets new accounts. */
const asRead = ({ next, ...line }: StatementLineWithNext) => line;
const byId = (a: { journalId: string }, b: { journalId: string }) => (a.journalId < b.journalId ? -1 : 1);

describe('the statement always adds up to the ledger', () => {
  test('row by row, page by page, and period by period', async () => {
    await world.addTrader(world.TRADER);
    let lives = 0;
    const life = fc.array(deed, { minLength: 5, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(life, life, fc.nat({ max: 60 * 30 }), async (before, meanwhile, hours) => {
        const born = clock.at;
        lives += 1;
        const user = `life${lives}`;
        await world.addPeople(user);
        await live(user, before);

        const newestFirst = await walked(user);
        const { funded, available: spendable } = await readBalances(read(), user);
        const all = await readStatement(read(), user);
        expect(newestFirst[0]?.fundedAfter ?? 0n).toBe(funded);
        expect(all.at(-1)?.fundedAfter ?? 0n).toBe(funded);
        expect(sum(all.map(({ availableChange }) => availableChange))).toBe(spendable);
        const { journals, history: course } = await readBalancesAndTotals(user);
        expect([journals, sum(course.map((each) => each.funded))]).toEqual([all.length, funded]);
        expect(newestFirst.map(facts).sort(byId)).toEqual(all.map(facts).sort(byId));
        for (const [place, { fundedAfter, change }] of newestFirst.entries()) {
          expect(newestFirst[place + 1]?.fundedAfter ?? 0n).toBe(fundedAfter - change);
        }

        const middle = new Date(born.getTime() + hours * HOUR);
        const early = await loadStatementOfPeriod(user, { from: null, until: middle });
        const late = await loadStatementOfPeriod(user, { from: middle, until: null });
        expect([early.opening, late.opening, late.closing]).toEqual([0n, early.closing, funded]);
        expect([...early.lines, ...late.lines]).toEqual(all);
        const newest = await loadStatementOfPeriod(user, { from: null, until: null }, 3);
        expect([newest.lines, newest.isCut]).toEqual([all.slice(-3), all.length > 3]);
        for (const part of [early, late, newest]) {
          let balance = part.opening;
          const [opening, ...rows] = [...streamCsvRows(part, 'UTC')];
          const closing = rows.pop();
          expect([opening?.balance, closing?.balance].map((text) => parseUsd(text ?? ''))).toEqual([
            part.opening,
            part.closing,
          ]);
          for (const row of rows) {
            balance += (parseUsd(row.in || '0') ?? 0n) - (parseUsd(row.out || '0') ?? 0n);
            expect(parseUsd(row.balance)).toBe(balance);
          }
          expect(balance).toBe(part.closing);
        }

        // New rows are above every visited page, and change none below.
        await live(user, meanwhile, 'two');
        expect(
          (await walked(user)).slice(-newestFirst.length || Number.POSITIVE_INFINITY).map(({ journalId }) => journalId),
        ).toEqual(newestFirst.map(({ journalId }) => journalId));
        const half = Math.floor(newestFirst.length / 2);
        const from = newestFirst[half]?.next;
        if (from) expect((await walked(user, from)).map(asRead)).toEqual(newestFirst.slice(half + 1).map(asRead));
      }),
      { numRuns: cases(40) },
    );
    while (await sealNextBatch()) {}
    expect((await audit()).findings).toEqual([]);
  });
});

const query = (text: string) => new URLSearchParams(text);

/** Deposits of one, two, three, ... dollars, a day apart. */
async function deposits(user: User, count: number): Promise<void> {
  for (let dollars = 1; dollars <= count; dollars += 1) {
    const leg = { debit: custody('BTC'), credit: availableAccount(user.id), amount: BigInt(dollars) * 100n };
    await world.move('deposit', `${user.id}:${dollars}`, leg);
    clock.advance(DAY);
  }
}

const dollarsOf = ({ lines }: { lines: { amount: bigint }[] }) => lines.map(({ amount }) => Number(amount) / 100);
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, at) => from - at);

describe('the transactions page', () => {
  test('has pages without lost or repeated rows while more are booked', async () => {
    const user = await makeUser();
    await deposits(user, 60);
    const first = await loadTransactionsPage(user, query(''));
    expect([dollarsOf(first), first.isFirst]).toEqual([down(60, 36), true]);
    await world.move('operator-credit', 'gift', {
      debit: reserve.free,
      credit: availableAccount(user.id),
      amount: 500n,
    });
    const second = await loadTransactionsPage(user, query(`before=${first.next}`));
    expect([dollarsOf(second), second.isFirst]).toEqual([down(35, 11), false]);
    const third = await loadTransactionsPage(user, query(`before=${second.next}`));
    expect([dollarsOf(third), third.next]).toEqual([down(10, 1), null]);
    expect(third.lines.at(-1)?.fundedAfter).toBe(100n);
    expect((await loadTransactionsPage(user, query(''))).lines[0]).toMatchObject({
      title: 'Operator credit',
      change: 500n,
    });
  });

  test('shows a tab, a kind and a period, and reports invalid ones', async () => {
    const user = await makeUser({ timeZone: 'America/New_York' });
    await deposits(user, 3);
    await world.addTrader(world.TRADER);
    expect((await world.withdraw({ id: 'w', user: user.id, amount: 200n })).ok).toBe(true);
    const kinds = async (text: string) => (await loadTransactionsPage(user, query(text))).lines.map(({ kind }) => kind);
    expect(await kinds('')).toEqual(['withdrawal-requested', 'deposit', 'deposit', 'deposit']);
    expect(await kinds('show=withdrawals')).toEqual(['withdrawal-requested']);
    expect(await kinds('show=referrals')).toEqual([]);
    expect(await kinds('kind=deposit')).toEqual(['deposit', 'deposit', 'deposit']);
    // A kind of another tab, an unknown tab and an unknown position.
    expect(await kinds('show=withdrawals&kind=deposit&before=1.x')).toEqual(['withdrawal-requested']);
    expect((await loadTransactionsPage(user, query('show=toString'))).tab).toBe('all');

    expect(await kinds('from=2026-03-03&to=2026-03-04')).toEqual(['deposit', 'deposit']);
    const refused = await loadTransactionsPage(user, query('from=2026-02-30&to=2026-03-03'));
    expect(refused.period).toMatchObject({ input: { from: '2026-02-30' }, problems: { from: ['Enter a date'] } });
    expect(refused.lines).toHaveLength(2);
    const { problems } = readPeriod(query('from=2026-03-04&to=2026-03-03'), 'UTC');
    expect(problems).toEqual({ to: ['The last day is before the first'] });
  });

  test('uses the days of the user’s time zone, else of UTC', async () => {
    const [here, there] = [await makeUser(), await makeUser({ timeZone: 'America/New_York' })];
    for (const user of [here, there]) {
      clock.set(new Date('2026-03-03T03:00:00Z'));
      await deposits(user, 1);
    }
    const shown = async (user: User) => (await loadTransactionsPage(user, query('from=2026-03-03'))).lines.length;
    expect([await shown(here), await shown(there)]).toEqual([1, 0]);
  });

  test('has one row for consecutive daily costs, which links to each', async () => {
    const user = await makeUser();
    await deposits(user, 2);
    for (let day = 1; day <= 30; day += 1) {
      const leg = { debit: availableAccount(user.id), credit: reserve.free, amount: 1n };
      await world.move('position-cost', `${user.id}:${day}`, leg);
      clock.advance(DAY);
    }
    const { lines, next } = await loadTransactionsPage(user, query(''));
    expect(next).toBeNull();
    expect(lines.map(({ title, amount: moved }) => [title, moved])).toEqual([
      ['Costs of holding positions', 30n],
      ['Deposit', 200n],
      ['Deposit', 100n],
    ]);
    expect(lines[0]).toMatchObject({ about: '30 charges: your own trading', change: -30n, fundedAfter: 270n });
    const { lines: apart } = await loadTransactionsPage(user, query(lines[0]?.href?.replace(/.*\?/, '') ?? ''));
    expect([apart.length, apart[0]?.amount]).toEqual([25, 1n]);
  });

  test('searches only so far for rare kinds, and offers to continue', async () => {
    const user = await makeUser();
    const legs = [{ debit: custody('BTC'), credit: availableAccount(user.id), amount: 1n }];
    await write((tx) => mustPost(tx, { ...world.head('operator-profit', 'old'), legs }));
    const many = Array.from({ length: 2_010 }, (_, at) => ({ ...world.head('deposit', `many:${at}`), legs }));
    await write((tx) => postMany(tx, many));
    const first = await loadTransactionsPage(user, query('kind=operator-profit'));
    expect([first.lines.length, first.looked]).toEqual([0, 2_000]);
    const second = await loadTransactionsPage(user, query(`kind=operator-profit&before=${first.next}`));
    expect([second.lines.length, second.looked, second.next]).toEqual([1, null, null]);
  });
});

test('an administrator pages through a statement, and returns to the newest', async () => {
  const user = await makeUser();
  await deposits(user, 30);
  const page = async (after: string) => {
    const part = await loadUserPart(user.id, 'statement', query(`after=${after}`));
    if (part?.part !== 'statement') throw new Error('no statement');
    return part.page;
  };
  const first = await page('');
  expect([dollarsOf({ lines: first.rows }), first.previous]).toEqual([down(30, 6), null]);
  const second = await page(first.next ?? '');
  expect([dollarsOf({ lines: second.rows }), second.next]).toEqual([down(5, 1), null]);
  expect(createPageLinks(`?after=${first.next}`, second)).toEqual({ previous: '?', next: null });
});

test('a plan that matured while nothing ran is dated then', async () => {
  const user = await makeUser({}, { dollars: 500 });
  const opened = await write((tx) => openInvestment(tx, user, { plan: 'starter', amount: 500_00n }));
  expect(opened.ok).toBe(true);
  const matures = after(clock.at, 2 * DAY);
  clock.advance(9 * DAY);
  while (await accrueBatch()) {}
  const notifications = await read()
    .select()
    .from(notification)
    .where(eq(notification.userId, user.id))
    .orderBy(asc(notification.id));
  expect(notifications.at(-1)).toMatchObject({
    text: expect.stringMatching(/^Plan matured: Starter plan, \$[\d.,]+ earned$/),
    at: matures,
  });
  const matured = await read().select().from(event).where(eq(event.event, 'mature'));
  expect(matured.map(({ at }) => at)).toEqual([matures]);
  const { lines } = await loadTransactionsPage(user, query('show=investments'));
  expect(lines.map(({ at }) => at)).toEqual([matures, matures, after(matures, -DAY), after(matures, -2 * DAY)]);
});

describe('the downloads of a user', () => {
  test('have a CSV statement that no spreadsheet executes, marked as paper', async () => {
    const user = await makeUser({}, { dollars: 3 });
    const legs = [{ debit: availableAccount(user.id), credit: reserve.free, amount: 125n }];
    const head = world.head('operator-debit', 'oops');
    await write((tx) => mustPost(tx, { ...head, reason: '=HYPERLINK("http://evil","Win")', legs }));
    const file = respondWithCsv('statement', STATEMENT_COLUMNS, streamStatementRows(user, query('')));
    expect(file.headers.get('Content-Disposition')).toContain('mirrorbook-statement-paper.csv');
    const rows = (await file.text()).trimEnd().split('\r\n');
    expect(rows[0]).toBe('date,utc,entry,reason,moved,in,out,balance,reference,mode');
    expect(rows[1]).toBe(',,Opening balance,,,,,0.00,,paper');
    expect(rows[3]).toContain(`,Operator debit,"'=HYPERLINK(""http://evil"",""Win"")",1.25,,1.25,1.75,`);
    expect(rows[4]).toBe(',,Closing balance,,,,,1.75,,paper');
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['-12.50', '-12.50'],
    ['-1+1', "'-1+1"],
    ['\t=1', "'\t'=1"],
    ['a; b', 'a; b'],
    ['a;=1+1', "a;'=1+1"],
    ['a; "@SUM(A1)"', `a; "'@SUM(A1)"`],
    ['a\t+1', "a\t'+1"],
    ['a\n-1;\uff1d1', "a\n'-1;'\uff1d1"],
  ])('have a CSV file, with a mark of UTF-8, in which %j is the text %j', async (value, text) => {
    const bytes = await respondWithCsv('test', ['x'], Readable.from([{ x: value }])).arrayBuffer();
    const written = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    expect(written.startsWith('\ufeffx,mode\r\n')).toBe(true);
    expect(parse(written, { bom: true, from: 2 })).toEqual([[text, 'paper']]);
  });

  test('have everything about them, and no secret', async () => {
    const [user, other] = [await makeUser({ firstName: '=HYPERLINK' }, { dollars: 40 }), await makeUser()];
    await write((tx) => notify(tx, { userId: user.id, text: 'For you', href: '/' }));
    await write((tx) => notify(tx, { userId: other.id, text: 'For another user', href: '/' }));
    await deposits(other, 1);
    // Notes of the staff.
    const by = createAdminActor((await makeAdmin()).id);
    const sent = await write((tx) => submitDeposit(tx, user, { method: 'BTC', amount: 1_000_00n, proof: null }));
    const id = sent.ok ? sent.value.id : '';
    expect((await write((tx) => noteItem(tx, by, DEPOSITS, { id, note: 'Rang them' }))).ok).toBe(true);
    const rating = { userId: user.id, rating: 'high', reason: 'Money from a mixer' } as const;
    expect((await write((tx) => rateRisk(tx, by, rating))).ok).toBe(true);
    const file = await createAccountFile(user);
    const held = JSON.parse(file);
    expect(held).toMatchObject({
      mode: 'paper',
      profile: { email: user.email },
      balances: { available: '40.00', funded: '40.00' },
      statement: [{ entry: 'Deposit', change: '40.00', fundedAfter: '40.00' }],
      notifications: [{ text: 'For you' }],
    });
    expect(file).not.toMatch(/passwordHash|tokenHash|storageKey|For another user|Rang them|mixer|risk/i);
    expect(file).not.toContain(other.id);
  });
});

// On both engines: raw SQL that breaks the books, and the queries that find it.
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { idempotency, journal } from '#drizzle/schema';
import { availableAccount, custody, reserve } from '~/ledger/chartOfAccounts';
import { audit } from '~/ledger/proof/audit.server';
import { listOtherChecks } from '~/ledger/proof/journalRows.server';
import { sealNextBatch } from '~/ledger/proof/seal.server';
import { DAY, HOUR } from '~/platform/clock';
import { read, rows, write } from '~/platform/db/index.server';
import { ensureCatalogue } from '~/seed/catalogue.server';
import { clock, onPostgres, START, useDatabase } from '../../support/database';
import * as world from './ledger.fixtures';
import { behindTheBack, LEAVE_TRIGGERS_OFF } from './ledger.fixtures';

useDatabase({}, async () => {
  await ensureCatalogue();
  await keepBooks();
});

const withdrawals = {
  open: { id: 'w-open', user: 'ann', amount: 1_000n },
  cancelled: { id: 'w-cancelled', user: 'ann', amount: 500n },
  approved: { id: 'w-approved', user: 'ann', amount: 2_000n },
  paid: { id: 'w-paid', user: 'bob', amount: 3_000n },
};
const plan = { id: 'plan-1', user: 'ann', amount: 10_000n, total: 900n };
const copied = { id: 'copy-1', user: 'bob', amount: 4_000n };

/** Books with entries of every kind. */
async function keepBooks(): Promise<void> {
  await world.addTrader(world.TRADER);
  await world.addPeople('ann', 'bob');
  for (const user of ['ann', 'bob']) {
    await world.move('deposit', user, { debit: custody('BTC'), credit: availableAccount(user), amount: 50_000n });
  }
  await world.move('deposit', 'wrong', { debit: custody('ETH'), credit: availableAccount('ann'), amount: 7n });
  const legs = [{ debit: availableAccount('ann'), credit: custody('ETH'), amount: 7n }];
  await world.move('deposit-reversed', 'wrong', ...legs);
  for (const made of Object.values(withdrawals)) await world.withdraw(made);
  await world.decide(withdrawals.cancelled, 'cancelled');
  await world.decide(withdrawals.approved, 'approved');
  await world.decide(withdrawals.paid, 'approved');
  await world.pay(withdrawals.paid);
  await world.invest(plan);
  await world.accrue(plan, 1, 90n);
  await world.startCopy(copied);
  await world.mirrored(copied, 'trade-1', 'profit', 250n);
  await world.mirrored(copied, 'trade-2', 'loss', 100n);
  const [root] = await read().select({ id: journal.id }).from(journal).limit(1);
  const request = { scope: 'ann', operation: 'withdraw', fingerprint: '-', at: START };
  await write(async (tx) => {
    await tx.insert(idempotency).values([
      {
        ...request,
        id: 'i-done',
        key: '1',
        outcome: { value: { journalId: root?.id } },
        succeeded: true,
        rootJournalId: root?.id,
      },
      { ...request, id: 'i-refused', key: '2', outcome: { refusal: { code: 'insufficient' } }, succeeded: false },
    ]);
  });
  while (await sealNextBatch());
  clock.advance(HOUR);
}

test('correct books have no findings', async () => {
  const report = await audit();
  expect(report.findings).toEqual([]);
  expect(report.journals).toBeGreaterThan(15);
});

/** Way to break an invariant, and the row that the audit must name for it, or a function that looks the row up beforehand. */
type Break = [invariant: string, row: string, ...statements: string[]];

const set = (table: string, change: string, where: string) => `update "${table}" set ${change} where ${where}`;
const accountOf = (code: string, change: string) => set('account', change, `code = '${code}'`);
const legOf = (kind: string, change: string) =>
  set('transfer', change, `journal_id = (select id from journal where kind = '${kind}' limit 1)`);
/** Lookup of a row whose name is not known beforehand. */
const journalOf = (kind: string) => `select 'journal ' || id as row from journal where kind = '${kind}'`;
const legIn = (kind: string) =>
  `select id as row from transfer where journal_id = (select id from journal where kind = '${kind}')`;
const holdThat = (outcome: string) => `select id as row from hold where outcome = '${outcome}' limit 1`;
const sealedAt = (position: number) => `select 'journal ' || journal_id as row from seal where position = ${position}`;
const no = onPostgres ? 'false' : '0';
const root = '(select id from journal order by id limit 1)';

const ROWS = 'each journal tells of a row, and each row that moved money has its journal';

/** Adds a cent to an account without a corresponding row in its log. */
const tradingAccount = (id: string, kind: string) =>
  `insert into trading_account (id, kind, cash, waiting_profit, deficit, forgiven, orders, given, waiting, leverage, until, created_at)
   values ('${id}', '${kind}', 1, 0, 0, 0, 0, 0, '[]', '{}', 1, 1)`;

const tradingRow = (account: string, number: number, at: number) =>
  `insert into trading_order (id, account_id, number, at, kind, source, size, price, spread, leverage, gap, flow, equity_before, result, recorded_at)
   values ('row-${number}', '${account}', ${number}, ${at}, 'flow', 'investor', '0', '0', '0', 1, false, 0, 0, 0, 1)`;

const BREAKS: Break[] = [
  ['debits equal credits', 'all accounts', accountOf('fees', 'credits = credits + 1')],
  ['each stored balance equals its transfers replayed', 'fees', accountOf('fees', 'credits = credits + 1')],
  ['each stored balance equals its transfers replayed', 'fees', accountOf('fees', 'version = version + 1')],
  [
    'each stored balance equals its transfers replayed',
    'available:bob',
    accountOf('available:bob', 'debits = debits + 5, credits = credits + 5'),
  ],
  [
    'each balance noted on a transfer is the one it left',
    legIn('plan-opened'),
    legOf('plan-opened', 'credit_balance = credit_balance + 1'),
  ],
  [
    'each balance noted on a transfer is the one it left',
    legIn('plan-opened'),
    legOf('plan-opened', 'debit_version = 900'),
  ],
  ['no floor is broken', 'available:ann', accountOf('available:ann', 'debits = credits + 1')],
  ['assets equal liabilities and equity', 'books', accountOf('custody:BTC', 'debits = debits + 1')],
  ['each account is what its code says', 'available:ann', accountOf('available:ann', `owner_id = 'bob'`)],
  ['each account is what its code says', 'allocated:copy-1', accountOf('allocated:copy-1', `owner_id = 'ann'`)],
  ['each account is what its code says', 'reserve:free', accountOf('reserve:free', `owner_id = 'ann'`)],
  ['each account is what its code says', 'reserve:free', accountOf('reserve:free', `floored = ${no}`)],
  ['each account is what its code says', 'custody:BTC', accountOf('custody:BTC', `normal_side = 'credit'`)],
  ['each account carries its own MAC', 'available:ann', accountOf('available:ann', `mac = 'another'`)],
  [
    'each account of an unidentified receipt is of a line that was said to be one',
    'unidentified:nobody',
    accountOf('reserve:free', `code = 'unidentified:nobody'`),
  ],
  [
    'nothing is available to a user who owes',
    'available:ann',
    `insert into account (id, code, owner_id, normal_side, floored, debits, credits, version)
     values ('owed', 'receivable:ann', null, 'debit', ${onPostgres ? 'true' : '1'}, 5, 0, 1)`,
  ],
  [
    'each journal has its transfers, and what it reverses is there',
    journalOf('plan-opened'),
    legOf('plan-opened', 'leg = 3'),
  ],
  [
    'each journal has its transfers, and what it reverses is there',
    journalOf('plan-opened'),
    `delete from transfer where journal_id = (select id from journal where kind = 'plan-opened')`,
  ],
  [
    'each journal has its transfers, and what it reverses is there',
    journalOf('deposit-reversed'),
    set('journal', `reverses = 'nothing'`, `kind = 'deposit-reversed'`),
  ],
  [
    'each transfer is of a journal and between two accounts that are there',
    legIn('plan-opened'),
    legOf('plan-opened', `journal_id = 'nothing'`),
  ],
  [
    'each transfer is of a journal and between two accounts that are there',
    legIn('plan-opened'),
    legOf('plan-opened', `debit_account_id = 'nothing'`),
  ],
  ['held equals open holds', 'held:ann', set('hold', 'amount = amount + 1', `outcome = 'open'`)],
  ['held equals open holds', 'held:stranger', set('hold', `user_id = 'stranger'`, `outcome = 'open'`)],
  ['held equals open holds', 'held:ann', accountOf('held:ann', 'credits = credits + 1')],
  [
    'each hold is what its journals moved',
    holdThat('released'),
    set('hold', 'amount = amount - 1', `outcome = 'released'`),
  ],
  [
    'each hold is what its journals moved',
    holdThat('open'),
    set('hold', `outcome = 'settled', resolved_by = ${root}`, `outcome = 'open'`),
  ],
  [
    'each hold is what its journals moved',
    holdThat('released'),
    set('hold', `user_id = 'bob'`, `outcome = 'released'`),
  ],
  ['each withdrawal agrees with its hold', 'w-open', set('withdrawal', `status = 'paid'`, `id = 'w-open'`)],
  ['each withdrawal agrees with its hold', 'w-paid', set('withdrawal', `user_id = 'ann'`, `id = 'w-paid'`)],
  ['each withdrawal agrees with its hold', 'w-open', set('withdrawal', `hold_id = 'none'`, `id = 'w-open'`)],
  ['payouts equals withdrawals approved and unpaid', 'payouts', set('withdrawal', `fee = 0`, `id = 'w-approved'`)],
  [
    'payouts equals withdrawals approved and unpaid',
    'payouts',
    set('withdrawal', `status = 'paid'`, `id = 'w-approved'`),
  ],
  [
    'reserve:committed equals what promises still owe',
    'reserve:committed',
    set('promise', 'remaining = remaining + 1', '1 = 1'),
  ],
  ['reserve:committed equals what promises still owe', 'reserve:committed', 'delete from promise'],
  [
    'each promise has paid what its journals moved',
    'select id as row from promise',
    set('promise', 'paid = paid + 1, remaining = remaining - 1', '1 = 1'),
  ],
  ['principal equals running plans', 'principal:ann', set('investment', 'principal = 1', `id = 'plan-1'`)],
  ['principal equals running plans', 'principal:bob', set('investment', `user_id = 'bob'`, `id = 'plan-1'`)],
  ['accrued equals what running plans have earned', 'accrued:ann', set('promise', 'paid = paid + 1', '1 = 1')],
  [
    'each allocation equals its copy’s own arithmetic',
    'allocated:copy-1',
    set('copy', 'contributed = 1', `id = 'copy-1'`),
  ],
  [
    'each allocation equals its copy’s own arithmetic',
    'allocated:copy-2',
    set('copy', `id = 'copy-2'`, `id = 'copy-1'`),
  ],
  [
    'each copy’s result equals its mirrored trades and its positions’ results, less the leader’s shares',
    'copy-1',
    set('mirror', 'amount = amount + 1', `id = 'trade-1'`),
  ],
  [
    'each copy’s result equals its mirrored trades and its positions’ results, less the leader’s shares',
    'copy-1',
    set('mirror', `type = 'profit'`, `id = 'trade-2'`),
  ],
  [
    'each copy’s result equals its mirrored trades and its positions’ results, less the leader’s shares',
    'copy-1',
    `delete from mirror where id = 'trade-1'`,
  ],
  [
    'each copy’s result equals its mirrored trades and its positions’ results, less the leader’s shares',
    'copy-1',
    `delete from mirror where copy_id = 'copy-1'`,
  ],
  [
    'each user’s trading equals the cash of their account with positions',
    'trading:ann',
    tradingAccount('ann', 'investor'),
  ],
  ['each copy’s allocation equals the cash of its account with positions', 'copy-1', tradingAccount('copy-1', 'copy')],
  ['each account with positions is worth what its log says', 'ann', tradingAccount('ann', 'leader')],
  [
    'no row of an account with positions is earlier than the one before it',
    'row-2',
    tradingAccount('ann', 'leader'),
    tradingRow('ann', 1, 2_000),
    tradingRow('ann', 2, 1_000),
  ],
  [
    'each amount put into a copy or taken out is what its journal moved',
    'flow-1',
    `insert into copy_flow (id, copy_id, user_id, kind, amount, at, moved, moved_at)
     values ('flow-1', 'copy-1', 'bob', 'top-up', 100, 1, 100, 1)`,
  ],
  ['a copy that has stopped holds nothing', 'copy-1', set('copy', `status = 'stopped'`, `id = 'copy-1'`)],
  [ROWS, 'withdrawal w-cancelled', set('withdrawal', `status = 'rejected'`, `id = 'w-cancelled'`)],
  [ROWS, journalOf('withdrawal-cancelled'), set('withdrawal', `status = 'rejected'`, `id = 'w-cancelled'`)],
  [ROWS, journalOf('withdrawal-paid'), set('withdrawal', 'fee = fee + 1', `id = 'w-paid'`)],
  [ROWS, journalOf('plan-opened'), set('investment', `user_id = 'bob'`, `id = 'plan-1'`)],
  [ROWS, journalOf('deposit-reversed'), set('deposit', `status = 'approved'`, `id = 'wrong'`)],
  [ROWS, journalOf('deposit-reversed'), legOf('deposit-reversed', 'amount = 6')],
  [ROWS, journalOf('copy-profit'), `delete from mirror where id = 'trade-1'`],
  [
    ROWS,
    'deposit never',
    `insert into deposit (id, user_id, method, amount, received, status, created_at)
    values ('never', 'ann', 'BTC', 1, 1, 'approved', 1)`,
  ],
  [
    ROWS,
    `select 'journal ' || id as row from journal where kind = 'copy-started'`,
    set('journal', `kind = 'gift'`, `kind = 'copy-started'`),
  ],
  [
    'each stored success of a money operation has exactly one root journal',
    'i-done',
    set('idempotency', 'root_journal_id = null', `id = 'i-done'`),
  ],
  [
    'each stored success of a money operation has exactly one root journal',
    'i-done',
    set('idempotency', `root_journal_id = 'gone'`, `id = 'i-done'`),
  ],
  [
    'each stored success of a money operation has exactly one root journal',
    'i-refused',
    set('idempotency', `root_journal_id = ${root}`, `id = 'i-refused'`),
  ],
  [
    'each stored success of a money operation has exactly one root journal',
    'i-again',
    `insert into idempotency (id, scope, key, operation, fingerprint, outcome, succeeded, root_journal_id, at)
     select 'i-again', scope, '3', operation, fingerprint, outcome, succeeded, root_journal_id, at from idempotency where id = 'i-done'`,
  ],
  ['the seals have no gap and verify', sealedAt(4), 'delete from seal where position = 3'],
  ['the seals have no gap and verify', sealedAt(2), 'delete from seal where position = 1'],
  [
    'the seals have no gap and verify',
    sealedAt(5),
    'delete from journal where id in (select journal_id from seal where position = 5)',
  ],
  // Deletes a journal from the middle with its seal, and moves the later seals into its place.
  [
    'the seals have no gap and verify',
    sealedAt(6),
    'delete from transfer where journal_id in (select journal_id from seal where position = 5)',
    'delete from journal where id in (select journal_id from seal where position = 5)',
    'delete from seal where position = 5',
    'update seal set position = -position where position > 5',
    'update seal set position = -position - 1 where position < 0',
  ],
  [
    'every journal is sealed',
    `select 'journal ' || journal_id as row from seal where journal_id is not null order by position desc limit 1`,
    'delete from seal where position = (select max(position) from seal where journal_id is not null)',
  ],
  [
    'every version of a row is sealed',
    `select 'row version ' || row_version_id as row from seal order by position desc limit 1`,
    'delete from seal where position = (select max(position) from seal)',
  ],
  ['each row is what its newest version says', 'trade trade-1', set('trade', `pair = 'ETH/USD'`, `id = 'trade-1'`)],
  [
    'each row is what its newest version says',
    'setting forged',
    `insert into setting (key, value) values ('forged', 1)`,
  ],
  ['the seals reach the newest head', `select 'seal ' || max(position) as row from seal`, 'delete from seal'],
  [
    'what only grows has its triggers',
    onPostgres ? 'trigger journal_append_only' : 'trigger journal_no_update',
    LEAVE_TRIGGERS_OFF,
  ],
  ['each version is of a row that is there', 'trade trade-2', `delete from trade where id = 'trade-2'`],
];

describe('alterations that bypass the ledger are named', () => {
  test('there is a way to break every invariant', async () => {
    const { invariants } = await audit();
    expect([...new Set(BREAKS.map(([invariant]) => invariant))].sort()).toEqual([...invariants].sort());
    expect(invariants).toEqual(expect.arrayContaining(listOtherChecks()));
  });

  test.each(BREAKS)('%s: %s', async (invariant, row, ...statements) => {
    // A row without a seal is named after a search for it.
    while (await sealNextBatch());
    const expected = row.startsWith('select') ? (await rows<{ row: string }>(read(), sql.raw(row)))[0]?.row : row;
    await behindTheBack(...statements);
    const { findings } = await audit();
    const named = findings.filter((finding) => finding.invariant === invariant).map((finding) => finding.row);
    expect(named).toContain(expected);
  });
});

test.skipIf(onPostgres)('an amount that is no number is named', async () => {
  await behindTheBack(`update transfer set amount = 'plenty' where rowid = 3`);
  const { findings } = await audit();
  expect(findings.map((finding) => finding.invariant)).toContain('the seals have no gap and verify');
});

describe('sealing', () => {
  test.each([
    ['back', -DAY],
    ['forward', DAY],
  ])('continues when the clock was set a day %s', async (_, by) => {
    clock.advance(by);
    await world.move('operator-credit', 'later', { debit: reserve.free, credit: availableAccount('ann'), amount: 1n });
    while (await sealNextBatch());
    clock.advance(-by);
    await world.move('operator-credit', 'after', { debit: reserve.free, credit: availableAccount('ann'), amount: 1n });
    while (await sealNextBatch());
    clock.advance(2 * DAY);
    expect((await audit()).findings).toEqual([]);
  });
});

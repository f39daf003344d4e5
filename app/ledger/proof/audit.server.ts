import { type SQL, sql } from 'drizzle-orm';
import { onPostgres } from '#drizzle/columns';
import { systemNow } from '~/platform/clock';
import { rowsInBackground } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { findAccountsWithForeignMacs } from '../posting/accounts.server';
import { formatFinding, markedUsdSql } from './findingAmounts';
import { describeComparedHead, findUnreachedHead } from './heads.server';
import { findJournalRowMismatches } from './journalRows.server';
import { findAllAlteredRows, findAllMissingRows } from './rowAudit.server';
import { verifySeals } from './seal.server';
import { findChangedTriggers } from './triggers.server';
import { findUnsealedJournals, findUnsealedVersions } from './unsealed.server';

/** Finding of the audit: the violated invariant, and the row that violates it. */
export type AuditFinding = { invariant: string; row: string; detail: string };

/** Result of an audit. `head` describes the newest seal that was compared, and where it is stored. */
export type AuditReport = {
  checkedAt: Date;
  journals: number;
  head: string;
  invariants: string[];
  findings: AuditFinding[];
};

type Check = { invariant: string; find: () => Promise<Omit<AuditFinding, 'invariant'>[]> };

/** Returns a check that runs a query. Each row of the result (columns `row` and `detail`) is a finding. */
const queryCheck = (invariant: string, statement: () => SQL): Check => ({
  invariant,
  find: () => rowsInBackground<{ row: string; detail: string }>(statement()),
});

const BALANCE_SQL = sql.raw(
  `case when a.normal_side = 'debit' then a.debits - a.credits else a.credits - a.debits end`,
);

/** Custody may be negative in paper mode only. */
const custodyFloorCondition = () => (isPaper() ? sql`1 = 0` : sql`1 = 1`);

/** Returns the SQL for an account's balance over all its stripes, in cents; 0 before the first transfer. */
const totalBalanceSql = (code: string) =>
  sql`(select coalesce(sum(${BALANCE_SQL}), 0) from account a where a.code = ${code})`;

/** Returns a check that each account of a kind has the balance stated by another query (columns `code` and `total`). */
const createBalanceCheck = (invariant: string, kind: string, what: string, stated: SQL): Check =>
  queryCheck(
    invariant,
    () => sql`
      select coalesce(a.code, s.code) as row,
        'balance ' || ${markedUsdSql('coalesce(a.balance, 0)')} || ${sql.raw(`', ${what} '`)} || ${markedUsdSql('coalesce(s.total, 0)')} as detail
      from (select a.code, (${BALANCE_SQL}) as balance from account a where a.code like ${sql.raw(`'${kind}:%'`)}) a
      full join (${stated}) s on s.code = a.code
      where coalesce(a.balance, 0) <> coalesce(s.total, 0)`,
  );

/**
 * Returns the SQL for the sum that each journal debited to, or credited to, the accounts of money held for withdrawals.
 */
const heldMovementsSql = (side: 'debit' | 'credit') => sql`
  select t.journal_id, a.code, sum(t.amount) as total
  from transfer t join account a on a.id = ${sql.raw(`t.${side}_account_id`)}
  where a.code like 'held:%' group by t.journal_id, a.code`;

/** SQL for the part of a journal's reference before the first colon. */
const JOURNAL_SUBJECT = sql.raw(
  onPostgres ? "split_part(j.business_ref, ':', 1)" : "substr(j.business_ref, 1, instr(j.business_ref, ':') - 1)",
);

/** SQL for the result of each trading account's positions according to the journals, cents. */
const POSITION_RESULTS = sql`
  select ${JOURNAL_SUBJECT} as account, sum(case when j.kind in ('position-profit', 'position-paid') then t.amount else -t.amount end) as total
  from journal j join transfer t on t.journal_id = j.id
  where j.kind in ('position-profit', 'position-paid', 'position-loss', 'position-cost') group by ${JOURNAL_SUBJECT}`;

const INVARIANT_CHECKS: Check[] = [
  queryCheck(
    'debits equal credits',
    () => sql`
      select 'all accounts' as row, 'debits ' || ${markedUsdSql('sum(debits)')} || ', credits ' || ${markedUsdSql('sum(credits)')} as detail
      from account having sum(debits) <> sum(credits)`,
  ),
  queryCheck(
    'each stored balance equals its transfers replayed',
    () => sql`
      select a.code as row,
        'stored ' || ${markedUsdSql('a.debits')} || '/' || ${markedUsdSql('a.credits')} || ' version ' || a.version || ', transfers say '
          || ${markedUsdSql('coalesce(d.total, 0)')} || '/' || ${markedUsdSql('coalesce(c.total, 0)')} || ' version ' || (coalesce(d.n, 0) + coalesce(c.n, 0)) as detail
      from account a
      left join (select debit_account_id as id, sum(amount) as total, count(*) as n from transfer group by debit_account_id) d on d.id = a.id
      left join (select credit_account_id as id, sum(amount) as total, count(*) as n from transfer group by credit_account_id) c on c.id = a.id
      where a.debits <> coalesce(d.total, 0) or a.credits <> coalesce(c.total, 0) or a.version <> coalesce(d.n, 0) + coalesce(c.n, 0)`,
  ),
  queryCheck(
    'each balance noted on a transfer is the one it left',
    () => sql`
      select id as row, 'noted ' || ${markedUsdSql('noted')} || ' at ' || version || ', replayed ' || ${markedUsdSql('replayed')} || ' at ' || place
          || ' on ' || code as detail from (
        select m.id, a.code, m.noted, m.version, row_number() over (partition by m.account order by m.version) as place,
          sum(case when a.normal_side = m.side then m.amount else -m.amount end)
            over (partition by m.account order by m.version rows unbounded preceding) as replayed
        from (
          select id, debit_account_id as account, 'debit' as side, debit_version as version, amount, debit_balance as noted from transfer
          union all
          select id, credit_account_id, 'credit', credit_version, amount, credit_balance from transfer
        ) m join account a on a.id = m.account
      ) replay where noted <> replayed or version <> place`,
  ),
  queryCheck(
    'no floor is broken',
    () => sql`
      select a.code as row, 'balance ' || ${markedUsdSql(BALANCE_SQL)} as detail from account a
      where (a.code not like 'custody:%' or ${custodyFloorCondition()}) and (${BALANCE_SQL}) < 0`,
  ),
  queryCheck(
    'assets equal liabilities and equity',
    () => sql`
      select 'books' as row, 'assets ' || ${markedUsdSql('assets')} || ', liabilities and equity ' || ${markedUsdSql('others')} as detail from (
        select coalesce(sum(case when a.normal_side = 'debit' then ${BALANCE_SQL} else 0 end), 0) as assets,
          coalesce(sum(case when a.normal_side = 'credit' then ${BALANCE_SQL} else 0 end), 0) as others
        from account a
      ) books where assets <> others`,
  ),
  queryCheck(
    'nothing is available to a user who owes',
    () => sql`
      select o.code as row, ${markedUsdSql('o.credits - o.debits')} || ' available, ' || ${markedUsdSql('a.debits - a.credits')} || ' owed' as detail
      from account a join account o on o.code = 'available:' || substr(a.code, 12)
      where a.code like 'receivable:%' and a.debits > a.credits and o.credits > o.debits`,
  ),
  queryCheck(
    'each account is what its code says',
    () => sql`
      select a.code as row, 'owner ' || coalesce(a.owner_id, 'none') || ', ' || a.normal_side || ' side'
          || case when a.floored then '' else ', no floor' end as detail
      from account a
      left join copy c on a.code = 'allocated:' || c.id
      where a.normal_side <> case when a.code like 'custody:%' or a.code like 'receivable:%' then 'debit' else 'credit' end
        or (a.stripe <> 0 and (a.owner_id is not null or a.code like 'unidentified:%' or a.code like 'receivable:%'))
        or a.floored <> (a.code not like 'custody:%' or ${custodyFloorCondition()})
        or coalesce(a.owner_id, '') <> case
          when a.code like 'available:%' then substr(a.code, 11)
          when a.code like 'held:%' then substr(a.code, 6)
          when a.code like 'principal:%' then substr(a.code, 11)
          when a.code like 'accrued:%' then substr(a.code, 9)
          when a.code like 'allocated:%' then coalesce(c.user_id, '')
          when a.code like 'trading:%' then substr(a.code, 9)
          else '' end`,
  ),
  { invariant: 'each account carries its own MAC', find: findAccountsWithForeignMacs },
  queryCheck(
    'each account of an unidentified receipt is of a line that was said to be one',
    () => sql`
      select a.code as row, 'no such line' as detail
      from account a
      left join statement_match m on m.line_id = substr(a.code, 14) and m.how = 'unidentified'
      where a.code like 'unidentified:%' and m.line_id is null`,
  ),
  queryCheck(
    'each journal has its transfers, and what it reverses is there',
    () => sql`
      select 'journal ' || j.id as row, j.kind || ' ' || j.business_ref || ' has ' || coalesce(t.n, 0) || ' transfers'
          || case when j.reverses is null then '' else ', reverses ' || j.reverses end as detail
      from journal j
      left join (select journal_id, count(*) as n, max(leg) as last from transfer group by journal_id) t on t.journal_id = j.id
      left join journal r on r.id = j.reverses
      where coalesce(t.n, 0) = 0 or t.n <> t.last + 1 or (j.reverses is not null and r.id is null)`,
  ),
  queryCheck(
    'each transfer is of a journal and between two accounts that are there',
    () => sql`
      select t.id as row, 'journal ' || t.journal_id || case when j.id is null then ' is not there' else '' end
          || ', accounts ' || coalesce(d.code, 'none') || ' and ' || coalesce(c.code, 'none') as detail
      from transfer t
      left join journal j on j.id = t.journal_id
      left join account d on d.id = t.debit_account_id
      left join account c on c.id = t.credit_account_id
      where j.id is null or d.id is null or c.id is null
      limit 1000`,
  ),
  createBalanceCheck(
    'held equals open holds',
    'held',
    'open holds',
    sql`select 'held:' || user_id as code, sum(amount) as total from hold where outcome = 'open' group by user_id`,
  ),
  queryCheck(
    'each hold is what its journals moved',
    () => sql`
      select h.id as row, ${markedUsdSql('h.amount')} || ' ' || h.outcome || ', placed ' || ${markedUsdSql('coalesce(p.total, 0)')}
          || ', ended ' || ${markedUsdSql('coalesce(e.total, 0)')} as detail
      from hold h
      left join (${heldMovementsSql('credit')}) p on p.journal_id = h.journal_id and p.code = 'held:' || h.user_id
      left join (${heldMovementsSql('debit')}) e on e.journal_id = h.resolved_by and e.code = 'held:' || h.user_id
      where coalesce(p.total, 0) <> h.amount
        or coalesce(e.total, 0) <> case when h.outcome = 'open' then 0 else h.amount end`,
  ),
  queryCheck(
    'each withdrawal agrees with its hold',
    () => sql`
      select w.id as row, ${markedUsdSql('w.amount')} || ' ' || w.status || ', hold ' || ${markedUsdSql('coalesce(h.amount, 0)')} || ' '
          || coalesce(h.outcome, 'missing') as detail
      from withdrawal w left join hold h on h.id = w.hold_id
      where h.id is null or h.user_id <> w.user_id or h.amount <> w.amount
        or h.outcome <> case w.status when 'requested' then 'open' when 'rejected' then 'released'
          when 'cancelled' then 'released' else 'settled' end`,
  ),
  queryCheck(
    'payouts equals withdrawals approved and unpaid',
    () => sql`
      select 'payouts' as row, 'balance ' || ${markedUsdSql('booked')} || ', approved and unpaid ' || ${markedUsdSql('unpaid')} as detail from (
        select ${totalBalanceSql('payouts')} as booked,
          (select coalesce(sum(amount - fee), 0) from withdrawal where status = 'approved') as unpaid
      ) p where booked <> unpaid`,
  ),
  queryCheck(
    'reserve:committed equals what promises still owe',
    () => sql`
      select 'reserve:committed' as row, 'balance ' || ${markedUsdSql('booked')} || ', promised ' || ${markedUsdSql('owed')} as detail from (
        select ${totalBalanceSql('reserve:committed')} as booked, (select coalesce(sum(remaining), 0) from promise) as owed
      ) p where booked <> owed`,
  ),
  queryCheck(
    'each promise has paid what its journals moved',
    () => sql`
      select p.id as row, 'paid ' || ${markedUsdSql('p.paid')} || ', journals ' || ${markedUsdSql('coalesce(m.total, 0)')} || ', remaining '
          || ${markedUsdSql('p.remaining')} || ' of ' || ${markedUsdSql('p.total')} || ', plan ' || coalesce(i.status, 'missing') as detail
      from promise p
      left join investment i on i.promise_id = p.id
      left join (
        select ${JOURNAL_SUBJECT} as plan, sum(t.amount) as total
        from journal j join transfer t on t.journal_id = j.id where j.kind = 'plan-accrual' group by ${JOURNAL_SUBJECT}
      ) m on m.plan = i.id
      where i.id is null or p.paid <> coalesce(m.total, 0)
        or p.remaining <> case i.status when 'running' then p.total - p.paid else 0 end`,
  ),
  createBalanceCheck(
    'principal equals running plans',
    'principal',
    'running plans',
    sql`select 'principal:' || user_id as code, sum(principal) as total from investment
        where status = 'running' group by user_id`,
  ),
  createBalanceCheck(
    'accrued equals what running plans have earned',
    'accrued',
    'earned',
    sql`select 'accrued:' || i.user_id as code, sum(p.paid) as total from investment i
        join promise p on p.id = i.promise_id where i.status = 'running' group by i.user_id`,
  ),
  createBalanceCheck(
    'each allocation equals its copy’s own arithmetic',
    'allocated',
    'the copy says',
    sql`select 'allocated:' || id as code, contributed + result as total from copy`,
  ),
  queryCheck(
    'each copy’s result equals its mirrored trades and its positions’ results, less the leader’s shares',
    () => sql`
      select c.id as row, 'result ' || ${markedUsdSql('c.result')} || ', mirrored ' || ${markedUsdSql('coalesce(m.total, 0)')} || ', positions '
          || ${markedUsdSql('coalesce(p.total, 0)')} || ', shares ' || ${markedUsdSql('coalesce(s.total, 0)')} as detail
      from copy c
      left join (
        select copy_id, sum(case when type = 'profit' then amount else -amount end) as total
        from mirror where status in ('posted', 'voiding', 'kept') group by copy_id
      ) m on m.copy_id = c.id
      left join (${POSITION_RESULTS}) p on p.account = c.id
      left join (select copy_id, sum(amount) as total from leader_share group by copy_id) s on s.copy_id = c.id
      where c.result <> coalesce(m.total, 0) + coalesce(p.total, 0) - coalesce(s.total, 0)`,
  ),
  createBalanceCheck(
    'each user’s trading equals the cash of their account with positions',
    'trading',
    'the account says',
    sql`select 'trading:' || id as code, cash as total from trading_account where kind = 'investor'`,
  ),
  queryCheck(
    'each copy’s allocation equals the cash of its account with positions',
    () => sql`
      select t.id as row, 'cash ' || ${markedUsdSql('t.cash')} || ', the copy says ' || ${markedUsdSql('coalesce(c.contributed + c.result, 0)')} as detail
      from trading_account t left join copy c on c.id = t.id
      where t.kind = 'copy' and t.cash <> coalesce(c.contributed + c.result, -1)`,
  ),
  queryCheck(
    'each account with positions is worth what its log says',
    () => sql`
      select t.id as row, 'cash, waiting and deficit ' || ${markedUsdSql('t.cash + t.waiting_profit - t.deficit')} || ', the log says '
          || ${markedUsdSql('coalesce(o.total, 0) + t.forgiven')} || ', ' || t.orders || ' rows, the log has ' || coalesce(o.n, 0) as detail
      from trading_account t
      left join (select account_id, sum(result + flow) as total, count(*) as n, max(number) as last
        from trading_order group by account_id) o on o.account_id = t.id
      where t.cash + t.waiting_profit - t.deficit <> coalesce(o.total, 0) + t.forgiven
        or t.orders <> coalesce(o.n, 0) or t.orders <> coalesce(o.last, 0)`,
  ),
  queryCheck(
    'no row of an account with positions is earlier than the one before it',
    // Rows from before this installation had prices of its own may be earlier than their predecessor, because late jobs
    // wrote them. Rows never change, so they stay as they are.
    () => sql`
      select o.id as row, 'row ' || o.number || ' of ' || o.account_id || ' is of an earlier instant than the row before it' as detail
      from (
        select id, account_id, number, at, lag(at) over (partition by account_id order by number) as before from trading_order
      ) o
      where o.at < o.before and not exists (select 1 from installation i where i.simulated_from >= o.before)
      limit 1000`,
  ),
  queryCheck(
    'each amount put into a copy or taken out is what its journal moved',
    () => sql`
      select coalesce(f.id, j.ref) as row, coalesce(f.kind, 'no row') || ' ' || ${markedUsdSql('coalesce(f.moved, 0)')} || ' of copy '
          || coalesce(f.copy_id, 'none') || ', moved ' || ${markedUsdSql('coalesce(j.amount, 0)')} || ' by ' || coalesce(j.code, 'none') as detail
      from (select * from copy_flow where moved > 0) f
      full join (
        select j.kind, j.business_ref as ref, t.amount, a.code from journal j join transfer t on t.journal_id = j.id
        join account a on a.id in (t.debit_account_id, t.credit_account_id) and a.code like 'allocated:%'
        where j.kind in ('copy-topped-up', 'copy-reduced')
      ) j on j.ref = f.id
      where f.id is null or j.ref is null or f.moved <> j.amount or j.code <> 'allocated:' || f.copy_id
        or j.kind <> case f.kind when 'top-up' then 'copy-topped-up' else 'copy-reduced' end`,
  ),
  queryCheck(
    'a copy that has stopped holds nothing',
    () => sql`
      select id as row, 'holds ' || ${markedUsdSql('contributed + result')} as detail from copy
      where status = 'stopped' and contributed + result <> 0`,
  ),
  {
    invariant: 'each journal tells of a row, and each row that moved money has its journal',
    find: findJournalRowMismatches,
  },
  queryCheck(
    'each stored success of a money operation has exactly one root journal',
    () => sql`
      select i.id as row, i.operation || ' answered journal ' || coalesce(i.outcome -> 'value' ->> 'journalId', 'none')
          || ' and names journal ' || coalesce(i.root_journal_id, 'none') as detail
      from idempotency i left join journal j on j.id = i.root_journal_id
      where coalesce(i.outcome -> 'value' ->> 'journalId', '') <> coalesce(i.root_journal_id, '')
        or (i.root_journal_id is not null and (not i.succeeded or j.id is null or i.root_journal_id in (
          select root_journal_id from idempotency where root_journal_id is not null
          group by root_journal_id having count(*) > 1)))`,
  ),
  { invariant: 'the seals have no gap and verify', find: async () => (await verifySeals()).broken },
  { invariant: 'every journal is sealed', find: findUnsealedJournals },
  { invariant: 'every version of a row is sealed', find: findUnsealedVersions },
  { invariant: 'the seals reach the newest head', find: findUnreachedHead },
  { invariant: 'each row is what its newest version says', find: findAllAlteredRows },
  { invariant: 'each version is of a row that is there', find: findAllMissingRows },
  { invariant: 'what only grows has its triggers', find: findChangedTriggers },
];

/** Checks all invariants of the books. The audit only reads, so it blocks no other work. */
export async function audit(): Promise<AuditReport> {
  const findings = await runChecks(INVARIANT_CHECKS);
  const [count] = await rowsInBackground<{ n: number | string }>(sql`select count(*) as n from journal`);
  return {
    checkedAt: systemNow(),
    journals: Number(count?.n ?? 0),
    invariants: INVARIANT_CHECKS.map((check) => check.invariant),
    findings,
    head: await describeComparedHead(),
  };
}

/** Names of cheap checks: sums over accounts, and open entries. Their cost does not depend on the size of the books. */
export const FREQUENT_CHECKS = [
  'debits equal credits',
  'no floor is broken',
  'assets equal liabilities and equity',
  'payouts equals withdrawals approved and unpaid',
  'reserve:committed equals what promises still owe',
  'the seals reach the newest head',
  'what only grows has its triggers',
];

/** Returns the findings of the checks that run every few minutes. */
export const runFrequentChecks = (): Promise<AuditFinding[]> =>
  runChecks(INVARIANT_CHECKS.filter(({ invariant }) => FREQUENT_CHECKS.includes(invariant)));

async function runChecks(checks: Check[]): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = [];
  for (const { invariant, find } of checks) {
    for (const { row, detail } of await find())
      findings.push({ invariant, row: String(row), detail: formatFinding(String(detail)) });
  }
  return findings;
}

import { type SQL, sql } from 'drizzle-orm';
import { onPostgres } from '#drizzle/columns';
import { systemNow } from '~/platform/clock';
import { rowsInBackground } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { accountsWithForeignMacs } from '../posting/accounts.server';
import { findingInUsd, usd } from './findingAmounts';
import { chainBehindHead, comparedHead } from './heads.server';
import { journalsAndRows } from './journalRows.server';
import { alteredRows, missingRows } from './rowAudit.server';
import { verifySeals } from './seal.server';
import { changedTriggers } from './triggers.server';
import { unsealedJournals, unsealedVersions } from './unsealed.server';

// The file is long because it contains all checks of the books.

/** Finding of the audit: the violated invariant and the row. */
export type AuditFinding = { invariant: string; row: string; detail: string };

/** `head`: end of the chain of seals that was compared, and where it is stored. */
export type AuditReport = {
  checkedAt: Date;
  journals: number;
  head: string;
  invariants: string[];
  findings: AuditFinding[];
};

type Check = { invariant: string; find: () => Promise<Omit<AuditFinding, 'invariant'>[]> };

/** Returns a check by a query, whose rows (columns `row` and `detail`) are the findings. */
const query = (invariant: string, statement: () => SQL): Check => ({
  invariant,
  find: () => rowsInBackground<{ row: string; detail: string }>(statement()),
});

const balance = sql.raw(`case when a.normal_side = 'debit' then a.debits - a.credits else a.credits - a.debits end`);

/** Only custody in paper mode may be negative. */
const custodyHasFloor = () => (isPaper() ? sql`1 = 0` : sql`1 = 1`);

/** Returns the balance of an account over all stripes, in cents; 0 before the first transfer. */
const totalOf = (code: string) => sql`(select coalesce(sum(${balance}), 0) from account a where a.code = ${code})`;

/** Returns a check that the accounts of a kind agree with another table (`code`, `total`). */
const agrees = (invariant: string, kind: string, what: string, stated: SQL): Check =>
  query(
    invariant,
    () => sql`
      select coalesce(a.code, s.code) as row,
        'balance ' || ${usd('coalesce(a.balance, 0)')} || ${sql.raw(`', ${what} '`)} || ${usd('coalesce(s.total, 0)')} as detail
      from (select a.code, (${balance}) as balance from account a where a.code like ${sql.raw(`'${kind}:%'`)}) a
      full join (${stated}) s on s.code = a.code
      where coalesce(a.balance, 0) <> coalesce(s.total, 0)`,
  );

/** Returns the sum that each journal moved to or from accounts of requested withdrawals. */
const heldMoves = (side: 'debit' | 'credit') => sql`
  select t.journal_id, a.code, sum(t.amount) as total
  from transfer t join account a on a.id = ${sql.raw(`t.${side}_account_id`)}
  where a.code like 'held:%' group by t.journal_id, a.code`;

/** Part before the first colon of a journal's reference. */
const subjectOf = sql.raw(
  onPostgres ? "split_part(j.business_ref, ':', 1)" : "substr(j.business_ref, 1, instr(j.business_ref, ':') - 1)",
);

/** Result of each account's positions according to the journals. */
const POSITION_RESULTS = sql`
  select ${subjectOf} as account, sum(case when j.kind in ('position-profit', 'position-paid') then t.amount else -t.amount end) as total
  from journal j join transfer t on t.journal_id = j.id
  where j.kind in ('position-profit', 'position-paid', 'position-loss', 'position-cost') group by ${subjectOf}`;

const CHECKS: Check[] = [
  query(
    'debits equal credits',
    () => sql`
      select 'all accounts' as row, 'debits ' || ${usd('sum(debits)')} || ', credits ' || ${usd('sum(credits)')} as detail
      from account having sum(debits) <> sum(credits)`,
  ),
  query(
    'each stored balance equals its transfers replayed',
    () => sql`
      select a.code as row,
        'stored ' || ${usd('a.debits')} || '/' || ${usd('a.credits')} || ' version ' || a.version || ', transfers say '
          || ${usd('coalesce(d.total, 0)')} || '/' || ${usd('coalesce(c.total, 0)')} || ' version ' || (coalesce(d.n, 0) + coalesce(c.n, 0)) as detail
      from account a
      left join (select debit_account_id as id, sum(amount) as total, count(*) as n from transfer group by debit_account_id) d on d.id = a.id
      left join (select credit_account_id as id, sum(amount) as total, count(*) as n from transfer group by credit_account_id) c on c.id = a.id
      where a.debits <> coalesce(d.total, 0) or a.credits <> coalesce(c.total, 0) or a.version <> coalesce(d.n, 0) + coalesce(c.n, 0)`,
  ),
  query(
    'each balance noted on a transfer is the one it left',
    () => sql`
      select id as row, 'noted ' || ${usd('noted')} || ' at ' || version || ', replayed ' || ${usd('replayed')} || ' at ' || place
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
  query(
    'no floor is broken',
    () => sql`
      select a.code as row, 'balance ' || ${usd(balance)} as detail from account a
      where (a.code not like 'custody:%' or ${custodyHasFloor()}) and (${balance}) < 0`,
  ),
  query(
    'assets equal liabilities and equity',
    () => sql`
      select 'books' as row, 'assets ' || ${usd('assets')} || ', liabilities and equity ' || ${usd('others')} as detail from (
        select coalesce(sum(case when a.normal_side = 'debit' then ${balance} else 0 end), 0) as assets,
          coalesce(sum(case when a.normal_side = 'credit' then ${balance} else 0 end), 0) as others
        from account a
      ) books where assets <> others`,
  ),
  query(
    'nothing is available to a user who owes',
    () => sql`
      select o.code as row, ${usd('o.credits - o.debits')} || ' available, ' || ${usd('a.debits - a.credits')} || ' owed' as detail
      from account a join account o on o.code = 'available:' || substr(a.code, 12)
      where a.code like 'receivable:%' and a.debits > a.credits and o.credits > o.debits`,
  ),
  query(
    'each account is what its code says',
    () => sql`
      select a.code as row, 'owner ' || coalesce(a.owner_id, 'none') || ', ' || a.normal_side || ' side'
          || case when a.floored then '' else ', no floor' end as detail
      from account a
      left join copy c on a.code = 'allocated:' || c.id
      where a.normal_side <> case when a.code like 'custody:%' or a.code like 'receivable:%' then 'debit' else 'credit' end
        or (a.stripe <> 0 and (a.owner_id is not null or a.code like 'unidentified:%' or a.code like 'receivable:%'))
        or a.floored <> (a.code not like 'custody:%' or ${custodyHasFloor()})
        or coalesce(a.owner_id, '') <> case
          when a.code like 'available:%' then substr(a.code, 11)
          when a.code like 'held:%' then substr(a.code, 6)
          when a.code like 'principal:%' then substr(a.code, 11)
          when a.code like 'accrued:%' then substr(a.code, 9)
          when a.code like 'allocated:%' then coalesce(c.user_id, '')
          when a.code like 'trading:%' then substr(a.code, 9)
          else '' end`,
  ),
  { invariant: 'each account carries its own MAC', find: accountsWithForeignMacs },
  query(
    'each account of an unidentified receipt is of a line that was said to be one',
    () => sql`
      select a.code as row, 'no such line' as detail
      from account a
      left join statement_match m on m.line_id = substr(a.code, 14) and m.how = 'unidentified'
      where a.code like 'unidentified:%' and m.line_id is null`,
  ),
  query(
    'each journal has its transfers, and what it reverses is there',
    () => sql`
      select 'journal ' || j.id as row, j.kind || ' ' || j.business_ref || ' has ' || coalesce(t.n, 0) || ' transfers'
          || case when j.reverses is null then '' else ', reverses ' || j.reverses end as detail
      from journal j
      left join (select journal_id, count(*) as n, max(leg) as last from transfer group by journal_id) t on t.journal_id = j.id
      left join journal r on r.id = j.reverses
      where coalesce(t.n, 0) = 0 or t.n <> t.last + 1 or (j.reverses is not null and r.id is null)`,
  ),
  query(
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
  agrees(
    'held equals open holds',
    'held',
    'open holds',
    sql`select 'held:' || user_id as code, sum(amount) as total from hold where outcome = 'open' group by user_id`,
  ),
  query(
    'each hold is what its journals moved',
    () => sql`
      select h.id as row, ${usd('h.amount')} || ' ' || h.outcome || ', placed ' || ${usd('coalesce(p.total, 0)')}
          || ', ended ' || ${usd('coalesce(e.total, 0)')} as detail
      from hold h
      left join (${heldMoves('credit')}) p on p.journal_id = h.journal_id and p.code = 'held:' || h.user_id
      left join (${heldMoves('debit')}) e on e.journal_id = h.resolved_by and e.code = 'held:' || h.user_id
      where coalesce(p.total, 0) <> h.amount
        or coalesce(e.total, 0) <> case when h.outcome = 'open' then 0 else h.amount end`,
  ),
  query(
    'each withdrawal agrees with its hold',
    () => sql`
      select w.id as row, ${usd('w.amount')} || ' ' || w.status || ', hold ' || ${usd('coalesce(h.amount, 0)')} || ' '
          || coalesce(h.outcome, 'missing') as detail
      from withdrawal w left join hold h on h.id = w.hold_id
      where h.id is null or h.user_id <> w.user_id or h.amount <> w.amount
        or h.outcome <> case w.status when 'requested' then 'open' when 'rejected' then 'released'
          when 'cancelled' then 'released' else 'settled' end`,
  ),
  query(
    'payouts equals withdrawals approved and unpaid',
    () => sql`
      select 'payouts' as row, 'balance ' || ${usd('booked')} || ', approved and unpaid ' || ${usd('unpaid')} as detail from (
        select ${totalOf('payouts')} as booked,
          (select coalesce(sum(amount - fee), 0) from withdrawal where status = 'approved') as unpaid
      ) p where booked <> unpaid`,
  ),
  query(
    'reserve:committed equals what promises still owe',
    () => sql`
      select 'reserve:committed' as row, 'balance ' || ${usd('booked')} || ', promised ' || ${usd('owed')} as detail from (
        select ${totalOf('reserve:committed')} as booked, (select coalesce(sum(remaining), 0) from promise) as owed
      ) p where booked <> owed`,
  ),
  query(
    'each promise has paid what its journals moved',
    () => sql`
      select p.id as row, 'paid ' || ${usd('p.paid')} || ', journals ' || ${usd('coalesce(m.total, 0)')} || ', remaining '
          || ${usd('p.remaining')} || ' of ' || ${usd('p.total')} || ', plan ' || coalesce(i.status, 'missing') as detail
      from promise p
      left join investment i on i.promise_id = p.id
      left join (
        select ${subjectOf} as plan, sum(t.amount) as total
        from journal j join transfer t on t.journal_id = j.id where j.kind = 'plan-accrual' group by ${subjectOf}
      ) m on m.plan = i.id
      where i.id is null or p.paid <> coalesce(m.total, 0)
        or p.remaining <> case i.status when 'running' then p.total - p.paid else 0 end`,
  ),
  agrees(
    'principal equals running plans',
    'principal',
    'running plans',
    sql`select 'principal:' || user_id as code, sum(principal) as total from investment
        where status = 'running' group by user_id`,
  ),
  agrees(
    'accrued equals what running plans have earned',
    'accrued',
    'earned',
    sql`select 'accrued:' || i.user_id as code, sum(p.paid) as total from investment i
        join promise p on p.id = i.promise_id where i.status = 'running' group by i.user_id`,
  ),
  agrees(
    'each allocation equals its copy’s own arithmetic',
    'allocated',
    'the copy says',
    sql`select 'allocated:' || id as code, contributed + result as total from copy`,
  ),
  query(
    'each copy’s result equals its mirrored trades and its positions’ results, less the leader’s shares',
    () => sql`
      select c.id as row, 'result ' || ${usd('c.result')} || ', mirrored ' || ${usd('coalesce(m.total, 0)')} || ', positions '
          || ${usd('coalesce(p.total, 0)')} || ', shares ' || ${usd('coalesce(s.total, 0)')} as detail
      from copy c
      left join (
        select copy_id, sum(case when type = 'profit' then amount else -amount end) as total
        from mirror where status in ('posted', 'voiding', 'kept') group by copy_id
      ) m on m.copy_id = c.id
      left join (${POSITION_RESULTS}) p on p.account = c.id
      left join (select copy_id, sum(amount) as total from leader_share group by copy_id) s on s.copy_id = c.id
      where c.result <> coalesce(m.total, 0) + coalesce(p.total, 0) - coalesce(s.total, 0)`,
  ),
  agrees(
    'each user’s trading equals the cash of their account with positions',
    'trading',
    'the account says',
    sql`select 'trading:' || id as code, cash as total from trading_account where kind = 'investor'`,
  ),
  query(
    'each copy’s allocation equals the cash of its account with positions',
    () => sql`
      select t.id as row, 'cash ' || ${usd('t.cash')} || ', the copy says ' || ${usd('coalesce(c.contributed + c.result, 0)')} as detail
      from trading_account t left join copy c on c.id = t.id
      where t.kind = 'copy' and t.cash <> coalesce(c.contributed + c.result, -1)`,
  ),
  query(
    'each account with positions is worth what its log says',
    () => sql`
      select t.id as row, 'cash, waiting and deficit ' || ${usd('t.cash + t.waiting_profit - t.deficit')} || ', the log says '
          || ${usd('coalesce(o.total, 0) + t.forgiven')} || ', ' || t.orders || ' rows, the log has ' || coalesce(o.n, 0) as detail
      from trading_account t
      left join (select account_id, sum(result + flow) as total, count(*) as n, max(number) as last
        from trading_order group by account_id) o on o.account_id = t.id
      where t.cash + t.waiting_profit - t.deficit <> coalesce(o.total, 0) + t.forgiven
        or t.orders <> coalesce(o.n, 0) or t.orders <> coalesce(o.last, 0)`,
  ),
  query(
    'no row of an account with positions is earlier than the one before it',
    // Rows from before this installation had its own prices may be earlier: late jobs wrote them, and rows never
    // change.
    () => sql`
      select o.id as row, 'row ' || o.number || ' of ' || o.account_id || ' is of an earlier instant than the row before it' as detail
      from (
        select id, account_id, number, at, lag(at) over (partition by account_id order by number) as before from trading_order
      ) o
      where o.at < o.before and not exists (select 1 from installation i where i.simulated_from >= o.before)
      limit 1000`,
  ),
  query(
    'each amount put into a copy or taken out is what its journal moved',
    () => sql`
      select coalesce(f.id, j.ref) as row, coalesce(f.kind, 'no row') || ' ' || ${usd('coalesce(f.moved, 0)')} || ' of copy '
          || coalesce(f.copy_id, 'none') || ', moved ' || ${usd('coalesce(j.amount, 0)')} || ' by ' || coalesce(j.code, 'none') as detail
      from (select * from copy_flow where moved > 0) f
      full join (
        select j.kind, j.business_ref as ref, t.amount, a.code from journal j join transfer t on t.journal_id = j.id
        join account a on a.id in (t.debit_account_id, t.credit_account_id) and a.code like 'allocated:%'
        where j.kind in ('copy-topped-up', 'copy-reduced')
      ) j on j.ref = f.id
      where f.id is null or j.ref is null or f.moved <> j.amount or j.code <> 'allocated:' || f.copy_id
        or j.kind <> case f.kind when 'top-up' then 'copy-topped-up' else 'copy-reduced' end`,
  ),
  query(
    'a copy that has stopped holds nothing',
    () => sql`
      select id as row, 'holds ' || ${usd('contributed + result')} as detail from copy
      where status = 'stopped' and contributed + result <> 0`,
  ),
  { invariant: 'each journal tells of a row, and each row that moved money has its journal', find: journalsAndRows },
  query(
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
  { invariant: 'every journal is sealed', find: unsealedJournals },
  { invariant: 'every version of a row is sealed', find: unsealedVersions },
  { invariant: 'the seals reach the newest head', find: chainBehindHead },
  { invariant: 'each row is what its newest version says', find: alteredRows },
  { invariant: 'each version is of a row that is there', find: missingRows },
  { invariant: 'what only grows has its triggers', find: changedTriggers },
];

/** Checks all invariants of the books. Only reads, and blocks no other work. */
export async function audit(): Promise<AuditReport> {
  const findings = await findingsOf(CHECKS);
  const [count] = await rowsInBackground<{ n: number | string }>(sql`select count(*) as n from journal`);
  return {
    checkedAt: systemNow(),
    journals: Number(count?.n ?? 0),
    invariants: CHECKS.map((check) => check.invariant),
    findings,
    head: await comparedHead(),
  };
}

/** Cheap checks whose cost does not depend on the size of the books: sums over accounts, and open entries. */
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
  findingsOf(CHECKS.filter(({ invariant }) => FREQUENT_CHECKS.includes(invariant)));

async function findingsOf(checks: Check[]): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = [];
  for (const { invariant, find } of checks) {
    for (const { row, detail } of await find())
      findings.push({ invariant, row: String(row), detail: findingInUsd(String(detail)) });
  }
  return findings;
}

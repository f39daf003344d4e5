import { asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import { journal, seal } from '#drizzle/schema';
import { after, MINUTE, systemNow } from '~/platform/clock';
import { read, rows } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { FIRST_HASH, hashOf, transfersOf } from './seal.server';

/** One thing that is off: which invariant, and the exact row. */
export type Finding = { invariant: string; row: string; detail: string };

export type AuditReport = { checkedAt: Date; journals: number; invariants: string[]; findings: Finding[] };

type Check = { invariant: string; find: () => Promise<Omit<Finding, 'invariant'>[]> };

/** A check that is one query: every row it returns, with columns `row` and `detail`, is a finding. */
const query = (invariant: string, statement: () => SQL): Check => ({
  invariant,
  find: () => rows<{ row: string; detail: string }>(read(), statement()),
});

const balance = sql.raw(`case when a.normal_side = 'debit' then a.debits - a.credits else a.credits - a.debits end`);

const totalOf = (code: string) => sql`(select coalesce(sum(${balance}), 0) from account a where a.code = ${code})`;

const CHECKS: Check[] = [
  query(
    'debits equal credits',
    () => sql`
      select 'all accounts' as row, 'debits ' || sum(debits) || ', credits ' || sum(credits) as detail
      from account having sum(debits) <> sum(credits)`,
  ),
  query(
    'each stored balance equals its transfers replayed',
    () => sql`
      select a.code as row,
        'stored ' || a.debits || '/' || a.credits || ' version ' || a.version || ', transfers say '
          || coalesce(d.total, 0) || '/' || coalesce(c.total, 0) || ' version ' || (coalesce(d.n, 0) + coalesce(c.n, 0)) as detail
      from account a
      left join (select debit_account_id as id, sum(amount) as total, count(*) as n from transfer group by debit_account_id) d on d.id = a.id
      left join (select credit_account_id as id, sum(amount) as total, count(*) as n from transfer group by credit_account_id) c on c.id = a.id
      where a.debits <> coalesce(d.total, 0) or a.credits <> coalesce(c.total, 0) or a.version <> coalesce(d.n, 0) + coalesce(c.n, 0)`,
  ),
  query(
    'each balance noted on a transfer is the one it left',
    () => sql`
      select id as row, 'noted ' || noted || ', replayed ' || replayed || ' on ' || code as detail from (
        select m.id, a.code, m.noted,
          sum(case when a.normal_side = m.side then m.amount else -m.amount end)
            over (partition by m.account order by m.version rows unbounded preceding) as replayed
        from (
          select id, debit_account_id as account, 'debit' as side, debit_version as version, amount, debit_balance as noted from transfer
          union all
          select id, credit_account_id, 'credit', credit_version, amount, credit_balance from transfer
        ) m join account a on a.id = m.account
      ) replay where noted <> replayed`,
  ),
  query(
    'no floor is broken',
    () => sql`
      select a.code as row, 'balance ' || (${balance}) as detail from account a
      where (a.normal_side = 'credit' or ${isPaper() ? sql`1 = 0` : sql`1 = 1`}) and (${balance}) < 0`,
  ),
  query(
    'custody equals liabilities and equity',
    () => sql`
      select 'books' as row, 'custody ' || custody || ', liabilities and equity ' || others as detail from (
        select coalesce(sum(case when a.normal_side = 'debit' then ${balance} else 0 end), 0) as custody,
          coalesce(sum(case when a.normal_side = 'credit' then ${balance} else 0 end), 0) as others
        from account a
      ) books where custody <> others`,
  ),
  query(
    'held equals open holds',
    () => sql`
      select a.code as row, 'balance ' || (${balance}) || ', open holds ' || coalesce(h.total, 0) as detail
      from account a
      left join (select user_id, sum(amount) as total from hold where outcome = 'open' group by user_id) h on h.user_id = a.owner_id
      where a.code like 'held:%' and (${balance}) <> coalesce(h.total, 0)`,
  ),
  query(
    'payouts equals withdrawals approved and unpaid',
    () => sql`
      select 'payouts' as row, 'balance ' || booked || ', approved and unpaid ' || unpaid as detail from (
        select ${totalOf('payouts')} as booked,
          (select coalesce(sum(amount - fee), 0) from withdrawal where status = 'approved') as unpaid
      ) p where booked <> unpaid`,
  ),
  query(
    'reserve:committed equals what promises still owe',
    () => sql`
      select 'reserve:committed' as row, 'balance ' || booked || ', promised ' || owed as detail from (
        select ${totalOf('reserve:committed')} as booked, (select coalesce(sum(remaining), 0) from promise) as owed
      ) p where booked <> owed`,
  ),
  query(
    'principal equals running plans',
    () => sql`
      select a.code as row, 'balance ' || (${balance}) || ', running plans ' || coalesce(i.total, 0) as detail
      from account a
      left join (select user_id, sum(principal) as total from investment where status = 'running' group by user_id) i on i.user_id = a.owner_id
      where a.code like 'principal:%' and (${balance}) <> coalesce(i.total, 0)`,
  ),
  query(
    "each allocation equals its copy's own arithmetic",
    () => sql`
      select a.code as row, 'balance ' || (${balance}) || ', the copy says ' || coalesce(c.contributed + c.result, 0)
          || ', mirrored results ' || coalesce(m.total, 0) as detail
      from account a
      left join copy c on 'allocated:' || c.id = a.code
      left join (
        select copy_id, sum(case when type = 'profit' then amount else -amount end) as total
        from mirror where status = 'posted' group by copy_id
      ) m on m.copy_id = c.id
      where a.code like 'allocated:%'
        and ((${balance}) <> coalesce(c.contributed + c.result, 0) or coalesce(c.result, 0) <> coalesce(m.total, 0))`,
  ),
  query(
    'each stored success of a money operation has exactly one root journal',
    () => sql`
      select i.id as row, i.operation || ' names journal ' || i.root_journal_id as detail
      from idempotency i left join journal j on j.id = i.root_journal_id
      where i.root_journal_id is not null
        and (j.id is null or i.root_journal_id in (
          select root_journal_id from idempotency where root_journal_id is not null group by root_journal_id having count(*) > 1))`,
  ),
  { invariant: 'the seals have no gap and verify', find: checkSeals },
];

/** Checks everything that must always be true of the books. Reads only. */
export async function audit(): Promise<AuditReport> {
  const findings: Finding[] = [];
  for (const { invariant, find } of CHECKS) {
    for (const { row, detail } of await find()) findings.push({ invariant, row: String(row), detail: String(detail) });
  }
  const [count] = await rows<{ n: number | string }>(read(), sql`select count(*) as n from journal`);
  return {
    checkedAt: systemNow(),
    journals: Number(count?.n ?? 0),
    invariants: CHECKS.map((check) => check.invariant),
    findings,
  };
}

/** A journal older than this without a seal is a finding; the sealing job runs every few seconds. */
const SEALED_WITHIN = 10 * MINUTE;

async function checkSeals(): Promise<Omit<Finding, 'invariant'>[]> {
  const found: Omit<Finding, 'invariant'>[] = [];
  let position = 0;
  let previousHash = FIRST_HASH;
  for (;;) {
    const batch = await read()
      .select({ seal, journal })
      .from(seal)
      .leftJoin(journal, eq(journal.id, seal.journalId))
      .where(gt(seal.position, position))
      .orderBy(asc(seal.position))
      .limit(200);
    if (batch.length === 0) break;
    const transfers = await transfersOf(
      read(),
      batch.map((row) => row.seal.journalId),
    );
    for (const { seal: mark, journal: head } of batch) {
      const row = `journal ${mark.journalId}`;
      if (mark.position !== position + 1) found.push({ row, detail: `seal ${mark.position} follows seal ${position}` });
      if (mark.previousHash !== previousHash) found.push({ row, detail: `seal ${mark.position} does not chain` });
      if (!head) found.push({ row, detail: `seal ${mark.position} is for a journal that is gone` });
      else if (hashOf(mark.previousHash, head, transfers.get(head.id) ?? []) !== mark.hash) {
        found.push({
          row,
          detail: `seal ${mark.position} does not verify: ${head.kind} ${head.businessRef} was altered`,
        });
      }
      position = mark.position;
      previousHash = mark.hash;
    }
  }
  const late = await rows<{ id: string }>(
    read(),
    sql`select j.id from journal j left join seal s on s.journal_id = j.id
        where s.position is null and j.recorded_at < ${after(systemNow(), -SEALED_WITHIN).getTime()} limit 20`,
  );
  for (const { id } of late) found.push({ row: `journal ${id}`, detail: 'has no seal' });
  return found;
}

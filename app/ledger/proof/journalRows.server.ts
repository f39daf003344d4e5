import { type SQL, sql } from 'drizzle-orm';
import { onPostgres } from '#drizzle/columns';
import { rowsInBackground } from '~/platform/db/index.server';
import type { JournalKind } from '../chartOfAccounts';
import { markedUsd } from './findingAmounts';

/* Tables of the row that decided or recorded each kind of journal. The audit compares both directions in SQL, with journals as `j` and rows
   as `r`. */

/** Kind of journal whose rows are compared with it. */
type JournalRows = {
  table: string;
  /** Condition that finds the journal of a row. */
  journal: string;
  /** Condition that finds the row of a journal, if another condition can use an index. */
  row?: string;
  /** Condition of rows that need a journal of this kind. */
  must: string;
  /** Condition of rows that may have such a journal, if wider than `must`. */
  may?: string;
  /** Condition of journals that need no row. */
  without?: string;
  /** Sum in cents that the journal moves, if the row contains it. */
  total?: string;
  /** User whose accounts the journal moves; null for none. */
  owner: string | null;
};

/** Kind of journal that is not compared here: another `check` covers it, or `alone` explains why it has no rows. */
type Elsewhere = { check: string } | { alone: string };

const NONE = '1 = 0';
const ALL = '1 = 1';

/** Parts of a journal's reference before and after the colon. */
const BEFORE = onPostgres
  ? "split_part(j.business_ref, ':', 1)"
  : "substr(j.business_ref, 1, instr(j.business_ref || ':', ':') - 1)";
const BEHIND = onPostgres
  ? "split_part(j.business_ref, ':', 2)"
  : "substr(j.business_ref, instr(j.business_ref, ':') + 1)";

/** Sum of all that a journal moves, cents, and the owner of the accounts that it moves. */
const MOVED = '(select sum(t.amount) from transfer t where t.journal_id = j.id)';
const OWNER = `(select max(a.owner_id) from transfer t
  join account a on a.id in (t.debit_account_id, t.credit_account_id) where t.journal_id = j.id)`;

const byId = (table: string) => ({ table, journal: 'j.business_ref = r.id', owner: 'r.user_id' });
const deposits = { ...byId('deposit'), total: 'r.received' };
const withdrawals = byId('withdrawal');
const plans = byId('investment');
const promised = (column: string) => `(select ${column} from promise p where p.id = r.promise_id)`;
const copies = byId('copy');

/** Result of a trade in a copy; the journal's reference names both. */
const mirrors = (type: 'profit' | 'loss', statuses: string) => ({
  table: 'mirror',
  journal: "j.business_ref = r.copy_id || ':' || r.trade_id",
  row: `r.copy_id = ${BEFORE} and r.trade_id = ${BEHIND}`,
  must: `r.type = '${type}' and r.status in (${statuses})`,
  total: 'r.amount',
  owner: 'r.user_id',
});
const MIRRORED = "'posted', 'voiding', 'kept'";
const mirrored = (type: 'profit' | 'loss') => ({
  ...mirrors(type, MIRRORED),
  may: `r.type = '${type}' and r.status in (${MIRRORED}, 'voided')`,
});
const unmirrored = (type: 'profit' | 'loss') => {
  const rows = mirrors(type, "'voided'");
  // A result that was voided while it waited for the reserve was never posted.
  const was = `exists (select 1 from journal p where p.kind = 'copy-${type}' and p.business_ref = r.copy_id || ':' || r.trade_id)`;
  return { ...rows, must: `${rows.must} and ${was}` };
};
/** Owner of an account with positions: the owner of the copy, or the user with the account's ID. */
const ownerOfAccount = (id: string) => `coalesce((select c.user_id from copy c where c.id = ${id}), ${id})`;

const mayBeOf = (rows: JournalRows): JournalRows => ({ ...rows, must: NONE, may: rows.must });

/** Row of an account's log for a journal, which posts at most its result. The rest has waited or was a deficit. */
const settled = (sign: '' | '-', kinds: string): JournalRows => ({
  table: 'trading_order',
  journal: "j.business_ref = r.account_id || ':' || r.number",
  row: `r.account_id = ${BEFORE} and cast(r.number as text) = ${BEHIND}`,
  // Results without a journal are in the account's waiting profits and deficits, which another check compares with its
  // log.
  must: NONE,
  may: `${sign}r.result >= ${MOVED} and r.kind ${kinds}`,
  owner: ownerOfAccount('r.account_id'),
});

/** Act of the operator, recorded as an event that names its journal. */
const acts = (thing: 'account' | 'reserve', kind: JournalKind): JournalRows => ({
  table: 'event',
  journal: "j.id = r.details ->> 'journal'",
  row: `r.thing = '${thing}' and r.event = j.kind and r.details ->> 'journal' = j.id
    ${thing === 'account' ? `and r.thing_id = ${OWNER}` : ''}`,
  must: `r.thing = '${thing}' and r.event = '${kind}'`,
  owner: thing === 'account' ? 'r.user_id' : null,
});

/** Rows of an account's log for deposits (positive) into an investor's own trading, and withdrawals from it. */
const flows = (compared: '>' | '<', total: string): JournalRows => ({
  table: 'trading_order',
  journal: "j.business_ref = r.account_id || ':' || r.number",
  row: `r.account_id = ${BEFORE} and cast(r.number as text) = ${BEHIND}`,
  must: `r.kind = 'flow' and r.flow ${compared} 0
    and exists (select 1 from trading_account k where k.id = r.account_id and k.kind = 'investor')`,
  total,
  owner: 'r.account_id',
});

/** Returns the rows of statement lines that two administrators marked as unidentified or returned. */
const statementLines = (how: 'unidentified' | 'returned'): JournalRows => ({
  table: 'statement_match',
  journal: 'j.business_ref = r.line_id',
  row: `r.line_id = j.business_ref and r.how = '${how}'`,
  must: `r.how = '${how}'`,
  owner: null,
});

const ROWS_BY_JOURNAL_KIND: Record<JournalKind, JournalRows | Elsewhere> = {
  // Simulated reserves of paper mode were not funded by an administrator.
  'reserve-funded': { ...acts('reserve', 'reserve-funded'), without: "j.business_ref like 'paper-start:%'" },
  'reserve-taken-back': acts('reserve', 'reserve-taken-back'),
  'reserve-shifted': acts('reserve', 'reserve-shifted'),
  'network-fee': acts('reserve', 'network-fee'),
  'custody-converted': { alone: 'no use-case posts it yet; the first one that does brings its row' },
  'receipt-held': statementLines('unidentified'),
  'receipt-returned': statementLines('returned'),
  deposit: { ...deposits, must: "r.status in ('approved', 'reversed')" },
  'deposit-reversed': { ...deposits, must: "r.status = 'reversed'" },
  // Shortfall of a charged-back deposit: the part of it that had been spent.
  'receivable-booked': {
    ...deposits,
    must: NONE,
    may: "r.status = 'reversed' and r.charged_back_at is not null",
    total: undefined,
  },
  'receivable-settled': {
    table: 'journal',
    journal: `r.id = ${BEFORE}`,
    must: NONE,
    may: ALL,
    owner: BEHIND,
  },
  'receivable-written-off': {
    ...acts('account', 'receivable-written-off'),
    row: `r.thing = 'account' and r.event = j.kind and r.details ->> 'journal' = j.id`,
    owner: null,
  },
  'practice-money': acts('account', 'practice-money'),
  'referral-bonus': {
    table: 'referral_bonus',
    journal: 'j.business_ref = r.deposit_id',
    must: 'r.paid_at is not null',
    total: 'r.amount',
    owner: 'r.referrer_id',
  },
  'referral-bonus-reversed': {
    table: 'referral_bonus',
    journal: "j.business_ref = 'referral-bonus:' || r.id",
    row: `r.id = ${BEHIND}`,
    must: "r.status = 'taken-back' and r.paid_at is not null",
    total: 'r.amount',
    owner: 'r.referrer_id',
  },
  'rank-bonus': {
    ...byId('rank_bonus'),
    must: "r.status = 'claimed'",
    // The row of a reversed bonus no longer exists. Its event is compared below.
    without: 'exists (select 1 from journal v where v.reverses = j.id)',
    total: 'r.amount',
  },
  'rank-bonus-reversed': {
    table: 'event',
    journal: 'j.business_ref = r.thing_id',
    row: "r.thing = 'rank bonus' and r.thing_id = j.business_ref and r.event = 'take-back'",
    must: "r.thing = 'rank bonus' and r.event = 'take-back' and r.from_state = 'claimed'",
    owner: 'r.user_id',
  },
  'withdrawal-requested': { ...withdrawals, must: ALL, total: 'r.amount' },
  'withdrawal-cancelled': { ...withdrawals, must: "r.status = 'cancelled'", total: 'r.amount' },
  'withdrawal-rejected': { ...withdrawals, must: "r.status = 'rejected'", total: 'r.amount' },
  'withdrawal-approved': { ...withdrawals, must: "r.status in ('approved', 'paid', 'bounced')", total: 'r.amount' },
  'withdrawal-paid': {
    ...withdrawals,
    must: "r.status = 'paid' or (r.status = 'bounced' and r.paid_at is not null)",
    total: 'r.amount - r.fee',
    owner: null,
  },
  'withdrawal-bounced': { ...withdrawals, must: "r.status = 'bounced'", total: 'r.amount - r.fee' },
  'plan-opened': { ...plans, must: ALL, total: 'r.principal' },
  'plan-return-reserved': { ...plans, must: ALL, total: promised('p.total'), owner: null },
  // The sum of the days is compared with the promise's payments.
  'plan-accrual': { ...plans, row: `r.id = ${BEFORE}`, must: NONE, may: ALL },
  'plan-matured': { ...plans, must: "r.status = 'matured'", total: `r.principal + ${promised('p.paid')}` },
  'plan-ended': { ...plans, must: "r.status = 'ended'", total: `r.principal + ${promised('p.paid')}` },
  'plan-return-released': {
    ...plans,
    must: `r.status = 'ended' and ${promised('p.total - p.paid')} > 0`,
    total: promised('p.total - p.paid'),
    owner: null,
  },
  'copy-started': { ...copies, must: ALL },
  'copy-topped-up': { check: 'each amount put into a copy or taken out is what its journal moved' },
  'copy-reduced': { check: 'each amount put into a copy or taken out is what its journal moved' },
  // A copy stops once, or again after it has returned. A copy that lost everything pays nothing out. Another check
  // proves that nothing is left in it.
  'copy-stopped': { ...copies, row: `r.id = ${BEFORE}`, must: NONE, may: ALL },
  'copy-profit': mirrored('profit'),
  'copy-loss': mirrored('loss'),
  'copy-profit-reversed': unmirrored('profit'),
  'copy-loss-reversed': unmirrored('loss'),
  'copy-repaid': mayBeOf(mirrors('profit', "'voided'")),
  'copy-returned': { ...mayBeOf(mirrors('loss', "'voided'")), total: undefined },
  'position-profit': settled('', "<> 'holding'"),
  'position-loss': settled('-', "<> 'holding'"),
  'position-cost': {
    ...settled('-', "= 'holding'"),
    // One journal has the cost of a night for all positions, under the first of their rows.
    may: `r.kind = 'holding' and ${MOVED} <= (select -sum(o.result) from trading_order o
      where o.account_id = r.account_id and o.kind = 'holding' and o.at = r.at)`,
  },
  'position-paid': {
    table: 'trading_account',
    journal: `r.id = ${BEFORE}`,
    must: NONE,
    may: ALL,
    owner: ownerOfAccount('r.id'),
  },
  'leader-share': {
    table: 'leader_share',
    journal: "j.business_ref = r.copy_id || ':' || r.period",
    row: `r.copy_id = ${BEFORE} and r.period = ${BEHIND}`,
    must: ALL,
    // Posted to fees. If the leader is an investor, the same journal passes the share on, so it moves twice.
    total: 'r.amount * (case when r.leader_user_id is null then 1 else 2 end)',
    owner: `${onPostgres ? 'greatest' : 'max'}(r.user_id, coalesce(r.leader_user_id, r.user_id))`,
  },
  'trading-funded': flows('>', 'r.flow'),
  'trading-taken-out': flows('<', '-r.flow'),
  'operator-credit': acts('account', 'operator-credit'),
  'operator-profit': acts('account', 'operator-profit'),
  'operator-debit': acts('account', 'operator-debit'),
  correction: { alone: 'a journal that puts another right is all there is; who made it and why stand in it' },
  'stripes-levelled': { alone: 'it moves nothing between accounts' },
};

/** Returns the checks that cover the kinds of journals not compared here. */
export const checkedElsewhere = (): string[] =>
  Object.values(ROWS_BY_JOURNAL_KIND).flatMap((rows) => ('check' in rows ? rows.check : []));

const MAX_FINDINGS = 500;

/** Returns rows whose state requires a journal of this kind that does not exist. */
const rowsWithout = (kind: string, { table, journal, must }: JournalRows): SQL =>
  sql.raw(`select '${table} ' || r.id as row, 'has no journal ${kind}' as detail
    from ${table} r left join journal j on j.kind = '${kind}' and ${journal}
    where (${must}) and j.id is null limit ${MAX_FINDINGS}`);

/** Returns journals of this kind without a row, or whose row has another state, amount or user. */
function journalsWithout(kind: string, rows: JournalRows): SQL {
  const { table, journal, row = journal, must, may = must, without = NONE, total, owner } = rows;
  const wrong = [
    'r.id is null',
    `not (${may})`,
    total ? `coalesce(${total}, -1) <> ${MOVED}` : NONE,
    owner === null ? `${OWNER} is not null` : `coalesce(${OWNER}, '') <> ${owner}`,
  ];
  const says = `case when r.id is null then 'has no ${table.replaceAll('_', ' ')}' else 'does not agree with ${table} ' || r.id end`;
  return sql.raw(`select 'journal ' || j.id as row, j.kind || ' ' || j.business_ref || ' of ' || ${markedUsd(MOVED)} || ' ' || ${says} as detail
    from journal j left join ${table} r on ${row}
    where j.kind = '${kind}' and not (${without}) and (${wrong.join(' or ')}) limit ${MAX_FINDINGS}`);
}

/** Journals of an unknown kind. */
const OF_NO_KIND =
  sql.raw(`select 'journal ' || j.id as row, j.kind || ' ' || j.business_ref || ' is of no kind that there is' as detail
  from journal j where j.kind not in (${Object.keys(ROWS_BY_JOURNAL_KIND).map((kind) => `'${kind}'`)}) limit ${MAX_FINDINGS}`);

/** Journals that reverse only a part of another. */
const HALF_REVERSED =
  sql.raw(`select 'journal ' || j.id as row, j.kind || ' ' || j.business_ref || ' of ' || ${markedUsd(MOVED)}
    || ' takes back another amount' as detail
  from journal j where j.reverses is not null
    and ${MOVED} <> (select sum(o.amount) from transfer o where o.journal_id = j.reverses) limit ${MAX_FINDINGS}`);

/** Lists journals without their row, and rows without the journal that their state requires. */
export async function journalsAndRows(): Promise<{ row: string; detail: string }[]> {
  const compared = Object.entries(ROWS_BY_JOURNAL_KIND).flatMap(([kind, rows]) =>
    'table' in rows ? [rowsWithout(kind, rows), journalsWithout(kind, rows)] : [],
  );
  const found: { row: string; detail: string }[] = [];
  for (const statement of [...compared, OF_NO_KIND, HALF_REVERSED])
    found.push(...(await rowsInBackground<RowFinding>(statement)));
  return found;
}

type RowFinding = { row: string; detail: string };

import { type SQL, sql } from 'drizzle-orm';
import { onPostgres } from '#drizzle/columns';
import { rowsInBackground } from '~/platform/db/index.server';
import type { JournalKind } from '../chartOfAccounts';
import { markUsd } from './findingAmounts';

/*
 * Tables with the rows that decided or recorded journals, by kind of journal. The audit compares journals (`j`) with
 * rows (`r`) and rows with journals, in SQL.
 */

/** Comparison of the journals of one kind with the rows of a table, as parts of SQL statements. */
type RowComparison = {
  table: string;
  /** Condition that finds the journal of a row. */
  journal: string;
  /** Condition that finds the row of a journal, if a condition other than `journal` can use an index. */
  row?: string;
  /** Condition of rows that need a journal of this kind. */
  requiresJournal: string;
  /** Condition of rows that may have such a journal, if wider than `requiresJournal`. */
  mayHaveJournal?: string;
  /** SQL condition of journals that have no source row. */
  withoutRow?: string;
  /** SQL for the sum in cents that the journal moves; absent if the row does not contain it. */
  total?: string;
  /** SQL for the ID of the user whose accounts the journal moves; null if it moves no user's account. */
  owner: string | null;
};

/**
 * Explanation for a kind of journal that is not compared here: the name of the `check` that covers it, or the `reason`
 * why it has no rows.
 */
type NoComparison = { check: string } | { reason: string };

const FALSE_CONDITION = '1 = 0';
const TRUE_CONDITION = '1 = 1';

/** SQL for the parts of a journal's reference before and after the colon. */
const REF_BEFORE_COLON = onPostgres
  ? "split_part(j.business_ref, ':', 1)"
  : "substr(j.business_ref, 1, instr(j.business_ref || ':', ':') - 1)";
const REF_AFTER_COLON = onPostgres
  ? "split_part(j.business_ref, ':', 2)"
  : "substr(j.business_ref, instr(j.business_ref, ':') + 1)";

/** SQL for the sum of a journal's transfers, cents, and for the owner of the accounts that it moves. */
const JOURNAL_AMOUNT = '(select sum(t.amount) from transfer t where t.journal_id = j.id)';
const JOURNAL_OWNER = `(select max(a.owner_id) from transfer t
  join account a on a.id in (t.debit_account_id, t.credit_account_id) where t.journal_id = j.id)`;

const comparedById = (table: string) => ({ table, journal: 'j.business_ref = r.id', owner: 'r.user_id' });
const DEPOSIT_ROWS = { ...comparedById('deposit'), total: 'r.received' };
const WITHDRAWAL_ROWS = comparedById('withdrawal');
const PLAN_ROWS = comparedById('investment');
const promiseSql = (column: string) => `(select ${column} from promise p where p.id = r.promise_id)`;
const COPY_ROWS = comparedById('copy');

/**
 * Returns the comparison with results of trades in copies. A journal's reference contains the IDs of the copy and the
 * trade.
 */
const mirrorRows = (type: 'profit' | 'loss', statuses: string) => ({
  table: 'mirror',
  journal: "j.business_ref = r.copy_id || ':' || r.trade_id",
  row: `r.copy_id = ${REF_BEFORE_COLON} and r.trade_id = ${REF_AFTER_COLON}`,
  requiresJournal: `r.type = '${type}' and r.status in (${statuses})`,
  total: 'r.amount',
  owner: 'r.user_id',
});
const POSTED_MIRROR_STATES = "'posted', 'voiding', 'kept'";
const postedMirrorRows = (type: 'profit' | 'loss') => ({
  ...mirrorRows(type, POSTED_MIRROR_STATES),
  mayHaveJournal: `r.type = '${type}' and r.status in (${POSTED_MIRROR_STATES}, 'voided')`,
});
const voidedMirrorRows = (type: 'profit' | 'loss') => {
  const rows = mirrorRows(type, "'voided'");
  // A result voided before the reserve could pay it was never posted, so it needs no reversal.
  const was = `exists (select 1 from journal p where p.kind = 'copy-${type}' and p.business_ref = r.copy_id || ':' || r.trade_id)`;
  return { ...rows, requiresJournal: `${rows.requiresJournal} and ${was}` };
};
/**
 * Returns the SQL for the owner of an account with positions: the owner of the copy, or the user whose ID is the
 * account's.
 */
const accountOwnerSql = (id: string) => `coalesce((select c.user_id from copy c where c.id = ${id}), ${id})`;

const withOptionalJournal = (rows: RowComparison): RowComparison => ({
  ...rows,
  requiresJournal: FALSE_CONDITION,
  mayHaveJournal: rows.requiresJournal,
});

/**
 * Returns the comparison with rows of trading logs. A journal posts at most the row's result, since a part of it may
 * wait for the reserve or add to a deficit.
 */
const tradingOrderComparison = (sign: '' | '-', kinds: string): RowComparison => ({
  table: 'trading_order',
  journal: "j.business_ref = r.account_id || ':' || r.number",
  row: `r.account_id = ${REF_BEFORE_COLON} and cast(r.number as text) = ${REF_AFTER_COLON}`,
  // Results without a journal are part of the account's waiting profit or deficit, which another check compares with
  // the log.
  requiresJournal: FALSE_CONDITION,
  mayHaveJournal: `${sign}r.result >= ${JOURNAL_AMOUNT} and r.kind ${kinds}`,
  owner: accountOwnerSql('r.account_id'),
});

/** Returns the comparison with acts of the operator. Each is recorded as an event that contains the journal's ID. */
const eventRows = (thing: 'account' | 'reserve', kind: JournalKind): RowComparison => ({
  table: 'event',
  journal: "j.id = r.details ->> 'journal'",
  row: `r.thing = '${thing}' and r.event = j.kind and r.details ->> 'journal' = j.id
    ${thing === 'account' ? `and r.thing_id = ${JOURNAL_OWNER}` : ''}`,
  requiresJournal: `r.thing = '${thing}' and r.event = '${kind}'`,
  owner: thing === 'account' ? 'r.user_id' : null,
});

/**
 * Returns the comparison with the log of an investor's own trading account: deposits into it (`>`), or withdrawals from
 * it (`<`).
 */
const flowRows = (compared: '>' | '<', total: string): RowComparison => ({
  table: 'trading_order',
  journal: "j.business_ref = r.account_id || ':' || r.number",
  row: `r.account_id = ${REF_BEFORE_COLON} and cast(r.number as text) = ${REF_AFTER_COLON}`,
  requiresJournal: `r.kind = 'flow' and r.flow ${compared} 0
    and exists (select 1 from trading_account k where k.id = r.account_id and k.kind = 'investor')`,
  total,
  owner: 'r.account_id',
});

/** Returns the comparison with statement lines that two administrators marked as unidentified or returned. */
const statementMatchRows = (how: 'unidentified' | 'returned'): RowComparison => ({
  table: 'statement_match',
  journal: 'j.business_ref = r.line_id',
  row: `r.line_id = j.business_ref and r.how = '${how}'`,
  requiresJournal: `r.how = '${how}'`,
  owner: null,
});

const ROWS_BY_JOURNAL_KIND: Record<JournalKind, RowComparison | NoComparison> = {
  // The simulated reserves of paper mode were not funded by an administrator, so they have no event.
  'reserve-funded': { ...eventRows('reserve', 'reserve-funded'), withoutRow: "j.business_ref like 'paper-start:%'" },
  'reserve-taken-back': eventRows('reserve', 'reserve-taken-back'),
  'reserve-shifted': eventRows('reserve', 'reserve-shifted'),
  'network-fee': eventRows('reserve', 'network-fee'),
  'custody-converted': { reason: 'no use-case posts it yet; the first one that does brings its row' },
  'receipt-held': statementMatchRows('unidentified'),
  'receipt-returned': statementMatchRows('returned'),
  deposit: { ...DEPOSIT_ROWS, requiresJournal: "r.status in ('approved', 'reversed')" },
  'deposit-reversed': { ...DEPOSIT_ROWS, requiresJournal: "r.status = 'reversed'" },
  // Shortfall of a charged-back deposit: the part of it that had been spent.
  'receivable-booked': {
    ...DEPOSIT_ROWS,
    requiresJournal: FALSE_CONDITION,
    mayHaveJournal: "r.status = 'reversed' and r.charged_back_at is not null",
    total: undefined,
  },
  'receivable-settled': {
    table: 'journal',
    journal: `r.id = ${REF_BEFORE_COLON}`,
    requiresJournal: FALSE_CONDITION,
    mayHaveJournal: TRUE_CONDITION,
    owner: REF_AFTER_COLON,
  },
  'receivable-written-off': {
    ...eventRows('account', 'receivable-written-off'),
    row: `r.thing = 'account' and r.event = j.kind and r.details ->> 'journal' = j.id`,
    owner: null,
  },
  'practice-money': eventRows('account', 'practice-money'),
  'referral-bonus': {
    table: 'referral_bonus',
    journal: 'j.business_ref = r.deposit_id',
    requiresJournal: 'r.paid_at is not null',
    total: 'r.amount',
    owner: 'r.referrer_id',
  },
  'referral-bonus-reversed': {
    table: 'referral_bonus',
    journal: "j.business_ref = 'referral-bonus:' || r.id",
    row: `r.id = ${REF_AFTER_COLON}`,
    requiresJournal: "r.status = 'taken-back' and r.paid_at is not null",
    total: 'r.amount',
    owner: 'r.referrer_id',
  },
  'rank-bonus': {
    ...comparedById('rank_bonus'),
    requiresJournal: "r.status = 'claimed'",
    // The row of a reversed bonus no longer exists, so the event is compared below.
    withoutRow: 'exists (select 1 from journal v where v.reverses = j.id)',
    total: 'r.amount',
  },
  'rank-bonus-reversed': {
    table: 'event',
    journal: 'j.business_ref = r.thing_id',
    row: "r.thing = 'rank bonus' and r.thing_id = j.business_ref and r.event = 'take-back'",
    requiresJournal: "r.thing = 'rank bonus' and r.event = 'take-back' and r.from_state = 'claimed'",
    owner: 'r.user_id',
  },
  'withdrawal-requested': { ...WITHDRAWAL_ROWS, requiresJournal: TRUE_CONDITION, total: 'r.amount' },
  'withdrawal-cancelled': { ...WITHDRAWAL_ROWS, requiresJournal: "r.status = 'cancelled'", total: 'r.amount' },
  'withdrawal-rejected': { ...WITHDRAWAL_ROWS, requiresJournal: "r.status = 'rejected'", total: 'r.amount' },
  'withdrawal-approved': {
    ...WITHDRAWAL_ROWS,
    requiresJournal: "r.status in ('approved', 'paid', 'bounced')",
    total: 'r.amount',
  },
  'withdrawal-paid': {
    ...WITHDRAWAL_ROWS,
    requiresJournal: "r.status = 'paid' or (r.status = 'bounced' and r.paid_at is not null)",
    total: 'r.amount - r.fee',
    owner: null,
  },
  'withdrawal-bounced': { ...WITHDRAWAL_ROWS, requiresJournal: "r.status = 'bounced'", total: 'r.amount - r.fee' },
  'plan-opened': { ...PLAN_ROWS, requiresJournal: TRUE_CONDITION, total: 'r.principal' },
  'plan-return-reserved': { ...PLAN_ROWS, requiresJournal: TRUE_CONDITION, total: promiseSql('p.total'), owner: null },
  // Another check compares the sum of the days with the promise's payments.
  'plan-accrual': {
    ...PLAN_ROWS,
    row: `r.id = ${REF_BEFORE_COLON}`,
    requiresJournal: FALSE_CONDITION,
    mayHaveJournal: TRUE_CONDITION,
  },
  'plan-matured': {
    ...PLAN_ROWS,
    requiresJournal: "r.status = 'matured'",
    total: `r.principal + ${promiseSql('p.paid')}`,
  },
  'plan-ended': { ...PLAN_ROWS, requiresJournal: "r.status = 'ended'", total: `r.principal + ${promiseSql('p.paid')}` },
  'plan-return-released': {
    ...PLAN_ROWS,
    requiresJournal: `r.status = 'ended' and ${promiseSql('p.total - p.paid')} > 0`,
    total: promiseSql('p.total - p.paid'),
    owner: null,
  },
  'copy-started': { ...COPY_ROWS, requiresJournal: TRUE_CONDITION },
  'copy-topped-up': { check: 'each amount put into a copy or taken out is what its journal moved' },
  'copy-reduced': { check: 'each amount put into a copy or taken out is what its journal moved' },
  // A copy can stop again after money has returned to it, and a copy that lost everything pays nothing out. Another
  // check proves that nothing is left in a stopped copy.
  'copy-stopped': {
    ...COPY_ROWS,
    row: `r.id = ${REF_BEFORE_COLON}`,
    requiresJournal: FALSE_CONDITION,
    mayHaveJournal: TRUE_CONDITION,
  },
  'copy-profit': postedMirrorRows('profit'),
  'copy-loss': postedMirrorRows('loss'),
  'copy-profit-reversed': voidedMirrorRows('profit'),
  'copy-loss-reversed': voidedMirrorRows('loss'),
  'copy-repaid': withOptionalJournal(mirrorRows('profit', "'voided'")),
  'copy-returned': { ...withOptionalJournal(mirrorRows('loss', "'voided'")), total: undefined },
  'position-profit': tradingOrderComparison('', "<> 'holding'"),
  'position-loss': tradingOrderComparison('-', "<> 'holding'"),
  'position-cost': {
    ...tradingOrderComparison('-', "= 'holding'"),
    // One journal posts the cost of a night for all positions, under the number of the first row.
    mayHaveJournal: `r.kind = 'holding' and ${JOURNAL_AMOUNT} <= (select -sum(o.result) from trading_order o
      where o.account_id = r.account_id and o.kind = 'holding' and o.at = r.at)`,
  },
  'position-paid': {
    table: 'trading_account',
    journal: `r.id = ${REF_BEFORE_COLON}`,
    requiresJournal: FALSE_CONDITION,
    mayHaveJournal: TRUE_CONDITION,
    owner: accountOwnerSql('r.id'),
  },
  'leader-share': {
    table: 'leader_share',
    journal: "j.business_ref = r.copy_id || ':' || r.period",
    row: `r.copy_id = ${REF_BEFORE_COLON} and r.period = ${REF_AFTER_COLON}`,
    requiresJournal: TRUE_CONDITION,
    // The share is posted to fees. If the leader is an investor, the same journal moves it on to the leader, so the sum
    // is twice the share.
    total: 'r.amount * (case when r.leader_user_id is null then 1 else 2 end)',
    owner: `${onPostgres ? 'greatest' : 'max'}(r.user_id, coalesce(r.leader_user_id, r.user_id))`,
  },
  'trading-funded': flowRows('>', 'r.flow'),
  'trading-taken-out': flowRows('<', '-r.flow'),
  'operator-credit': eventRows('account', 'operator-credit'),
  'operator-profit': eventRows('account', 'operator-profit'),
  'operator-debit': eventRows('account', 'operator-debit'),
  correction: { reason: 'a journal that puts another right is all there is; who made it and why stand in it' },
  'stripes-levelled': { reason: 'it moves nothing between accounts' },
};

/** Returns the names of the checks that cover the kinds of journals not compared here. */
export const listOtherChecks = (): string[] =>
  Object.values(ROWS_BY_JOURNAL_KIND).flatMap((rows) => ('check' in rows ? rows.check : []));

const MAX_FINDINGS = 500;

/** Returns the query for rows whose state requires a journal of this kind, but that have none. */
const rowsWithoutJournal = (kind: string, { table, journal, requiresJournal }: RowComparison): SQL =>
  sql.raw(`select '${table} ' || r.id as row, 'has no journal ${kind}' as detail
    from ${table} r left join journal j on j.kind = '${kind}' and ${journal}
    where (${requiresJournal}) and j.id is null limit ${MAX_FINDINGS}`);

/** Returns the query for journals of this kind without a row, or whose row has another state, amount or user. */
function journalsWithoutRow(kind: string, rows: RowComparison): SQL {
  const {
    table,
    journal,
    row = journal,
    requiresJournal,
    mayHaveJournal = requiresJournal,
    withoutRow = FALSE_CONDITION,
    total,
    owner,
  } = rows;
  const wrong = [
    'r.id is null',
    `not (${mayHaveJournal})`,
    total ? `coalesce(${total}, -1) <> ${JOURNAL_AMOUNT}` : FALSE_CONDITION,
    owner === null ? `${JOURNAL_OWNER} is not null` : `coalesce(${JOURNAL_OWNER}, '') <> ${owner}`,
  ];
  const says = `case when r.id is null then 'has no ${table.replaceAll('_', ' ')}' else 'does not agree with ${table} ' || r.id end`;
  return sql.raw(`select 'journal ' || j.id as row, j.kind || ' ' || j.business_ref || ' of ' || ${markUsd(JOURNAL_AMOUNT)} || ' ' || ${says} as detail
    from journal j left join ${table} r on ${row}
    where j.kind = '${kind}' and not (${withoutRow}) and (${wrong.join(' or ')}) limit ${MAX_FINDINGS}`);
}

/** Query for journals of an unknown kind. */
const UNKNOWN_KIND_QUERY =
  sql.raw(`select 'journal ' || j.id as row, j.kind || ' ' || j.business_ref || ' is of no kind that there is' as detail
  from journal j where j.kind not in (${Object.keys(ROWS_BY_JOURNAL_KIND).map((kind) => `'${kind}'`)}) limit ${MAX_FINDINGS}`);

/** Query for journals that reverse another one by a different amount. */
const PARTIAL_REVERSAL_QUERY =
  sql.raw(`select 'journal ' || j.id as row, j.kind || ' ' || j.business_ref || ' of ' || ${markUsd(JOURNAL_AMOUNT)}
    || ' takes back another amount' as detail
  from journal j where j.reverses is not null
    and ${JOURNAL_AMOUNT} <> (select sum(o.amount) from transfer o where o.journal_id = j.reverses) limit ${MAX_FINDINGS}`);

/** Lists journals without their row, and rows without the journal that their state requires. */
export async function findJournalRowMismatches(): Promise<{ row: string; detail: string }[]> {
  const compared = Object.entries(ROWS_BY_JOURNAL_KIND).flatMap(([kind, rows]) =>
    'table' in rows ? [rowsWithoutJournal(kind, rows), journalsWithoutRow(kind, rows)] : [],
  );
  const found: { row: string; detail: string }[] = [];
  for (const statement of [...compared, UNKNOWN_KIND_QUERY, PARTIAL_REVERSAL_QUERY])
    found.push(...(await rowsInBackground<RowFinding>(statement)));
  return found;
}

type RowFinding = { row: string; detail: string };

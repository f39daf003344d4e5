import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { table, text } from '#drizzle/columns';
import { approval, event, installation, rankBonus, referralBonus, user } from '#drizzle/schema';
import { systemNow } from '~/platform/clock';
import {
  digestOfStored,
  read,
  resealRows,
  rowsInBackground,
  type SealedTable,
  write,
} from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { log } from '~/platform/log/index.server';
import { SYSTEM } from '~/platform/states';
import { type AlteredRow, alteredRowsOf, type StoredRow, sealedTables } from './rowAudit.server';

/*
 * Migrations that wrote sealed columns, of installations whose rows had versions by then: 0010 and 0011, which turned the
 * summary of a request into its effect, and 0014, which gave bonuses a time and users what was paid for. Such a row is
 * sealed anew where it is exactly what the migration makes of a row that its newest version was written for; anything else
 * stays a finding of the audit.
 */

/** What a migration did to the rows of a table. Rows have the names and values of the database. */
type Rewrite = {
  table: Parameters<typeof resealRows>[1];
  /** Sealed columns that there were then and are not now. */
  dropped?: SealedTable['sealed'];
  /** What a row can have been before: columns that there were not have their default. */
  before: (row: StoredRow) => StoredRow[];
  /** Is a row what the migration makes of the one before? `facts` are of its table. */
  follows: (before: StoredRow, row: StoredRow, facts: Map<string, unknown>) => boolean;
  /** What besides a row the migration looked at, by the row's key. */
  facts?: SQL;
};

/** The bonuses that were paid and given back. */
const GIVEN_BACK = sql`
  select substr(business_ref, ${sql.raw(String('referral-bonus:'.length + 1))}) as row_key, 1 as fact
  from journal where kind = 'referral-bonus-reversed'`;

/** The most that deposits less withdrawals of a user ever came to, reversed deposits left out, as migration 0014 has it. */
const HIGHEST_NET = sql`
  select owner_id as row_key, max(net) as fact from (
    select a.owner_id, cast(sum(m.change) over (partition by a.id order by m.version) as bigint) as net
    from account a join (
      select t.credit_account_id as account_id, t.credit_version as version, t.amount as change
      from transfer t join journal j on j.id = t.journal_id
      where j.kind in ('withdrawal-cancelled', 'withdrawal-rejected', 'withdrawal-bounced')
        or (j.kind = 'deposit' and not exists (
          select 1 from journal r where r.kind = 'deposit-reversed' and r.business_ref = j.business_ref))
      union all
      select t.debit_account_id, t.debit_version, -t.amount
      from transfer t join journal j on j.id = t.journal_id where j.kind = 'withdrawal-requested'
    ) m on m.account_id = a.id
    where a.code = 'available:' || a.owner_id
  ) as course group by owner_id`;

const NO_EFFECT = approval.effect.default;
const { summary } = getTableColumns(table('approval', { summary: text('summary') }));

/** The text of an effect that has a title alone, or null. */
function onlyTitle(effect: unknown): string | null {
  try {
    const { title, lines, ...more } = JSON.parse(String(effect));
    const isAlone = Array.isArray(lines) && lines.length === 0 && Object.keys(more).length === 0;
    return isAlone && typeof title === 'string' ? title : null;
  } catch {
    return null;
  }
}

const REWRITES: Rewrite[] = [
  {
    table: approval,
    dropped: [{ key: 'summary', column: summary, absent: null }],
    before: (row) => [{ ...row, effect: NO_EFFECT, summary: onlyTitle(row.effect) }],
    follows: (before) => before.summary !== null,
  },
  {
    table: rankBonus,
    before: (row) => [{ ...row, due_at: null }],
    follows: (_before, row) => row.due_at === row.created_at,
  },
  {
    table: referralBonus,
    before: (row) =>
      [row.status, 'dropped', 'paid', 'waiting', 'due'].map((status) => ({
        ...row,
        status,
        due_at: null,
        decided_at: null,
      })),
    facts: GIVEN_BACK,
    follows: (before, row, givenBack) => {
      const isBack = before.status === 'dropped' || givenBack.has(String(row.id));
      const asBefore = row.due_at === row.created_at && row.decided_at === row.created_at;
      return asBefore && row.status === (isBack ? 'taken-back' : before.status);
    },
  },
  {
    table: user,
    before: (row) => [{ ...row, net_paid_for: null }],
    facts: HIGHEST_NET,
    follows: (_before, row, nets) =>
      Number(row.net_paid_for) > 0 && Number(row.net_paid_for) === Number(nets.get(String(row.id))),
  },
];

/** Seals anew what the migrations above wrote. Once in an installation's life, at the first start with code that does this. */
export async function resealMigratedRows(): Promise<void> {
  const [own] = await read().select().from(installation);
  if (!own) return;
  const done = and(eq(event.thing, 'installation'), eq(event.thingId, own.id), eq(event.event, 'reseal'));
  const [before] = await read().select({ id: event.id }).from(event).where(done).limit(1);
  if (before) return;
  const found: { rewrite: Rewrite; keys: string[] }[] = [];
  for (const rewrite of REWRITES) found.push({ rewrite, keys: await migratedRows(rewrite) });
  const rows = found.reduce((sum, { keys }) => sum + keys.length, 0);
  await write(async (tx) => {
    for (const { rewrite, keys } of found) {
      const sealed = sealedAs(rewrite);
      for (let at = 0; at < keys.length; at += 200) {
        const these = inArray(sealed.keyColumn, keys.slice(at, at + 200));
        await resealRows(tx, rewrite.table, (await tx.select().from(rewrite.table).where(these)) as never);
      }
    }
    const happened = { thing: 'installation', thingId: own.id, event: 'reseal', by: SYSTEM, at: systemNow() };
    await record(tx, { ...happened, details: { rows: String(rows) } });
  });
  if (rows > 0) log().info({ rows }, 'rows that migrations wrote were sealed anew');
}

function sealedAs({ table: wanted }: Rewrite): SealedTable {
  const found = sealedTables().find((sealed) => sealed.table === wanted);
  if (!found) throw new Error('A table whose rows a migration wrote is not sealed any more');
  return found;
}

/** The keys of the rows that are what the migration made of them. */
async function migratedRows(rewrite: Rewrite): Promise<string[]> {
  const sealed = sealedAs(rewrite);
  const columns = [...sealed.sealed, ...(rewrite.dropped ?? [])];
  const then = { ...sealed, sealed: columns.sort((a, b) => (a.column.name < b.column.name ? -1 : 1)) };
  const altered: AlteredRow[] = [];
  for await (const each of alteredRowsOf(sealed)) altered.push(each);
  if (altered.length === 0) return [];
  const facts = new Map<string, unknown>();
  if (rewrite.facts) {
    const rows = await rowsInBackground<{ row_key: string; fact: unknown }>(rewrite.facts);
    for (const { row_key, fact } of rows) facts.set(row_key, fact);
  }
  return altered
    .filter(({ row, written }) =>
      rewrite
        .before(row)
        .some((was) => digestOfStored(then, was) === written?.digest && rewrite.follows(was, row, facts)),
    )
    .map(({ key }) => key);
}

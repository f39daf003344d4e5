import { type SQL, sql } from 'drizzle-orm';

/** Returns SQL for both sides of each transfer `t` (`debit` and `credit`, cents), of journal `j` and account `a`. */
export function transferSides(columns: SQL, which: SQL): SQL {
  const side = (name: 'debit' | 'credit') => sql`
    select ${columns}, ${sql.raw(name === 'debit' ? 't.amount' : '0')} as debit, ${sql.raw(name === 'credit' ? 't.amount' : '0')} as credit
    from transfer t join journal j on j.id = t.journal_id join account a on a.id = ${sql.raw(`t.${name}_account_id`)}
    where j.kind <> 'stripes-levelled' and ${which}`;
  return sql`${side('debit')} union all ${side('credit')}`;
}

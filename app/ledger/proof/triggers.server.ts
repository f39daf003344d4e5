import { sql } from 'drizzle-orm';
import { onPostgres } from '#drizzle/columns';
import { rowsInBackground } from '~/platform/db/index.server';

/** Append-only tables. */
const APPEND_ONLY_TABLES = ['journal', 'transfer', 'seal', 'row_version', 'trading_order'];

type Trigger = { name: string; text: string };

/** Triggers that keep `APPEND_ONLY_TABLES` append-only, in the engine's spelling without spaces and quotes. */
const EXPECTED_TRIGGERS: Trigger[] = APPEND_ONLY_TABLES.flatMap((table) =>
  onPostgres
    ? [
        {
          name: `${table}_append_only`,
          text: `CREATETRIGGER${table}_append_onlyBEFOREDELETEORUPDATEONpublic.${table}FOREACHROWEXECUTEFUNCTIONrefuse_change()`,
        },
        {
          name: `${table}_no_truncate`,
          text: `CREATETRIGGER${table}_no_truncateBEFORETRUNCATEONpublic.${table}FOREACHSTATEMENTEXECUTEFUNCTIONrefuse_change()`,
        },
      ]
    : ['UPDATE', 'DELETE'].map((change) => ({
        name: `${table}_no_${change.toLowerCase()}`,
        text: `CREATETRIGGER${table}_no_${change.toLowerCase()}BEFORE${change}ON${table}BEGINSELECTRAISE(ABORT,${table}isappendonly);END`,
      })),
);

/** Query of the enabled triggers and, on PostgreSQL, of the function that they call. */
const ENABLED_TRIGGERS = onPostgres
  ? sql`select tgname as name, pg_get_triggerdef(oid) as text from pg_trigger where not tgisinternal and tgenabled = 'O'
        union all select proname, prosrc from pg_proc where proname = 'refuse_change'`
  : sql`select name, sql as text from sqlite_master where type = 'trigger'`;

const EXPECTED_FUNCTION: Trigger = {
  name: 'refuse_change',
  text: 'BEGINRAISEEXCEPTION%isappendonly,TG_TABLE_NAME;END',
};

const withoutSpacesAndQuotes = (text: string): string => text.replace(/[\s`"']/g, '');

/** Lists triggers that were dropped, changed, disabled or added outside of the product. */
export async function findChangedTriggers(): Promise<{ row: string; detail: string }[]> {
  const there = new Map<string, string>();
  for (const { name, text } of await rowsInBackground<Trigger>(ENABLED_TRIGGERS))
    there.set(name, withoutSpacesAndQuotes(text));
  const expected = onPostgres ? [...EXPECTED_TRIGGERS, EXPECTED_FUNCTION] : EXPECTED_TRIGGERS;
  const found: { row: string; detail: string }[] = [];
  for (const { name, text } of expected) {
    const is = there.get(name);
    there.delete(name);
    if (is !== text) found.push({ row: `trigger ${name}`, detail: is === undefined ? 'is not there' : 'was changed' });
  }
  for (const name of there.keys()) found.push({ row: `trigger ${name}`, detail: 'is none of ours' });
  return found;
}

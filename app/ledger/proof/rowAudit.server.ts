import { type SQL, sql } from 'drizzle-orm';
import { protectedTables } from '#drizzle/protection';
import {
  calculateStoredRowDigest,
  getSealedTable,
  hasValidMac,
  type RowVersion,
  rowsInBackground,
  type SealedTable,
} from '~/platform/db/index.server';

/** Number of rows checked at a time. One batch takes a few milliseconds. */
const BATCH_SIZE = 400;

type RowFinding = { row: string; detail: string };

/** Row as stored in the database, by column name. */
type StoredRow = Record<string, unknown>;

/** Columns of a row's newest version, as the database has them. */
type NewestVersionColumns = {
  v_id: string | null;
  v_version: number;
  v_deleted: unknown;
  v_digest: string;
  v_mac: string;
  v_at: number | string;
};

export const listSealedTables = (): SealedTable[] =>
  protectedTables().flatMap(({ table }) => getSealedTable(table) ?? []);

const quoteName = (text: string) => sql.raw(`"${text}"`);

/** Lists the rows of all sealed tables that differ from their newest version or have no version. */
export async function findAllAlteredRows(): Promise<RowFinding[]> {
  const found: RowFinding[] = [];
  for (const sealed of listSealedTables()) found.push(...(await findAlteredRows(sealed)));
  return found;
}

/** Finds the altered rows of a table. `which` limits the checked rows; its columns have no table prefix. */
export async function findAlteredRows(sealed: SealedTable, which: SQL | null = null): Promise<RowFinding[]> {
  const found: RowFinding[] = [];
  const key = sealed.keyColumn.name;
  let beyond: SQL | null = null;
  for (;;) {
    const page: (NewestVersionColumns & StoredRow)[] = await rowsInBackground(pageQuery(sealed, which, beyond));
    for (const row of page) {
      const detail = describeAlteration(sealed, row, toVersion(sealed, row));
      if (detail !== null) found.push({ row: `${sealed.name} ${row[key]}`, detail });
    }
    if (page.length < BATCH_SIZE) return found;
    beyond = sql`${page.at(-1)?.[key]}`;
    // Serves requests between pages.
    await new Promise((resume) => setImmediate(resume));
  }
}

/**
 * Lists which of some rows differ from their newest version, or are missing although they were not deleted by the
 * product.
 */
export async function findAlteredAmong(sealed: SealedTable, keys: string[]): Promise<RowFinding[]> {
  const found: RowFinding[] = [];
  for (let from = 0; from < keys.length; from += BATCH_SIZE) {
    const some = keys.slice(from, from + BATCH_SIZE);
    const among = sql`(${sql.join(
      some.map((key) => sql`${key}`),
      sql`, `,
    )})`;
    found.push(...(await findAlteredRows(sealed, sql`${quoteName(sealed.keyColumn.name)} in ${among}`)));
    found.push(...(await findMissingRows(sealed, sql`v.row_key in ${among}`)));
  }
  return found;
}

/** Returns the query for the next page of rows in the order of their key, each with its newest version. */
function pageQuery({ name: table, keyColumn, sealed }: SealedTable, which: SQL | null, beyond: SQL | null): SQL {
  const key = quoteName(keyColumn.name);
  const columns = sealed.map(({ column }) =>
    // JSON is read as text on both engines, since a driver would parse it and could change a number.
    column.dataType === 'json'
      ? sql`cast(t.${quoteName(column.name)} as text) as ${quoteName(column.name)}`
      : sql`t.${quoteName(column.name)}`,
  );
  const conditions = [which && sql`(${which})`, beyond && sql`${key} > ${beyond}`].filter((each) => each !== null);
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  return sql`
    select ${sql.join(columns, sql`, `)}, t.${key} as ${key}, v.id as v_id, v.version as v_version, v.deleted as v_deleted,
      v.digest as v_digest, v.mac as v_mac, v.at as v_at
    from (select * from ${quoteName(table)} ${where} order by ${key} limit ${sql.raw(String(BATCH_SIZE))}) t
    left join row_version v on v.thing = ${table} and v.row_key = t.${key} and v.version =
      (select max(n.version) from row_version n where n.thing = ${table} and n.row_key = t.${key})
    order by t.${key}`;
}

/** Returns the newest version of a row from its columns; null if the row has none. */
function toVersion(sealed: SealedTable, row: NewestVersionColumns & StoredRow): RowVersion | null {
  if (row.v_id === null) return null;
  return {
    id: row.v_id,
    thing: sealed.name,
    rowKey: String(row[sealed.keyColumn.name]),
    version: Number(row.v_version),
    deleted: row.v_deleted === true || row.v_deleted === 1,
    digest: row.v_digest,
    mac: row.v_mac,
    at: new Date(Number(row.v_at)),
  };
}

function describeAlteration(sealed: SealedTable, row: StoredRow, version: RowVersion | null): string | null {
  if (version === null) return 'has no version: the product did not write it';
  if (version.deleted) return 'was deleted, and is there again';
  if (!hasValidMac(version)) return `has a version ${version.version} that the product did not write`;
  return calculateStoredRowDigest(sealed, row, version.digest) === version.digest
    ? null
    : `is not what its version ${version.version} says`;
}

/** Lists rows of sealed tables that are missing although their newest version is not a deletion. */
export async function findAllMissingRows(): Promise<RowFinding[]> {
  const found: RowFinding[] = [];
  for (const sealed of listSealedTables()) found.push(...(await findMissingRows(sealed)));
  return found;
}

/**
 * Finds the rows of a table that are missing although their newest version is not a deletion. `which` limits the
 * versions (`v`) that are read.
 */
export async function findMissingRows(
  { name: table, keyColumn }: SealedTable,
  which: SQL = sql`1 = 1`,
): Promise<RowFinding[]> {
  const gone = await rowsInBackground<{ row_key: string; version: number }>(sql`
    select v.row_key, v.version from row_version v
    left join ${quoteName(table)} t on t.${quoteName(keyColumn.name)} = v.row_key
    where v.thing = ${table} and not v.deleted and t.${quoteName(keyColumn.name)} is null and ${which}
      and v.version = (select max(n.version) from row_version n where n.thing = v.thing and n.row_key = v.row_key)`);
  return gone.map(({ row_key, version }) => ({
    row: `${table} ${row_key}`,
    detail: `is gone; its version ${version} says it is there`,
  }));
}

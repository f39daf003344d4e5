// On both engines: seals of rows.
import { type Column, desc, eq, getTableColumns, getTableName, ne, sql } from 'drizzle-orm';
import { getTableConfig as configOnPostgres } from 'drizzle-orm/pg-core';
import { getTableConfig as configOnSqlite, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { PROTECTION, protectedTables, protectionOf } from '#drizzle/protection';
import { account, approval, journal, rowVersion } from '#drizzle/schema';
import { fundReserve } from '~/features/money/books/reserves.server';
import { availableAccount, custody } from '~/ledger/chartOfAccounts';
import { mustPost } from '~/ledger/posting/post.server';
import { audit, FREQUENT_CHECKS } from '~/ledger/proof/audit.server';
import { auditChanges, auditDecisiveRows } from '~/ledger/proof/changesAudit.server';
import { listSealedTables } from '~/ledger/proof/rowAudit.server';
import { CHAIN_START, type ChainLink, readChainEnd, sealNextBatch } from '~/ledger/proof/seal.server';
import { balance } from '~/ledger/reading/statement.server';
import { DAY, now } from '~/platform/clock';
import { drainAlteredRows, getSealedTable, read, rows, type SealedTable, write } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { newId } from '~/platform/ids';
import { createAdminActor, SYSTEM_ACTOR } from '~/platform/states';
import { ensureCatalogue } from '~/seed/catalogue.server';
import { clock, onPostgres, useDatabase } from '../../support/database';
import { emptyTables, keepFullBooks } from '../../support/demonstration/fullBooks';
import { someOf } from '../../support/depth';
import { testEnv } from '../../support/environment';
import { LIVE } from '../../support/liveEnvironment';
import { performAct } from '../../support/people/acts';
import { approveShown } from '../../support/people/approvals';
import { makeAdmin, makeUser } from '../../support/people/people';
import { behindTheBack } from './ledger.fixtures';

useDatabase({}, async () => {
  await ensureCatalogue();
  await keepFullBooks();
  expect((await audit()).findings).toEqual([]);
});

/** Columns that a short run alters: a quarter on SQLite, and a few others on PostgreSQL. */
const some = <T>(columns: T[], row = 0): T[] => someOf(columns, onPostgres ? row + 2 : row, onPostgres ? 12 : 4);

const literal = (text: string | null) => (text === null ? 'null' : `'${text.replaceAll("'", "''")}'`);

/** Returns a different valid value for a column; for a unique column, a value that no row has. */
function otherThan(column: Column, text: string | null): string {
  if (column.dataType === 'boolean') {
    const is = text === '1' || text === 'true';
    return onPostgres ? String(!is) : is ? '0' : '1';
  }
  if (column.dataType === 'json') return '{"forged":"1"}';
  if (column.getSQLType() === 'text') return `${text ?? ''}x`;
  const unique = column.primary || uniqueColumns(column.table as SQLiteTable).includes(column.name);
  return String(BigInt(text ?? 0) + (unique ? 1_000_000n : 1n));
}

type Target = { table: SQLiteTable; name: string; key: Column; id: string };

/** One row of a table from the middle, so that there are some before and after it. */
async function targetIn(table: SQLiteTable): Promise<Target> {
  const name = getTableName(table);
  const key = Object.values(getTableColumns(table)).find((column) => column.primary) as Column;
  const ids = await rows<{ id: string }>(
    read(),
    sql.raw(`select cast("${key.name}" as text) as id from "${name}" order by "${key.name}"`),
  );
  return { table, name, key, id: ids[Math.floor(ids.length / 2)]?.id ?? '' };
}

const where = ({ key }: Target, id: string) => `"${key.name}" = ${literal(id)}`;

/** A column of a row as text. */
const textOf = async (target: Target, column: Column) =>
  (
    await rows<{ text: string | null }>(
      read(),
      sql.raw(`select cast("${column.name}" as text) as text from "${target.name}" where ${where(target, target.id)}`),
    )
  )[0]?.text ?? null;

type Alteration = { target: Target; column: Column; alter: string; undo: string };

async function alteration(target: Target, column: Column): Promise<Alteration> {
  const was = await textOf(target, column);
  const other = otherThan(column, was);
  const set = (to: string | null, id: string) =>
    `update "${target.name}" set "${column.name}" = ${literal(to)} where ${where(target, id)}`;
  return { target, column, alter: set(other, target.id), undo: set(was, column === target.key ? other : target.id) };
}

const lines = async () =>
  (await audit()).findings.map(({ invariant, row, detail }) => `${invariant}: ${row}: ${detail}`);
const named = async () => (await audit()).findings.map(({ row }) => row);
const sealedOnes = () =>
  Promise.all(listSealedTables().map(async (sealed) => ({ sealed, target: await targetIn(sealed.table) })));

/** Columns of a table with unique values. */
function uniqueColumns(table: SQLiteTable): string[] {
  const { indexes } = onPostgres ? configOnPostgres(table as never) : configOnSqlite(table);
  return indexes.flatMap(({ config }) =>
    config.unique ? config.columns.flatMap((column) => ('name' in column ? (column.name ?? []) : [])) : [],
  );
}

/** Inserts a copy of a row, with a key of its own. */
function forgery({ table, name, key, id }: Target): { row: string; insert: string } {
  const others = uniqueColumns(table);
  const forged = otherThan(key, id);
  const columns = Object.values(getTableColumns(table));
  const values = columns.map((column) => {
    if (column === key) return literal(forged);
    if (!others.includes(column.name)) return `"${column.name}"`;
    return column.getSQLType() === 'text' ? `"${column.name}" || 'x'` : `"${column.name}" + 1000000`;
  });
  const names = columns.map((column) => `"${column.name}"`);
  return {
    row: `${name} ${forged}`,
    insert: `insert into "${name}" (${names}) select ${values} from "${name}" where "${key.name}" = ${literal(id)}`,
  };
}

test('each table of the schema has rows here', async () => {
  expect(await emptyTables()).toEqual([]);
});

describe('rows with versions', () => {
  test('each sealed column of each table, altered in one row, is named', async () => {
    const all = await sealedOnes();
    const longest = Math.max(...all.map(({ sealed }) => sealed.sealed.length));
    // Alters one column of every table at a time, each in its own row.
    for (const at of some([...Array(longest).keys()])) {
      const changes: Alteration[] = [];
      for (const { sealed, target } of all) {
        const column = sealed.sealed[at]?.column;
        if (column && column !== target.key) changes.push(await alteration(target, column));
      }
      await behindTheBack(...changes.map(({ alter }) => alter));
      const found = await named();
      for (const { target, column } of changes)
        expect(found, `${target.name}.${column.name}`).toContain(`${target.name} ${target.id}`);
      await behindTheBack(...changes.map(({ undo }) => undo));
    }
    expect(await lines()).toEqual([]);
  }, 300_000);

  test('each key, altered in one row, is named as a missing one and a foreign one', async () => {
    const all = await sealedOnes();
    const changes = await Promise.all(all.map(({ target }) => alteration(target, target.key)));
    await behindTheBack(...changes.map(({ alter }) => alter));
    const found = await named();
    for (const { target } of all) {
      expect(found).toContain(`${target.name} ${target.id}`);
      expect(found).toContain(`${target.name} ${otherThan(target.key, target.id)}`);
    }
  });

  test('a forged row in each table is named', async () => {
    const forged = (await sealedOnes()).map(({ target }) => forgery(target));
    await behindTheBack(...forged.map(({ insert }) => insert));
    expect(await named()).toEqual(expect.arrayContaining(forged.map(({ row }) => row)));
  });

  test('a deleted row in each table is named', async () => {
    const all = await sealedOnes();
    await behindTheBack(...all.map(({ target }) => `delete from "${target.name}" where ${where(target, target.id)}`));
    const gone = all.map(({ target }) => `${target.name} ${target.id}`);
    expect(await named()).toEqual(expect.arrayContaining(gone));
  });

  test('each column without a seal is named by the check that compares it, or changes nothing', async () => {
    for (const { sealed, target } of await sealedOnes()) {
      for (const [name, output] of some(Object.entries(exceptionsOf(sealed)))) {
        if ('free' in output) continue;
        const column = getTableColumns(target.table)[name] as Column;
        const { alter, undo } = await alteration(target, column);
        await behindTheBack(alter);
        const checks = (await audit()).findings.map(({ invariant }) => invariant);
        expect(checks, `${target.name}.${column.name}`).toContain(output.compared);
        await behindTheBack(undo);
      }
    }
  });

  const exceptionsOf = ({ table }: SealedTable) => {
    const protection = protectedTables().find((each) => each.table === table)?.protection;
    return ((protection && 'sealed' in protection && protection.except) || {}) as Record<
      string,
      { compared: string } | { free: string }
    >;
  };
});

describe('a row that decides in a transaction', () => {
  /** Table of row versions, which the product never updates. No decision depends on this table. */
  const APPENDED = 'trading_order';
  const nameOf = (error: Error) => error.name;
  const decides = ({ table }: SealedTable) => {
    const protection = protectionOf(table);
    return protection !== undefined && 'decides' in protection;
  };

  test('is refused if any sealed column was altered: deciding rows when they are read, all others when they are changed', async () => {
    const all = await sealedOnes();
    const deciding = all.filter(({ sealed }) => decides(sealed)).map(({ sealed }) => sealed.name);
    expect(deciding).toEqual(
      expect.arrayContaining([
        'administrator',
        'approval',
        'copy',
        'deposit_method',
        'plan',
        'setting',
        'staff_invitation',
        'trader',
        'two_factor',
        'user',
        'withdrawal',
        'withdrawal_method',
      ]),
    );
    for (const [row, { sealed, target }] of all.entries()) {
      const { table } = sealed;
      const { key } = target;
      const its = sql`${key} = ${target.id}`;
      const byReader = () => verified(read(), table, its).then(() => 'done', nameOf);
      const byAct = () => write((tx) => verified(tx, table, its)).then(() => 'done', nameOf);
      const [changed] = sealed.sealed.filter(({ column }) => column !== key);
      const set = { [changed?.key ?? '']: sql`${changed?.column}` };
      // Rolled back, so that the next column meets the same row.
      const byChange = () =>
        write(async (tx) => ({ ok: false, rows: await tx.update(table).set(set).where(its) })).then(
          () => 'done',
          nameOf,
        );
      if (sealed.name === APPENDED) continue;
      const tries = decides(sealed) ? [byReader, byAct, byChange] : [byChange];
      for (const attempt of tries) expect(await attempt(), sealed.name).toBe('done');
      for (const { column } of some(sealed.sealed, row)) {
        if (column === key || column.dataType === 'json') continue;
        const { alter, undo } = await alteration(target, column);
        await behindTheBack(alter);
        // An invalid numeric text is refused when it is read.
        const refused =
          column.columnType === 'SQLiteCustomColumn' || column.columnType === 'PgCustomColumn'
            ? /^(Altered|Syntax)/
            : /^Altered/;
        for (const attempt of tries.filter((each) => each !== byChange))
          expect(await attempt(), `${target.name}.${column.name}`).toMatch(refused);
        // The engine may refuse it first, for a key of no row.
        expect(await byChange(), `${target.name}.${column.name}`).not.toBe('done');
        await behindTheBack(undo);
      }
    }
  }, 300_000);

  test('of an account is refused if its balance, version or side differs from its transfers', async () => {
    const accounts = await read().select().from(account).orderBy(account.id);
    const [row] = accounts.filter(({ code }) => code.startsWith('available:'));
    if (!row) throw new Error('Nobody has a balance');
    const spend = () =>
      write((tx) => balance(tx, row.code)).then(
        () => 'read',
        (error: Error) => error.name,
      );
    const id = `id = '${row.id}'`;
    const changes: [alter: string, undo: string][] = [
      ['credits = credits + 350000', 'credits = credits - 350000'],
      ['debits = debits + 1, version = version + 1', 'debits = debits - 1, version = version - 1'],
      [`normal_side = 'debit'`, `normal_side = 'credit'`],
      [`floored = ${onPostgres ? 'false' : '0'}`, `floored = ${onPostgres ? 'true' : '1'}`],
    ];
    for (const [alter, undo] of changes) {
      expect(await spend()).toBe('read');
      await behindTheBack(`update account set ${alter} where ${id}`);
      expect(await spend(), alter).toBe('AlteredRowError');
      await behindTheBack(`update account set ${undo} where ${id}`);
    }
    // By restoring the whole row from before its newest transfer, a credit and then a debit.
    const move = { ref: newId(), actor: 'system', effectiveAt: now() } as const;
    const [debit, credit] = [custody('manual'), availableAccount(row.ownerId ?? '')];
    for (const [kind, leg] of [
      ['operator-credit', { debit, credit, amount: 5n }],
      ['operator-debit', { debit: credit, credit: debit, amount: 5n }],
    ] as const) {
      const rowNow = async () => (await read().select().from(account).where(eq(account.id, row.id)))[0] ?? row;
      const earlier = await rowNow();
      await write((tx) => mustPost(tx, { ...move, kind, legs: [leg] }));
      const later = await rowNow();
      const back = ({ debits, credits, version, mac }: typeof row) =>
        `update account set debits = ${debits}, credits = ${credits}, version = ${version}, mac = '${mac}' where ${id}`;
      await behindTheBack(back(earlier));
      expect(await spend(), kind).toBe('AlteredRowError');
      await behindTheBack(back(later));
      expect(await spend()).toBe('read');
    }
    // By adding the transfer that would explain it: its journal has no MAC of this product.
    await behindTheBack(
      `update account set credits = credits + 1, version = version + 1 where ${id}`,
      `insert into transfer select id || 'x', journal_id, leg + 1000, debit_account_id, '${row.id}', 1, debit_balance,
         ${row.credits - row.debits + 1n}, debit_version + 1000000, ${row.version + 3} from transfer limit 1`,
    );
    expect(await spend()).toBe('AlteredRowError');
  });
});

describe('the audit of changes', () => {
  // Other tests in this process leave alterations that were found in their databases.
  beforeEach(() => void drainAlteredRows());

  const decided = () => listSealedTables().filter(({ often }) => often !== null);
  /** A row that it compares each time. */
  async function openRow({ table, often, name, keyColumn }: SealedTable): Promise<Target> {
    const which = often !== null && often !== 'whole' ? sql`where ${often.open}` : sql``;
    const key = sql.raw(`"${keyColumn.name}"`);
    const [row] = await rows<{ id: string }>(
      read(),
      sql`select ${key} as id from ${sql.raw(`"${name}"`)} ${which} limit 1`,
    );
    return { table, name, key: keyColumn, id: row?.id ?? '' };
  }
  const names = (findings: { row: string }[]) => findings.map(({ row }) => row);
  const everySeal = async () => {
    while (await sealNextBatch());
  };
  /** Audits everything after a link, in as many parts as necessary. */
  async function changedSince(link: ChainLink): Promise<string[]> {
    const { findings, last, more } = await auditChanges(link);
    return more ? [...names(findings), ...(await changedSince(last))] : names(findings);
  }

  test('finds nothing without alterations, from any seal on', async () => {
    await everySeal();
    const end = await readChainEnd();
    expect(await changedSince(CHAIN_START)).toEqual([]);
    expect(await auditChanges(end)).toEqual({ findings: [], last: end, more: false });
    expect(await auditDecisiveRows()).toEqual([]);
    expect((await audit()).invariants).toEqual(expect.arrayContaining(FREQUENT_CHECKS));
  });

  test('names alterations of a small table and of open entries without any write', async () => {
    expect(decided().map(({ name }) => name)).toEqual(
      expect.arrayContaining(['deposit_method', 'withdrawal_method', 'plan', 'setting', 'administrator', 'withdrawal']),
    );
    for (const [row, sealed] of decided().entries()) {
      const target = await openRow(sealed);
      expect(target.id, sealed.name).not.toBe('');
      for (const { column } of some(sealed.sealed, row)) {
        // A row that is altered to look closed leaves the set of open rows, which changes their sums.
        if (column === target.key || ['status', 'outcome'].includes(column.name)) continue;
        const { alter, undo } = await alteration(target, column);
        await behindTheBack(alter);
        expect(names(await auditDecisiveRows()), `${sealed.name}.${column.name}`).toContain(
          `${sealed.name} ${target.id}`,
        );
        await behindTheBack(undo);
      }
    }
    const [{ id } = { id: '' }] = await rows<{ id: string }>(read(), sql`select id from plan`);
    await behindTheBack(`delete from plan where id = '${id}'`, `update account set credits = credits + 1`);
    expect(names(await auditDecisiveRows())).toEqual(expect.arrayContaining([`plan ${id}`, 'books']));
  }, 120_000);

  test('names a row, a balance and a journal that were written since and altered after', async () => {
    await everySeal();
    const before = await readChainEnd();
    const [changed, gone] = [await makeUser({}, { dollars: 100 }), await makeUser()];
    await everySeal();
    expect(await changedSince(before)).toEqual([]);
    const code = `available:${changed.id}`;
    await behindTheBack(
      `update "user" set email = 'thief@example.com' where id = '${changed.id}'`,
      `delete from "user" where id = '${gone.id}'`,
      `update account set credits = credits + 350000 where code = '${code}'`,
    );
    const off = [`user ${changed.id}`, `user ${gone.id}`, code];
    expect((await changedSince(before)).toSorted()).toEqual(off.toSorted());
    // From the end on nothing was written: these are for the audit of everything.
    expect(await changedSince(await readChainEnd())).toEqual([]);
    const [last] = await read().select({ id: journal.id }).from(journal).orderBy(desc(journal.id)).limit(1);
    await behindTheBack(`update journal set reason = 'Another' where id = '${last?.id}'`);
    expect(await changedSince(before)).toContain(`journal ${last?.id}`);
  });

  test('names the seal that it ended with, once the chain is cut or recreated behind it', async () => {
    await everySeal();
    const end = await readChainEnd();
    await makeUser();
    await everySeal();
    await behindTheBack(`delete from seal where position >= ${end.position}`);
    expect(names((await auditChanges(end)).findings)).toEqual([`seal ${end.position}`]);
  });
});

describe('rows without versions', () => {
  const compared = protectedTables().filter(({ protection }) => 'compared' in protection);

  test('are those of the ledger, and of tables that decide nothing', () => {
    const left = Object.entries(PROTECTION).filter(([, protection]) => !('sealed' in protection));
    const free = left.filter(([, protection]) => 'free' in protection).map(([name]) => name);
    expect(compared.map(({ name }) => name).sort()).toEqual(['account', 'journal', 'rowVersion', 'seal', 'transfer']);
    expect(free.sort()).toEqual([
      'alert',
      'alertCall',
      'copyAct',
      'job',
      'keptAnswer',
      'mail',
      'notification',
      'quote',
      'quoteSource',
      'runningProcess',
      'session',
      'supportMessage',
      'supportThread',
      'throttle',
      'uploadInParts',
      'userTag',
      'watchedTrader',
      'webhook',
      'webhookDelivery',
    ]);
    for (const { table } of compared) expect(getSealedTable(table)).toBeNull();
  });

  /** Subjects of a finding about a row, one of these. */
  async function namesOf(target: Target): Promise<string[]> {
    const columns = { account: ['code'], transfer: ['id', 'journal_id'], seal: ['journal_id', 'row_version_id'] };
    const expected = (columns as Record<string, string[]>)[target.name] ?? [target.key.name];
    const values = await Promise.all(
      Object.values(getTableColumns(target.table))
        .filter((column) => expected.includes(column.name))
        .map((column) => textOf(target, column)),
    );
    return [`${target.name} ${target.id} `, ...values.filter((value) => value !== null)];
  }

  test.each(compared.map(({ name, table }) => ({ name, table })))(
    'each column of $name is named',
    async ({ table }) => {
      const target = await targetIn(table);
      const names = await namesOf(target);
      for (const column of some(Object.values(getTableColumns(table)))) {
        const { alter, undo } = await alteration(target, column);
        await behindTheBack(alter);
        const found = await lines();
        const of = found.filter((line) => names.some((name) => line.includes(name)));
        expect(of, `${target.name}.${column.name}: ${found.join('\n')}`).not.toEqual([]);
        await behindTheBack(undo);
      }
      expect(await lines()).toEqual([]);
    },
    120_000,
  );

  test.each(compared.map(({ name, table }) => ({ name, table })))(
    'a row of $name, forged, is named',
    async ({ table }) => {
      const target = await targetIn(table);
      await behindTheBack(forgery(target).insert);
      const forged = { ...target, id: otherThan(target.key, target.id) };
      const names = await namesOf(forged);
      const found = await lines();
      expect(found.filter((line) => names.some((name) => line.includes(name)))).not.toEqual([]);
    },
  );

  test.each(compared.map(({ name, table }) => ({ name, table })))(
    'a row of $name, deleted, is named',
    async ({ table }) => {
      const target = await targetIn(table);
      await behindTheBack(`delete from "${target.name}" where ${where(target, target.id)}`);
      expect((await audit()).findings.map(({ invariant }) => invariant)).toContain('the seals have no gap and verify');
    },
  );

  test('a journal with a future date is named all the same', async () => {
    const target = await targetIn(journal);
    const { insert, row } = forgery(target);
    const later = clock.machine.getTime() + 400 * DAY;
    await behindTheBack(
      insert,
      `update journal set recorded_at = ${later} where ${where(target, row.split(' ')[1] ?? '')}`,
    );
    expect(await lines()).toContainEqual(
      expect.stringMatching(`every journal is sealed: ${row}: .* not posted by the product`),
    );
  });
});

describe('a person who knows how the books are stored', () => {
  test('forges the MACs of all journals and versions and deletes the seals: each is named, and nothing is sealed', async () => {
    const journals = await read().select({ id: journal.id }).from(journal);
    const versions = await read().select({ id: rowVersion.id }).from(rowVersion);
    await behindTheBack(
      `update journal set mac = substr(mac, 1, 9) || substr(mac, 11) || 'A'`,
      `update row_version set mac = substr(mac, 1, 9) || substr(mac, 11) || 'A'`,
      'delete from seal',
    );
    const found = await named();
    expect(found).toEqual(expect.arrayContaining(journals.map(({ id }) => `journal ${id}`)));
    expect(found).toEqual(expect.arrayContaining(versions.map(({ id }) => `row version ${id}`)));
    expect(found).toContainEqual(expect.stringMatching(/^seal \d+$/));
    // An invalid row is not sealed, and later rows are not chained to a missing one.
    expect(await sealNextBatch()).toBe(false);
    await expect(makeUser().then(() => sealNextBatch())).rejects.toThrow(/chain of seals/);
  });

  test('can’t hide versions of a table that does not exist', async () => {
    const target = await targetIn(rowVersion);
    const forged = otherThan(target.key, target.id);
    const { insert } = forgery(target);
    await behindTheBack(insert, `update row_version set thing = 'treasure' where ${where(target, forged)}`);
    const line = expect.stringMatching(`row version ${forged}: .* of treasure .* not written by the product`);
    expect(await lines()).toContainEqual(line);
    while (await sealNextBatch());
    expect(await lines()).toContainEqual(line);
  });

  test('can’t hide rows of any kind without their journals, or journals without their rows', async () => {
    const kinds = (await rows<{ kind: string }>(read(), sql`select distinct kind from journal`)).map(
      ({ kind }) => kind,
    );
    expect(kinds.length).toBeGreaterThan(12);
    const check = 'each journal tells of a row, and each row that moved money has its journal: ';
    const ofCheck = async () => (await lines()).filter((line) => line.startsWith(check));
    const backs = [
      'journal',
      'deposit',
      'withdrawal',
      'investment',
      'copy',
      'mirror',
      'referral_bonus',
      'rank_bonus',
      'event',
      'trading_order',
      'leader_share',
      'statement_match',
    ];
    await behindTheBack(
      ...backs.map((name) => `create table kept_${name} as select * from "${name}"`),
      'delete from journal',
    );
    const rowsNamed = await ofCheck();
    // The simulated reserve has no actor, flows of copies are compared by a check of their own, and stripes have no row that explains them.
    const others = ['reserve-funded', 'copy-topped-up', 'stripes-levelled'];
    // An order's result without a journal may wait or be a deficit: both are compared with the account's log.
    for (const kind of kinds.filter((each) => !others.includes(each) && !each.startsWith('position-')))
      expect(rowsNamed, kind).toContainEqual(expect.stringMatching(`has no journal ${kind}$`));
    await behindTheBack(
      'insert into journal select * from kept_journal',
      ...backs.slice(1).map((name) => `delete from "${name}"`),
    );
    const journalsNamed = await ofCheck();
    for (const kind of kinds.filter((each) => !others.includes(each)))
      expect(journalsNamed, kind).toContainEqual(expect.stringMatching(`: ${kind} .* has no `));
  });

  test('can’t hide a row restored from before, with its later versions deleted', async () => {
    const [moved] = await rows<{ id: string; key: string }>(
      read(),
      sql`select id, row_key as key from row_version where thing = 'deposit' and version = 2`,
    );
    await behindTheBack(
      `delete from row_version where id = '${moved?.id}'`,
      `update deposit set status = 'pending', received = null, decided_at = null where id = '${moved?.key}'`,
    );
    expect(await named()).toContain(`row version ${moved?.id}`);
  });
});

test('a request with any altered column is not approved', async () => {
  testEnv(LIVE);
  const [first, second, user] = [await makeAdmin(), await makeAdmin(), await makeUser()];
  await write((tx) => fundReserve(tx, SYSTEM_ACTOR, { reserve: 'free', amount: 10_000_00n, reason: 'Cover' }));
  const gift = { userId: user.id, kind: 'goodwill', amount: 50_00n, reason: 'For the wait' } as const;
  const request = await write((tx) => performAct(tx, createAdminActor(first.id), 'credit', gift));
  const id = (request.ok && request.value.pending) || '';
  const target = { ...(await targetIn(approval)), id };
  const approve = (as: string) =>
    write((tx) => approveShown(tx, createAdminActor(second.id), as)).catch((error: Error) => error.name);
  const journals = () => read().select({ id: journal.id }).from(journal).where(ne(journal.kind, 'stripes-levelled'));
  const before = await journals();
  for (const column of some(Object.values(getTableColumns(approval)))) {
    const { alter, undo } = await alteration(target, column);
    await behindTheBack(alter);
    const approved = await approve(column === target.key ? otherThan(column, id) : id);
    expect(approved, column.name).not.toMatchObject({ ok: true });
    expect(await journals(), column.name).toEqual(before);
    await behindTheBack(undo);
  }
  // If the row named somebody else as the requester, the requester could approve their own request.
  await behindTheBack(`update approval set requested_by = '${second.id}' where id = '${id}'`);
  const self = await write((tx) => approveShown(tx, createAdminActor(first.id), id)).catch(
    (error: Error) => error.name,
  );
  expect(self).toBe('AlteredRowError');
  await behindTheBack(`update approval set requested_by = '${first.id}' where id = '${id}'`);
  // Unaltered, it can be done.
  expect(await approve(id)).toMatchObject({ ok: true });
  expect(await journals()).toHaveLength(before.length + 1);
});

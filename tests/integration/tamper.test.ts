import { type Column, getTableName, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { PROTECTION } from '#drizzle/protection';
import { audit } from '~/ledger/audit.server';
import { available, custody } from '~/ledger/chart';
import { sealedTables } from '~/ledger/rowAudit.server';
import { sealSome } from '~/ledger/seal.server';
import { read, rows, write } from '~/platform/db/index.server';
import { record } from '~/platform/events.server';
import { settleInstallation } from '~/platform/installation.server';
import { SYSTEM } from '~/platform/states';
import { onPostgres, useDatabase } from '../support/database';
import { makeAdmin, makeUser } from '../support/people';
import * as world from './ledger.world';
import { behindTheBack } from './ledger.world';

useDatabase();

async function keepBooks(): Promise<void> {
  await settleInstallation();
  await makeAdmin();
  await makeUser({}, { dollars: 100 });
  await world.addTrader(world.TRADER);
  await world.addPeople('ann');
  await world.move('deposit', 'ann', { debit: custody('BTC'), credit: available('ann'), amount: 50_000n });
  await world.withdraw({ id: 'w-1', user: 'ann', amount: 1_000n });
  await world.invest({ id: 'plan-1', user: 'ann', amount: 10_000n, total: 900n });
  const copied = { id: 'copy-1', user: 'ann', amount: 4_000n };
  await world.startCopy(copied);
  await world.mirrored(copied, 'trade-1', 'profit', 250n);
  await write((tx) => record(tx, { thing: 'test', thingId: 'ann', event: 'done', by: SYSTEM, details: { a: 'b' } }));
  while (await sealSome());
}

const literal = (text: string | null) => (text === null ? 'null' : `'${text.replaceAll("'", "''")}'`);

/** Another value that a column could hold. */
function otherThan(column: Column, text: string | null): string {
  if (column.dataType === 'boolean') {
    const is = text === '1' || text === 'true';
    return onPostgres ? String(!is) : is ? '0' : '1';
  }
  if (column.dataType === 'json') return '{"forged":"1"}';
  if (column.getSQLType() === 'text') return `${text ?? ''}x`;
  return String(BigInt(text ?? 0) + 1n);
}

const textOf = async (table: string, column: string, key: string, id: string) =>
  (
    await rows<{ text: string | null }>(
      read(),
      sql.raw(`select cast("${column}" as text) as text from "${table}" where "${key}" = ${literal(id)}`),
    )
  )[0]?.text ?? null;

test('each sealed column of each table that has rows, altered in one of them, is named', async () => {
  await keepBooks();
  expect((await audit()).findings).toEqual([]);
  const filled: string[] = [];
  // An audit for each column: minutes on PostgreSQL when the machine does other things as well.
  for (const { name, keyColumn, sealed } of sealedTables()) {
    const key = keyColumn.name;
    const [first] = await rows<{ id: string }>(read(), sql.raw(`select "${key}" as id from "${name}" limit 1`));
    if (!first) continue;
    filled.push(name);
    const changes: { column: string; was: string | null; set: string }[] = [];
    for (const { column } of sealed) {
      if (column === keyColumn) continue;
      const was = await textOf(name, column.name, key, first.id);
      changes.push({ column: column.name, was, set: otherThan(column, was) });
    }
    for (const { column, was, set } of changes) {
      const change = (to: string | null) =>
        behindTheBack(`update "${name}" set "${column}" = ${literal(to)} where "${key}" = ${literal(first.id)}`);
      await change(set);
      const named = (await audit()).findings.map(({ row }) => row);
      expect(named, `${name}.${column}`).toContain(`${name} ${first.id}`);
      await change(was);
    }
  }
  expect((await audit()).findings).toEqual([]);
  expect(filled.sort()).toEqual(
    [
      'administrator copy deposit_method event hold installation investment mirror plan promise setting trade trader',
      'user withdrawal withdrawal_method',
    ].flatMap((names) => names.split(' ')),
  );
}, 300_000);

test('what is left out of the versions says why', () => {
  const left = Object.entries(PROTECTION).filter(([, protection]) => !('sealed' in protection));
  expect(left.map(([name]) => name).sort()).toEqual(
    ['account job journal keptAnswer mail notification rowVersion seal session throttle transfer'].flatMap((names) =>
      names.split(' '),
    ),
  );
  expect(sealedTables().map(({ table }) => getTableName(table))).not.toContain('session');
});

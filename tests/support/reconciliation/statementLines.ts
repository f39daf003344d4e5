import { eq } from 'drizzle-orm';
import { statementLine, statementMatch } from '#drizzle/schema';
import { STATEMENT_BOOK } from '~/features/money/reconciliation/book.server';
import { importLines, importStatement } from '~/features/money/reconciliation/statements/importLines.server';
import { now } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { type AdminActor, createAdminActor } from '~/platform/states';
import { must } from '../must';
import { makeAdmin } from '../people/people';

/** Creates a line of a BTC statement, by default of 0.01 BTC received, that the books do not have. @returns its ID */
export async function anUnknownLine(amount = 1_000_000n): Promise<string> {
  const key = newId();
  const line = { key, at: now().getTime(), amount, fee: 0n, transactionId: null, address: null, note: '' };
  await importLines('BTC', [line]);
  const [stored] = await read().select({ id: statementLine.id }).from(statementLine).where(eq(statementLine.key, key));
  if (!stored) throw new Error('The line was not kept');
  return stored.id;
}

/** Books a new line as an unidentified receipt of $50 in BTC. @returns the line's ID */
export async function aReceipt(by: AdminActor): Promise<string> {
  const id = await anUnknownLine();
  const request = { id, as: 'unidentified', amount: 50_00n, reason: 'Nobody knows' } as const;
  must(await write((tx) => STATEMENT_BOOK.run(tx, by, request)));
  return id;
}

/** Creates a BTC line of the chain that repeats a line of a file. */
export async function aDuplicate(): Promise<string> {
  const fields = { at: now().getTime(), amount: 7_654_321n, fee: 0n, transactionId: newId(), address: null, note: '' };
  const admin = createAdminActor((await makeAdmin()).id);
  const day = now().toISOString().slice(0, 10);
  const file = { method: 'BTC', lines: [{ ...fields, key: newId() }], covers: { from: day, until: day } };
  await write((tx) => importStatement(tx, admin, file));
  await importLines('BTC', [{ ...fields, key: newId() }]);
  const [match] = await read().select().from(statementMatch).where(eq(statementMatch.how, 'repeated'));
  if (!match) throw new Error('No line was found to be a duplicate');
  return match.groupId;
}

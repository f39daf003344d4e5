import { eq } from 'drizzle-orm';
import { statementLine } from '#drizzle/schema';
import { takeLines } from '~/features/reconciliation';
import { now } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';

/** The id of a line of BTC, of 0.01 that came in, which nothing in the books is. */
export async function anUnknownLine(): Promise<string> {
  const key = newId();
  const line = { key, at: now().getTime(), amount: 1_000_000n, fee: 0n, transactionId: null, address: null, note: '' };
  await takeLines('BTC', [line]);
  const [kept] = await read().select({ id: statementLine.id }).from(statementLine).where(eq(statementLine.key, key));
  if (!kept) throw new Error('The line was not kept');
  return kept.id;
}

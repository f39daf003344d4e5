import { custody, reserve } from '~/ledger/chartOfAccounts';
import { balance } from '~/ledger/reading/statement.server';
import { now } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { postAct } from './announcedEntries';

/** Funds or withdraws from the free reserve, so that it has exactly `cents`. */
export async function leaveInReserve(cents: bigint): Promise<void> {
  const difference = (await balance(read(), reserve.free.code)) - cents;
  const [debit, credit, kind] =
    difference > 0n
      ? [reserve.free, custody('manual'), 'reserve-taken-back' as const]
      : [custody('manual'), reserve.free, 'reserve-funded' as const];
  const amount = difference > 0n ? difference : -difference;
  if (amount === 0n) return;
  const entry = { kind, ref: newId(), actor: 'system', effectiveAt: now(), legs: [{ debit, credit, amount }] };
  await write((tx) => postAct(tx, entry));
}

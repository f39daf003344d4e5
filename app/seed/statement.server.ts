import { and, eq } from 'drizzle-orm';
import { deposit, withdrawal } from '#drizzle/schema';
import { signDay } from '~/features/money/reconciliation/days.server';
import { setOpening } from '~/features/money/reconciliation/sources.server';
import { importStatement } from '~/features/money/reconciliation/statements/importLines.server';
import type { SourceLine } from '~/features/money/reconciliation/statements/statementLine';
import { after, DAY, MINUTE } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import type { Actor } from '~/platform/states';
import { isoDay } from '~/platform/text/dayText';
import type { SeedEvent } from './copiedInvestor.server';
import { valueOrThrow } from './valueOrThrow';

const METHOD = 'USDT-TRC20';

/** Times in days ago: start and end of the statement, its import, and the signed day. */
const COVERED = { from: 12, until: 4.5 };
const READ_IN = 3.5;
const SIGNED = 3.4;

const UNKNOWN = { days: 7.4, amount: 12_000_000_000n, transactionId: '7e0d41b9c2a85f36'.repeat(4) };

export const statementRead = (tx: Handle, admin: Actor, today: Date): SeedEvent[] => {
  const daysAgo = (days: number) => after(today, -Math.round(days * DAY));
  const covers = { from: isoDay(daysAgo(COVERED.from)), until: isoDay(daysAgo(COVERED.until)) };
  const unknown = { at: daysAgo(UNKNOWN.days).getTime(), ...UNKNOWN, address: null };
  const readIn = async () => {
    const opensAt = new Date(`${covers.from}T00:00:00Z`).getTime();
    const ends = new Date(`${covers.until}T00:00:00Z`).getTime() + DAY;
    const moved = await movedInWallet(tx);
    const opening = moved.filter(({ at }) => at < opensAt).reduce((sum, { amount }) => sum + amount, 0n);
    valueOrThrow(await setOpening(tx, admin, { method: METHOD, day: covers.from, opening }));
    const lines = [...moved.filter(({ at }) => at >= opensAt && at < ends), unknown]
      .sort((one, other) => one.at - other.at)
      .map(({ at, amount, transactionId, address }): SourceLine => {
        const key = `${at} ${amount}`;
        return { key, at, amount, fee: 0n, transactionId, address, note: '' };
      });
    valueOrThrow(await importStatement(tx, admin, { method: METHOD, lines, covers }));
  };
  const sign = async () =>
    void valueOrThrow(await signDay(tx, admin, { method: METHOD, day: isoDay(daysAgo(UNKNOWN.days + 1)) }));
  return [
    { at: daysAgo(READ_IN), happen: readIn },
    { at: daysAgo(SIGNED), happen: sign },
  ];
};

async function movedInWallet(tx: Handle) {
  const credited = await tx
    .select()
    .from(deposit)
    .where(and(eq(deposit.method, METHOD), eq(deposit.status, 'approved')));
  const paid = await tx
    .select()
    .from(withdrawal)
    .where(and(eq(withdrawal.method, METHOD), eq(withdrawal.status, 'paid')));
  return [
    ...credited.map(({ createdAt, coinReceived, transactionId }) => ({
      at: createdAt.getTime() + 20 * MINUTE,
      amount: coinReceived ?? 0n,
      transactionId,
      address: null,
    })),
    ...paid.map(({ paidAt, requestedAt, coinPaid, reference, wallet }) => ({
      at: (paidAt ?? requestedAt).getTime(),
      amount: -(coinPaid ?? 0n),
      transactionId: reference,
      address: wallet,
    })),
  ];
}

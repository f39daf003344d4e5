import { and, eq } from 'drizzle-orm';
import { deposit, withdrawal } from '#drizzle/schema';
import { signDay } from '~/features/money/reconciliation/days.server';
import type { SourceLine } from '~/features/money/reconciliation/line';
import { setOpening } from '~/features/money/reconciliation/sources.server';
import { importStatement } from '~/features/money/reconciliation/statements/importLines.server';
import { after, DAY, MINUTE } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import type { Actor } from '~/platform/states';
import { isoDay } from '~/platform/text/dayText';
import type { SeedEvent } from './copiedInvestor.server';
import { valueOrThrow } from './valueOrThrow';

const STATEMENT_METHOD = 'USDT-TRC20';

/** Times in days ago: start and end of the statement, its import, and the signed day. */
const STATEMENT_DAYS_AGO = { from: 12, until: 4.5 };
const IMPORT_DAYS_AGO = 3.5;
const SIGNED_DAYS_AGO = 3.4;

const UNKNOWN_PAYMENT = { days: 7.4, amount: 12_000_000_000n, transactionId: '7e0d41b9c2a85f36'.repeat(4) };

export const importSeedStatement = (tx: Handle, admin: Actor, today: Date): SeedEvent[] => {
  const daysAgo = (days: number) => after(today, -Math.round(days * DAY));
  const covers = { from: isoDay(daysAgo(STATEMENT_DAYS_AGO.from)), until: isoDay(daysAgo(STATEMENT_DAYS_AGO.until)) };
  const unknown = { at: daysAgo(UNKNOWN_PAYMENT.days).getTime(), ...UNKNOWN_PAYMENT, address: null };
  const readIn = async () => {
    const opensAt = new Date(`${covers.from}T00:00:00Z`).getTime();
    const ends = new Date(`${covers.until}T00:00:00Z`).getTime() + DAY;
    const moved = await findWalletMovements(tx);
    const opening = moved.filter(({ at }) => at < opensAt).reduce((sum, { amount }) => sum + amount, 0n);
    valueOrThrow(await setOpening(tx, admin, { method: STATEMENT_METHOD, day: covers.from, opening }));
    const lines = [...moved.filter(({ at }) => at >= opensAt && at < ends), unknown]
      .sort((one, other) => one.at - other.at)
      .map(({ at, amount, transactionId, address }): SourceLine => {
        const key = `${at} ${amount}`;
        return { key, at, amount, fee: 0n, transactionId, address, note: '' };
      });
    valueOrThrow(await importStatement(tx, admin, { method: STATEMENT_METHOD, lines, covers }));
  };
  const sign = async () =>
    void valueOrThrow(
      await signDay(tx, admin, { method: STATEMENT_METHOD, day: isoDay(daysAgo(UNKNOWN_PAYMENT.days + 1)) }),
    );
  return [
    { at: daysAgo(IMPORT_DAYS_AGO), happen: readIn },
    { at: daysAgo(SIGNED_DAYS_AGO), happen: sign },
  ];
};

async function findWalletMovements(tx: Handle) {
  const credited = await tx
    .select()
    .from(deposit)
    .where(and(eq(deposit.method, STATEMENT_METHOD), eq(deposit.status, 'approved')));
  const paid = await tx
    .select()
    .from(withdrawal)
    .where(and(eq(withdrawal.method, STATEMENT_METHOD), eq(withdrawal.status, 'paid')));
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

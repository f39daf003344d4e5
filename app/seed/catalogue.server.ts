import { eq, ne } from 'drizzle-orm';
import { depositMethod, plan, setting, withdrawalMethod } from '#drizzle/schema';
import { RATES } from '~/features/backoffice/catalogue/rates';
import { custody, reserve } from '~/ledger/chartOfAccounts';
import { post } from '~/ledger/posting/post.server';
import { after, DAY, now } from '~/platform/clock';
import { type Handle, write } from '~/platform/db/index.server';
import { env, isPaper } from '~/platform/env';
import { parseOperatorAddresses } from '~/platform/networks/addresses';
import { findCoinIcon, getCoinCode } from '~/platform/networks/lookups';
import { PAYMENT_METHODS } from '~/platform/networks/networks';
import { dollarsToCents } from './dollars';
import { ensureSavedReplies } from './savedReplies.server';

/** Plans for sale: ID, name, minimum and maximum in dollars, daily return in percent, days. */
const FIRST_PLANS: [string, string, number, number, number, number][] = [
  ['starter', 'starter', 500, 4_999, 20, 2],
  ['gold', 'gold', 5_000, 19_999, 35, 4],
  ['premium', 'premium', 20_000, 49_999, 50, 7],
  ['diamond', 'diamond', 50_000, 99_000, 65, 10],
  ['vip', 'VIP', 100_000, 199_999, 80, 12],
  ['real-estate', 'real estate', 200_000, 5_000_000, 100, 14],
];

const iconOf = (code: string): string => findCoinIcon(getCoinCode(code).toLowerCase());

/**
 * Sets the icons of methods from versions without icons. Skipped if a method has an icon, since the operator then chose the plain coin.
 */
async function renderIcons(tx: Handle, table: typeof depositMethod | typeof withdrawalMethod): Promise<void> {
  const [withIcon] = await tx.select({ code: table.code }).from(table).where(ne(table.icon, 'coin')).limit(1);
  if (withIcon) return;
  for (const code of Object.keys(PAYMENT_METHODS)) {
    await tx
      .update(table)
      .set({ icon: iconOf(code) })
      .where(eq(table.code, code));
  }
}

/** Simulated amount of each reserve, $1 bn, which backs paper plans. */
const PAPER_RESERVE_CENTS = dollarsToCents(1_000_000_000);

/** Creates the catalogue of a new installation (methods, plans, rates), saved replies and paper reserves. Keeps existing rows. */
export async function ensureCatalogue(): Promise<void> {
  await write(async (tx) => {
    const { addresses } = parseOperatorAddresses(env().OPERATOR_ADDRESSES ?? '');
    const methods = Object.entries(PAYMENT_METHODS);
    const [existing] = await tx.select({ code: depositMethod.code }).from(depositMethod).limit(1);
    // A method that a new version adds to a live installation is turned on by its administrators.
    const opens = isPaper() || !existing;
    await renderIcons(tx, depositMethod);
    await renderIcons(tx, withdrawalMethod);
    for (const [position, [code, { name, network, deposit: minimum }]] of methods.entries()) {
      const address = isPaper() ? `PAPER-${code}-DO-NOT-SEND` : (addresses.get(code) ?? '');
      const row = { code, name, network, minimum: dollarsToCents(minimum), icon: iconOf(code), position };
      const paid = { address, enabled: opens && address !== '' };
      await tx
        .insert(depositMethod)
        .values({ ...row, ...paid })
        .onConflictDoNothing();
    }
    for (const [position, [code, { name, network, withdrawal: minimum }]] of methods.entries()) {
      if (minimum === null) continue;
      const row = {
        code,
        name,
        network,
        minimum: dollarsToCents(minimum),
        fee: 0n,
        icon: iconOf(code),
        position,
        enabled: opens,
      };
      await tx.insert(withdrawalMethod).values(row).onConflictDoNothing();
    }
    for (const [position, [id, name, minimum, maximum, percent, days]] of FIRST_PLANS.entries()) {
      const range = { minimum: dollarsToCents(minimum), maximum: dollarsToCents(maximum) };
      await tx
        .insert(plan)
        .values({ id, name, ...range, dailyBps: percent * 100, days, position })
        .onConflictDoNothing();
    }
    for (const [key, { first }] of Object.entries(RATES)) {
      const value = isPaper() ? first.paper : first.live;
      await tx.insert(setting).values({ key, value }).onConflictDoNothing();
    }
    await ensureSavedReplies(tx);
    if (isPaper()) await fundPaperReserves(tx);
  });
}

async function fundPaperReserves(tx: Handle): Promise<void> {
  // The catalogue is dated before all events of a demonstration.
  const effectiveAt = after(now(), -365 * DAY);
  for (const [name, credit] of [
    ['free', reserve.free],
    ['market', reserve.market],
  ] as const) {
    const ref = `paper-start:${name}`;
    const reason = 'Simulated reserve of paper mode';
    const legs = [{ debit: custody('manual'), credit, amount: PAPER_RESERVE_CENTS }];
    const entry = { kind: 'reserve-funded', ref, actor: 'system', reason, effectiveAt, legs } as const;
    // The reserves are posted only at the first start, because their reference is unique.
    await post(tx, entry);
  }
}

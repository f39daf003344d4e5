import type { InferSelectModel } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { depositMethod, plan, setting, withdrawalMethod } from '#drizzle/schema';
import { recordChangedAddress } from '~/features/money';
import { formatBps, formatUsd } from '~/ledger/money';
import type { Handle } from '~/platform/db/index.server';
import { env, isPaper } from '~/platform/env';
import { isWalletOf } from '~/platform/networks/addresses';
import { findNetwork, listCoinIcons } from '~/platform/networks/lookups';
import type { Refusal } from '~/platform/result';
import type { Actor } from '~/platform/states';
import type { CatalogueKind } from '../kinds';
import { formatRate, RATES } from '../rates';

export type CatalogueTable<T extends SQLiteTable = SQLiteTable> = {
  table: T;
  key: SQLiteColumn;
  position?: SQLiteColumn;
  describeRow: (row: InferSelectModel<T>) => Record<string, string>;
  problem: (row: InferSelectModel<T>) => Promise<Refusal | null>;
  changed?: (tx: Handle, by: Actor, before: InferSelectModel<T>, after: InferSelectModel<T>) => Promise<void>;
};

const catalogueTable = <T extends SQLiteTable>(made: CatalogueTable<T>) => made as unknown as CatalogueTable;

const formatEnabled = (enabled: boolean) => (enabled ? 'on' : 'off');

/** Returns the problem of a deposit address. Live mode requires a valid one, paper mode one that can't receive money. */
async function findAddressProblem({
  address,
  network,
  enabled,
}: typeof depositMethod.$inferSelect): Promise<Refusal | null> {
  const problem = (message: string) => ({ code: 'bad-address', message, field: 'address' });
  if (isPaper()) {
    return address.startsWith('PAPER-')
      ? null
      : problem('Paper mode takes only addresses that begin with PAPER-, which can’t be paid to.');
  }
  if (address === '') return enabled ? problem('A method needs an address before it can be turned on.') : null;
  return isWalletOf(address, network)
    ? null
    : problem(`This is not an address of the network ${network}. Please check it, character by character.`);
}

function findChoiceProblem({ network, icon }: { network: string; icon: string }): Refusal | null {
  if (!findNetwork(network)) return { code: 'unknown-network', message: 'Choose a network', field: 'network' };
  const isIcon = listCoinIcons().some((known) => known === icon);
  return isIcon ? null : { code: 'unknown-icon', message: 'Choose an icon', field: 'icon' };
}

const refuseAbove = (most: string, field: string): Refusal => ({
  code: 'above-cap',
  message: `At most ${most}. Only the server’s configuration (MAX_TERMS) can raise this.`,
  field,
});

/** Returns the refusal of a return above the configured cap. A second administrator's approval does not lift the cap. */
function refuseAbovePlanCap({ dailyBps, days }: { dailyBps: number; days: number }): Refusal | null {
  const { planDailyBps, planReturnBps } = env().MAX_TERMS;
  if (dailyBps > planDailyBps) return refuseAbove(`${formatBps(planDailyBps)} a day`, 'dailyBps');
  if (dailyBps * days > planReturnBps) return refuseAbove(`${formatBps(planReturnBps)} in all`, 'days');
  return null;
}

/** Returns the refusal of a bonus above the configured cap. A second administrator's approval does not lift the cap. */
function refuseAboveRateCap({ key, value }: { key: string; value: number }): Refusal | null {
  const { referralBps, rankBonusDollars } = env().MAX_TERMS;
  if (key === 'referral-bonus-bps' && value > referralBps) return refuseAbove(formatBps(referralBps), 'value');
  if (key.startsWith('rank-bonus-') && value > rankBonusDollars * 100) {
    return refuseAbove(formatUsd(BigInt(rankBonusDollars) * 100n), 'value');
  }
  return null;
}

export const CATALOGUE_TABLES: Record<CatalogueKind, CatalogueTable> = {
  plan: catalogueTable({
    table: plan,
    key: plan.id,
    position: plan.position,
    describeRow: ({ name, minimum, maximum, dailyBps, days, enabled }) => ({
      name,
      minimum: formatUsd(minimum),
      maximum: formatUsd(maximum),
      'daily percent': formatBps(dailyBps),
      days: String(days),
      'on or off': formatEnabled(enabled),
    }),
    problem: async (row) =>
      row.maximum < row.minimum
        ? { code: 'no-range', message: 'The maximum is less than the minimum', field: 'maximum' }
        : refuseAbovePlanCap(row),
  }),
  'deposit-method': catalogueTable({
    table: depositMethod,
    key: depositMethod.code,
    position: depositMethod.position,
    describeRow: ({ name, network, minimum, address, icon, enabled }) => ({
      name,
      network,
      minimum: formatUsd(minimum),
      address,
      icon,
      'on or off': formatEnabled(enabled),
    }),
    problem: async (row) => findChoiceProblem(row) ?? (await findAddressProblem(row)),
    changed: recordChangedAddress,
  }),
  'withdrawal-method': catalogueTable({
    table: withdrawalMethod,
    key: withdrawalMethod.code,
    position: withdrawalMethod.position,
    describeRow: ({ name, network, minimum, fee, icon, enabled }) => ({
      name,
      network,
      minimum: formatUsd(minimum),
      charge: formatUsd(fee),
      icon,
      'on or off': formatEnabled(enabled),
    }),
    problem: async (row) =>
      findChoiceProblem(row) ??
      (row.fee >= row.minimum
        ? { code: 'fee-too-high', message: 'The charge must be less than the minimum', field: 'fee' }
        : null),
  }),
  rate: catalogueTable({
    table: setting,
    key: setting.key,
    describeRow: ({ key, value }) => ({
      [RATES[key]?.name ?? key]: formatRate(RATES[key] ?? { unit: 'usd' }, value),
    }),
    problem: async (row) => refuseAboveRateCap(row),
  }),
};

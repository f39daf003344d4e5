import { asc } from 'drizzle-orm';
import { depositMethod, plan, setting, withdrawalMethod } from '#drizzle/schema';
import { findCoinOfMethod } from '~/features/money';
import { formatBps, formatPlainUsd } from '~/ledger/money';
import { read } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { isPaper } from '~/platform/env';
import { findCoinIcon, getNetworkName, listCoinIcons } from '~/platform/networks/lookups';
import { type CoinIcon, NETWORK_STYLES } from '~/platform/networks/networks';
import { CATALOGUE_KINDS, type CatalogueKind } from './kinds';
import { formatRateInput, RATES, type RateUnit } from './rates';

const withNetworkName = <M extends { code: string; network: string; icon: string }>(method: M) => ({
  ...method,
  icon: findCoinIcon(method.icon),
  networkName: getNetworkName(method.network) ?? method.network,
  coin: findCoinOfMethod(method),
});

export async function loadCatalogue() {
  const found = await verified(read(), setting);
  const settingOf = (key: string) => found.find((row) => row.key === key)?.value ?? 0;
  return {
    plans: await verified(read(), plan, undefined, asc(plan.position)),
    depositMethods: (await verified(read(), depositMethod, undefined, asc(depositMethod.position))).map(
      withNetworkName,
    ),
    withdrawalMethods: (await verified(read(), withdrawalMethod, undefined, asc(withdrawalMethod.position))).map(
      withNetworkName,
    ),
    rates: Object.entries(RATES).map(([key, rate]) => ({ key, ...rate, value: settingOf(key) })),
  };
}

type Catalogue = Awaited<ReturnType<typeof loadCatalogue>>;

export type EntryStep = {
  do: 'add' | 'edit';
  kind: CatalogueKind;
  /** Empty for a new entry. */
  code: string;
  title: string;
  unit?: RateUnit;
  hint?: string;
  values: Record<string, string>;
  networks: readonly { value: string; label: string }[];
  icons: readonly CoinIcon[];
  /** True if changes of terms wait for a second administrator (live mode). */
  takesTwo: boolean;
};

const FILTER_CHOICES = {
  networks: Object.entries(NETWORK_STYLES).map(([value, { name }]) => ({ value, label: name })),
  icons: listCoinIcons(),
};

export function findEntryDialog(query: URLSearchParams, catalogue: Catalogue): EntryStep | null {
  const adding = CATALOGUE_KINDS.find((kind) => kind === query.get('add'));
  if (adding && adding !== 'rate') {
    return {
      do: 'add',
      kind: adding,
      code: '',
      title: '',
      values: { icon: 'coin', enabled: 'on' },
      ...FILTER_CHOICES,
      takesTwo: !isPaper(),
    };
  }
  const [name = '', code = ''] = (query.get('edit') ?? '').split(':');
  const kind = CATALOGUE_KINDS.find((known) => known === name);
  if (!kind) return null;
  const step = { do: 'edit', kind, code, ...FILTER_CHOICES, takesTwo: !isPaper() } as const;
  if (kind === 'rate') {
    const rate = catalogue.rates.find(({ key }) => key === code);
    if (!rate) return null;
    const { name: title, unit, hint, value } = rate;
    return { ...step, title, unit, hint, values: { value: formatRateInput(unit, value) } };
  }
  const rows = {
    plan: catalogue.plans.map(({ id, ...row }) => ({ code: id, ...row })),
    'deposit-method': catalogue.depositMethods,
    'withdrawal-method': catalogue.withdrawalMethods,
  }[kind];
  const row = rows.find((each) => each.code === code);
  return row ? { ...step, title: row.name, values: formValues(row) } : null;
}

function formValues({ networkName: _, coin: _coin, ...row }: Record<string, unknown>): Record<string, string> {
  const entered = ([name, value]: [string, unknown]): [string, string] => {
    if (name === 'dailyBps') return [name, formatBps(Number(value))];
    if (typeof value === 'boolean') return [name, value ? 'on' : ''];
    return [name, typeof value === 'bigint' ? formatPlainUsd(value) : String(value)];
  };
  return Object.fromEntries(Object.entries(row).map(entered));
}

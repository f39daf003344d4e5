import { formatBps, formatPlainUsd } from '~/ledger/money';
import type { ListedTrader } from './list/queries.server';

export const traderFormValues = ({
  firstName,
  lastName,
  nationality,
  minimumCapital,
  capital,
  declared,
  shareBps,
}: ListedTrader) => ({
  firstname: firstName,
  lastname: lastName,
  nationality,
  minimumcapital: formatPlainUsd(minimumCapital),
  capital: capital === null ? undefined : formatPlainUsd(capital),
  share: formatBps(shareBps),
  ...declared,
});

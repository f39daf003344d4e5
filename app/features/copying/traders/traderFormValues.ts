import { formatBps, plainUsd } from '~/ledger/money';
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
  minimumcapital: plainUsd(minimumCapital),
  capital: capital === null ? undefined : plainUsd(capital),
  share: formatBps(shareBps),
  ...declared,
});

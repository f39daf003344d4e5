import { eq } from 'drizzle-orm';
import { trader } from '#drizzle/schema';
import { act } from '~/features/backoffice';
import { countCopiesHolding, sumMoneyInCopies } from '~/features/copying/copy/effectOnCopies.server';
import { formatUsd } from '~/ledger/money';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { formatFullName } from '~/platform/fields/plainName';
import { utcText } from '~/platform/text/dayText';
import { findKeyStart, giveKey } from './keys.server';
import { signalKeyGrantSchema } from './schema';

async function loadSignalTrader(tx: Handle, id: string) {
  const [found] = await verified(tx, trader, eq(trader.id, id));
  return found;
}

/** Administrators' acts that create and revoke API keys of traders' programs. One may revoke, which only removes access. */
export const SIGNAL_KEY_ACTS = {
  'signal-key': act({
    name: 'signal-key',
    right: 'traders:change',
    takesTwo: 'copies follow what is sent with it',
    schema: signalKeyGrantSchema,
    run: giveKey,
    title: async (tx, { trader: id }) => {
      const found = await loadSignalTrader(tx, id);
      return `Let a new key trade for ${found ? formatFullName(found) : id}`;
    },
    details: async (tx, { trader: id }) => {
      const found = await loadSignalTrader(tx, id);
      const before = await findKeyStart(tx, id);
      const starts = found?.source === 'log';
      return [
        { name: 'Copies that follow', to: String(await countCopiesHolding(tx, id)) },
        ...(await sumMoneyInCopies(tx, id)),
        ...(before ? [{ name: 'The key that ends', to: `works since ${utcText(before)}` }] : []),
        ...(starts && found.capital !== null
          ? [
              {
                name: 'Results from now on',
                from: 'typed in',
                to: `signals, with a capital of ${formatUsd(found.capital)}`,
              },
            ]
          : []),
      ];
    },
    toast: () => 'The key is now valid',
  }),
};

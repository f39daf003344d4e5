/** Keys of traders whose programs trade. */
import { giveKey } from '~/features/copying/signals/keys.server';
import { write } from '~/platform/db/index.server';
import { hashSecret, newSecret } from '~/platform/ids';
import type { Actor } from '~/platform/states';

/** Gives a trader a key, as two administrators agree to. @returns what `giveKey` answers, with the key */
export async function giveNewKey(by: Actor, trader: string) {
  const key = `mbs_${newSecret()}`;
  const input = await write((tx) => giveKey(tx, by, { trader, hash: hashSecret(key) }));
  return input.ok ? { ...input, value: { ...input.value, key } } : input;
}

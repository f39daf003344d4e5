import {
  COIN_COLOURS,
  COINS,
  type Coin,
  type CoinFacts,
  type CoinIcon,
  NETWORK_LOOKS,
  NETWORKS,
  type NetworkFacts,
} from './networks';

const has = <T extends object>(table: T, key: string): key is string & keyof T => Object.hasOwn(table, key);

export const networkOf = (network: string | null): NetworkFacts | null =>
  network !== null && has(NETWORKS, network) ? NETWORKS[network] : null;

export const networkName = (network: string | null): string | null =>
  network !== null && has(NETWORK_LOOKS, network) ? NETWORK_LOOKS[network].name : null;

/** Returns the coin of a method's code: `USDT` of `USDT-TRC20`. */
export const coinCode = (method: string): string => method.replace(/-.*/, '').toUpperCase();

export function knownCoin(method: string): Coin | null {
  const coin = coinCode(method);
  return has(COIN_COLOURS, coin) ? coin : null;
}

export function coinFacts(method: string): CoinFacts | null {
  const coin = knownCoin(method);
  return coin && COINS[coin];
}

/** Returns the icons of payment methods; `coin` is the default icon. */
export const coinIcons = () => ['coin', ...Object.keys(COIN_COLOURS).map((coin) => coin.toLowerCase())] as CoinIcon[];

export const coinIcon = (name: string) => (name.toUpperCase() in COIN_COLOURS ? name : 'coin') as CoinIcon;

import {
  COIN_COLOURS,
  COIN_FACTS,
  type Coin,
  type CoinFacts,
  type CoinIcon,
  NETWORK_STYLES,
  NETWORKS,
  type NetworkFacts,
} from './networks';

const hasKey = <T extends object>(table: T, key: string): key is string & keyof T => Object.hasOwn(table, key);

export const findNetwork = (network: string | null): NetworkFacts | null =>
  network !== null && hasKey(NETWORKS, network) ? NETWORKS[network] : null;

export const getNetworkName = (network: string | null): string | null =>
  network !== null && hasKey(NETWORK_STYLES, network) ? NETWORK_STYLES[network].name : null;

/** Returns the coin of a method's code: `USDT` of `USDT-TRC20`. */
export const getCoinCode = (method: string): string => method.replace(/-.*/, '').toUpperCase();

export function findCoin(method: string): Coin | null {
  const coin = getCoinCode(method);
  return hasKey(COIN_COLOURS, coin) ? coin : null;
}

export function getCoinFacts(method: string): CoinFacts | null {
  const coin = findCoin(method);
  return coin && COIN_FACTS[coin];
}

/** Returns the icons of payment methods; `coin` is the default icon. */
export const listCoinIcons = () =>
  ['coin', ...Object.keys(COIN_COLOURS).map((coin) => coin.toLowerCase())] as CoinIcon[];

export const findCoinIcon = (name: string) => (name.toUpperCase() in COIN_COLOURS ? name : 'coin') as CoinIcon;

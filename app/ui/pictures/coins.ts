import type { IconName } from './Icon';

/** The drawings for ways to pay; `coin` is any other. */
export const COIN_ICONS = ['coin', 'btc', 'eth', 'sol', 'xrp', 'usdt', 'usdc'] as const satisfies readonly IconName[];

export const coinIcon = (name: string): IconName => COIN_ICONS.find((icon) => icon === name) ?? 'coin';

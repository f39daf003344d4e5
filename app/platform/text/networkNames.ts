const NETWORK_NAMES: Record<string, string> = {
  bitcoin: 'Bitcoin',
  ethereum: 'Ethereum',
  bsc: 'BNB Chain',
  base: 'Base',
  tron: 'Tron',
  solana: 'Solana',
  ripple: 'XRP Ledger',
};

/** A network as people name it; null for one that is not known here. */
export const networkName = (network: string | null): string | null =>
  network !== null && Object.hasOwn(NETWORK_NAMES, network) ? (NETWORK_NAMES[network] ?? null) : null;

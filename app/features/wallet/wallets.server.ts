/** Networks that deposits and withdrawals travel on, with the currency whose address form they share. */
const ADDRESS_FORM: Record<string, string> = {
  bitcoin: 'btc',
  ethereum: 'eth',
  bsc: 'eth',
  base: 'eth',
  tron: 'trx',
  solana: 'sol',
  ripple: 'xrp',
};

/** The networks whose addresses are known. */
export const NETWORKS: readonly string[] = Object.keys(ADDRESS_FORM);

/** Is this an address that the network could pay to? Checksums included where the network has them. */
export async function isWalletOf(address: string, network: string): Promise<boolean> {
  const form = ADDRESS_FORM[network];
  if (!form) return false;
  // Heavy, and needed only here.
  const { default: validator } = await import('multicoin-address-validator');
  return validator.validate(address, form, 'prod');
}

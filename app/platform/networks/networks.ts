/* Facts about coins, networks and initial payment methods. Colours and names are separate, since only they reach the browser. */

/** Colour of each coin. Its symbol in `icons.svg` is its code in lower case. */
export const COIN_COLOURS = {
  BTC: '#f7931a',
  ETH: '#627eea',
  SOL: '#9945ff',
  XRP: '#23292f',
  DOGE: '#c2a633',
  LTC: '#345d9d',
  USDT: '#26a17b',
  USDC: '#2775ca',
} as const;

export type Coin = keyof typeof COIN_COLOURS;

export type CoinIcon = 'coin' | Lowercase<Coin>;

export type Network = 'bitcoin' | 'ethereum' | 'bsc' | 'base' | 'tron' | 'solana' | 'ripple';

/** Name and colour of a network, and the letter of its small mark: by default the first letter of the name, in white (`ink`). */
type NetworkStyle = { name: string; colour: string; letter?: string; ink?: string };

export const NETWORK_STYLES: Readonly<Record<Network, NetworkStyle>> = {
  bitcoin: { name: 'Bitcoin', colour: '#f7931a', letter: '₿' },
  ethereum: { name: 'Ethereum', colour: '#627eea', letter: 'Ξ' },
  bsc: { name: 'BNB Chain', colour: '#f0b90b', ink: '#000' },
  base: { name: 'Base', colour: '#0052ff', letter: 'b' },
  tron: { name: 'Tron', colour: '#eb0029' },
  solana: { name: 'Solana', colour: '#9945ff' },
  ripple: { name: 'XRP Ledger', colour: '#23292f' },
};

export type CoinFacts = {
  /** Common names of the coin in lower case, as clients of the API and statements write them. */
  names: readonly string[];
  codes: readonly string[];
  /** Instrument of the coin's dollar price; null for a dollar coin. */
  instrument: string | null;
  /** Number of decimals that every wallet supports, at most those of a stored amount. */
  decimals: number;
  /** Smaller units in statements, with their number of decimals in hundred-millionths of the coin. */
  parts: Readonly<Record<string, number>>;
};

export const COIN_FACTS: Readonly<Record<Coin, CoinFacts>> = {
  BTC: {
    names: ['bitcoin'],
    codes: ['xbt', 'xxbt', 'bitcoins', '₿'],
    instrument: 'BTCUSD',
    decimals: 8,
    parts: { sat: 0, sats: 0, satoshi: 0, satoshis: 0, bits: 2 },
  },
  ETH: {
    names: ['ethereum', 'ether'],
    codes: ['xeth', 'ξ'],
    instrument: 'ETHUSD',
    decimals: 8,
    parts: { gwei: -1, wei: -10 },
  },
  SOL: {
    names: ['solana'],
    codes: [],
    instrument: 'SOLUSD',
    decimals: 8,
    parts: { lamport: -1, lamports: -1 },
  },
  XRP: {
    names: ['ripple'],
    codes: ['xxrp'],
    instrument: 'XRPUSD',
    decimals: 6,
    parts: { drop: 2, drops: 2 },
  },
  DOGE: {
    names: ['dogecoin'],
    codes: ['xdg', 'xxdg'],
    instrument: 'DOGEUSD',
    decimals: 8,
    parts: { koinu: 0 },
  },
  LTC: {
    names: ['litecoin'],
    codes: ['xltc', 'ł'],
    instrument: 'LTCUSD',
    decimals: 8,
    parts: { litoshi: 0, litoshis: 0 },
  },
  USDT: {
    names: ['tether'],
    codes: [],
    instrument: null,
    decimals: 6,
    parts: {},
  },
  USDC: {
    names: ['usd coin'],
    codes: [],
    instrument: null,
    decimals: 6,
    parts: {},
  },
};

type AddressForm =
  /** Base58Check with one of the version bytes, and SegWit with the prefix (BIP 13, 173 and 350). */
  | { kind: 'base58check'; versions: readonly number[]; segwit: string | null }
  /** 20 bytes in hexadecimal (EIP-55). */
  | { kind: 'evm' }
  /** Public key of 32 bytes in base58. */
  | { kind: 'solana' }
  /** Base58Check in the alphabet of the XRP Ledger. X-addresses contain a tag and are refused. */
  | { kind: 'ripple' };

export type NetworkFacts = {
  /** Words that can follow or replace the network's name in the name of a method. */
  aliases: readonly string[];
  address: AddressForm;
  /** Format of transaction IDs: 64 hexadecimal digits, the same after `0x`, or a signature of 64 bytes in base58. */
  transactionId: 'hash' | '0x-hash' | 'signature';
  ownCoin: string;
  schemes: readonly string[];
  /** Payment link for the network's own coin: its scheme and the unit of its amount; null if wallets support no common form. */
  request: { scheme: string; unit: 'coin' | 'wei' } | null;
  explorer: string;
  /** EIP-155 number; null for networks without one. */
  chainId: number | null;
  tokens: Partial<Record<Coin, { contract: string; decimals: number }>>;
  /** Well-formed addresses that nobody can spend from: zeros, burn addresses, and contracts of other coins. */
  unpayable: readonly string[];
  example: { address: string; transactionId: string };
};

export const NETWORKS: Readonly<Record<Network, NetworkFacts>> = {
  bitcoin: {
    aliases: ['bitcoin'],
    address: { kind: 'base58check', versions: [0x00, 0x05], segwit: 'bc' },
    transactionId: 'hash',
    ownCoin: 'BTC',
    schemes: ['bitcoin'],
    request: { scheme: 'bitcoin', unit: 'coin' },
    explorer: 'https://mempool.space/tx/',
    chainId: null,
    tokens: {},
    unpayable: ['1111111111111111111114oLvT2'],
    example: {
      address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
      transactionId: 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16',
    },
  },
  ethereum: {
    aliases: ['ethereum', 'erc20', 'eth'],
    address: { kind: 'evm' },
    transactionId: '0x-hash',
    ownCoin: 'ETH',
    schemes: ['ethereum'],
    request: { scheme: 'ethereum', unit: 'wei' },
    explorer: 'https://etherscan.io/tx/',
    chainId: 1,
    tokens: {
      USDT: { contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7', decimals: 6 },
      USDC: { contract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', decimals: 6 },
    },
    unpayable: [
      '0x000000000000000000000000000000000000dEaD',
      '0xdEAD000000000000000042069420694206942069',
      '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
      // DAI, BUSD, TUSD, PYUSD, USDe
      '0x6B175474E89094C44Da98b954EedeAC495271d0F',
      '0x4Fabb145d64652a948d72533023f6E7A623C7C53',
      '0x0000000000085d4780B73119b644AE5ecd22b376',
      '0x6c3ea9036406852006290770BEdFcAbA0e23A0e8',
      '0x4c9EDD5852cd905f086C759E8383e09bff1E68B3',
      // WETH, WBTC, stETH, LINK, UNI, SHIB, MATIC
      '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
      '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599',
      '0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84',
      '0x514910771AF9Ca656af840dff83E8264EcF986CA',
      '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984',
      '0x95aD61b0a150d79219dCF64E1E6Cc01f0B64C4cE',
      '0x7D1AfA7B718fb893dB30A3aBc0Cfc608AaCfeBB0',
    ],
    example: {
      address: '0x52908400098527886E0F7030069857D2E4169EE7',
      transactionId: '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060',
    },
  },
  bsc: {
    aliases: ['bsc', 'bep20', 'bnb', 'smart', 'chain', 'binance'],
    address: { kind: 'evm' },
    transactionId: '0x-hash',
    ownCoin: 'BNB',
    schemes: ['ethereum', 'bnb', 'bsc'],
    request: null,
    explorer: 'https://bscscan.com/tx/',
    chainId: 56,
    tokens: {
      USDT: { contract: '0x55d398326f99059fF775485246999027B3197955', decimals: 18 },
      USDC: { contract: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', decimals: 18 },
    },
    unpayable: [
      // BUSD, DAI, WBNB, ETH, BTCB
      '0xe9e7CEA3DedcA5984780Bafc599bD69ADd087D56',
      '0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3',
      '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
      '0x2170Ed0880ac9A755fd29B2688956BD959F933F8',
      '0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c',
    ],
    example: {
      address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
      transactionId: '0x1f4b7e5a0c7d6d2f8a43c2b1e0f9d8c7b6a5948372615f4e3d2c1b0a99887766',
    },
  },
  base: {
    aliases: ['base'],
    address: { kind: 'evm' },
    transactionId: '0x-hash',
    ownCoin: 'ETH',
    schemes: ['ethereum', 'base'],
    request: null,
    explorer: 'https://basescan.org/tx/',
    chainId: 8453,
    tokens: { USDC: { contract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', decimals: 6 } },
    unpayable: [
      // USDbC, USDT, DAI, WETH
      '0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA',
      '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2',
      '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb',
      '0x4200000000000000000000000000000000000006',
    ],
    example: {
      address: '0xde709f2102306220921060314715629080e2fb77',
      transactionId: '0x2a3c4e5f60718293a4b5c6d7e8f9010203040506070809a0b0c0d0e0f0112233',
    },
  },
  tron: {
    aliases: ['tron', 'trc20', 'trx'],
    address: { kind: 'base58check', versions: [0x41], segwit: null },
    transactionId: 'hash',
    ownCoin: 'TRX',
    schemes: ['tron'],
    request: null,
    explorer: 'https://tronscan.org/#/transaction/',
    chainId: null,
    tokens: {},
    unpayable: [
      'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
      'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy',
      // USDT, USDC, USDD, TUSD, WTRX
      'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
      'TPYmHEhy5n8TCEfYGqW2rPxsghSfzghPDn',
      'TUpMhErZL2fhh4sVNULAbNKLokS4GjC1F4',
      'TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR',
    ],
    example: {
      address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
      transactionId: 'b7d9c1a0e5f4433281706f5e4d3c2b1a0f1e2d3c4b5a69788796a5b4c3d2e1f0',
    },
  },
  solana: {
    aliases: ['solana', 'sol', 'spl'],
    address: { kind: 'solana' },
    transactionId: 'signature',
    ownCoin: 'SOL',
    schemes: ['solana'],
    request: { scheme: 'solana', unit: 'coin' },
    explorer: 'https://solscan.io/tx/',
    chainId: null,
    tokens: {},
    unpayable: [
      '11111111111111111111111111111111',
      '1nc1nerator11111111111111111111111111111111',
      'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      'TokenzQdBNbLqP5VEhdkAS6EPFLC1PpnBqCXEpPxuEb',
      'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
      // Wrapped SOL, USDC, USDT
      'So11111111111111111111111111111111111111112',
      'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
    ],
    example: {
      address: '4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA',
      transactionId: '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW',
    },
  },
  ripple: {
    aliases: ['ripple', 'xrp', 'ledger'],
    address: { kind: 'ripple' },
    transactionId: 'hash',
    ownCoin: 'XRP',
    schemes: ['ripple', 'xrp', 'xrpl'],
    request: { scheme: 'xrpl', unit: 'coin' },
    explorer: 'https://xrpscan.com/tx/',
    chainId: null,
    tokens: {},
    unpayable: ['rrrrrrrrrrrrrrrrrrrrrhoLvTp', 'rrrrrrrrrrrrrrrrrrrrBZbvji', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
    example: {
      address: 'rG1QQv2nh2gr7RCZ1P8YYcBUKCCN633jCn',
      transactionId: 'e08d6e9754025ba2534a78707605e0601f03ace063687a0ca1bddacfcd1698c7',
    },
  },
};

/** Payment method of a new installation. Administrators can change it later. */
type MethodFacts = {
  name: string;
  network: Network;
  deposit: number;
  /** Smallest withdrawal in dollars; null if the method pays no withdrawals. */
  withdrawal: number | null;
};

/** Payment methods by code, which starts with the coin, in the order of the pages. */
export const PAYMENT_METHODS = {
  BTC: { name: 'BTC', network: 'bitcoin', deposit: 1_000, withdrawal: 1 },
  ETH: { name: 'ETH', network: 'ethereum', deposit: 1, withdrawal: 10 },
  'USDT-TRC20': { name: 'USDT TRC20', network: 'tron', deposit: 1, withdrawal: 1 },
  SOL: { name: 'Solana', network: 'solana', deposit: 1, withdrawal: 1 },
  'USDT-ERC20': { name: 'USDT ERC20', network: 'ethereum', deposit: 1, withdrawal: null },
  'USDT-BEP20': { name: 'USDT BEP20', network: 'bsc', deposit: 1, withdrawal: null },
  XRP: { name: 'XRP', network: 'ripple', deposit: 1, withdrawal: null },
  'USDC-BASE': { name: 'USDC base', network: 'base', deposit: 1, withdrawal: null },
} as const satisfies Partial<Record<Coin | `${Coin}-${string}`, MethodFacts>>;

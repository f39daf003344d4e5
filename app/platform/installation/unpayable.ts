/*
 * Addresses that are well formed and belong to nobody who could spend what arrives: those made of zeros and those that coins are destroyed
 * at, and the contracts of coins, whose address is copied instead of one's own wallet's. What is paid there is lost.
 */

const BITCOIN = ['1111111111111111111114oLvT2'];

const ETHEREUM = [
  '0x000000000000000000000000000000000000dEaD',
  '0xdEaD000000000000000042069420694206942069',
  '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
  // USDT, USDC, DAI, BUSD, TUSD, PYUSD, USDe
  '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
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
  // On BSC: USDT, USDC, BUSD, DAI, WBNB, ETH, BTCB
  '0x55d398326f99059fF775485246999027B3197955',
  '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
  '0xe9e7CEA3DedcA5984780Bafc599bD69ADd087D56',
  '0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3',
  '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
  '0x2170Ed0880ac9A755fd29B2688956BD959F933F8',
  '0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c',
  // On Base: USDC, USDbC, USDT, DAI, WETH
  '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  '0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA',
  '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2',
  '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb',
  '0x4200000000000000000000000000000000000006',
];

const TRON = [
  'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
  'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy',
  // USDT, USDC, USDD, TUSD, WTRX
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
  'TPYmHEhy5n8TCEfYGqW2rPxsghSfzghPDn',
  'TUpMhErZL2fhh4sVNULAbNKLokS4GjC1F4',
  'TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR',
];

const SOLANA = [
  '11111111111111111111111111111111',
  '1nc1nerator11111111111111111111111111111111',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PpnBqCXEpPxuEb',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  // Wrapped SOL, USDC, USDT
  'So11111111111111111111111111111111111111112',
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
];

const RIPPLE = ['rrrrrrrrrrrrrrrrrrrrrhoLvTp', 'rrrrrrrrrrrrrrrrrrrrBZbvji', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'];

const UNPAYABLE = new Set([
  ...[...BITCOIN, ...TRON, ...SOLANA, ...RIPPLE],
  ...ETHEREUM.map((address) => address.toLowerCase()),
]);

/** Addresses of the first 65,535 numbers: the zero address and what every chain of Ethereum's form computes with. */
const LOW_NUMBER = /^0x0{36}[0-9a-f]{4}$/i;

/** Says whether what is paid to a well-formed address is lost. */
export const isUnpayable = (address: string): boolean =>
  LOW_NUMBER.test(address) || UNPAYABLE.has(/^0x/i.test(address) ? address.toLowerCase() : address);

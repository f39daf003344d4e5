import { asc, eq } from 'drizzle-orm';
import { depositMethod, withdrawalMethod } from '#drizzle/schema';
import { HOUR, MINUTE, now, SECOND } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { type Env, env } from '~/platform/env';
import type { Job } from '~/platform/jobs/index.server';
import { CHAIN_READ_NETWORKS, isWalletOf, parseChainAddresses } from '~/platform/networks/addresses';
import { getCoinCode } from '~/platform/networks/lookups';
import { NETWORKS } from '~/platform/networks/networks';
import { findLatestSnapshot, saveSnapshot } from '~/platform/snapshots.server';
import { utcText } from '~/platform/text/dayText';
import { importLines } from '../statements/importLines.server';
import { ChainFault, type ChainMemory, type ChainServer, EMPTY_CHAIN_MEMORY, readChain } from './chain.server';
import { createEsploraChain } from './esplora.server';
import { createEthereumChain } from './ethereum.server';

/* Reads the chains with a configured server, one job per network, into the statements of their methods. */

type Network = (typeof CHAIN_READ_NETWORKS)[number];

/** Longest time without a new block until a server is considered out of sync, milliseconds. */
const getMaxSilenceMs = (network: Network) => (network === 'bitcoin' ? 3 * HOUR : 15 * MINUTE);

const SETTINGS = {
  bitcoin: 'CHAIN_BITCOIN',
  ethereum: 'CHAIN_ETHEREUM',
  bsc: 'CHAIN_BSC',
  base: 'CHAIN_BASE',
} as const satisfies Record<Network, keyof Env>;

const READ_INTERVAL_MS = 2 * MINUTE;

/** State of a method between two readings. Times are milliseconds since 1970. */
type ChainState = {
  memory: ChainMemory;
  /** All addresses that the method ever had, since people may still pay to a former one. */
  addresses: string[];
  readAt: number | null;
  /** Time when the server first reported the newest block. */
  tipAt: number;
  /** Current error and its start. */
  fault: { words: string; since: number } | null;
};

type Wallet = { network: Network; method: string; state: ChainState };

const getStateKey = ({ network, method }: Pick<Wallet, 'network' | 'method'>): string => `chain:${network}:${method}`;

/** Returns every method on a network, including disabled ones: their addresses can still receive payments. */
async function findWallets(network: Network): Promise<Wallet[]> {
  const [into, out] = [depositMethod, withdrawalMethod];
  const taking = await verified(read(), into, eq(into.network, network), asc(into.position));
  const paying = await verified(read(), out, eq(out.network, network), asc(out.position));
  const wallets: Wallet[] = [];
  for (const method of new Set([...taking, ...paying].map(({ code }) => code))) {
    const found = await findLatestSnapshot<ChainState>(getStateKey({ network, method }));
    const stored = found?.value ?? { memory: EMPTY_CHAIN_MEMORY, addresses: [], readAt: null, tipAt: 0, fault: null };
    const address = taking.find(({ code }) => code === method)?.address ?? '';
    // Addresses of paper mode are invalid on the real network.
    const addresses = isWalletOf(address, network) ? [...new Set([...stored.addresses, address])] : stored.addresses;
    wallets.push({ network, method, state: { ...stored, addresses } });
  }
  return wallets;
}

/** Returns all addresses of this product on a network. A transfer between two of them is no payment. */
const listOwnAddresses = (network: Network, wallets: readonly Wallet[]): string[] => [
  ...new Set([
    ...wallets.flatMap(({ state }) => state.addresses),
    ...(parseChainAddresses(env().CHAIN_ADDRESSES).addresses.get(network) ?? []),
  ]),
];

/**
 * Returns the codes of the coins that are read. Omits the native coins of networks like Ethereum, since payments by
 * contracts can't be seen.
 */
const listCoins = (network: Network): string[] =>
  network === 'bitcoin' ? ['BTC'] : Object.keys(NETWORKS[network].tokens);

function findReasonNotRead({ network, method }: Wallet, own: readonly string[]): string | null {
  const coins = listCoins(network);
  if (!coins.includes(getCoinCode(method)))
    return `On this network only ${coins.join(', ')} can be read, and the method’s code begins with none of them.`;
  return own.length > 0
    ? null
    : 'No addresses are known on this network. Enter them at its deposit methods in the catalogue, or list them in CHAIN_ADDRESSES.';
}

function getServer(network: Network): ChainServer | null {
  const setting = SETTINGS[network];
  const url = env()[setting];
  return url ? { setting, url } : null;
}

const getTimeMs = () => now().getTime();

/** Creates the reader of a coin. For an unknown coin it is that of any token, since only the newest block is needed. */
function createChain(network: Network, server: ChainServer, coin: string, addresses: string[]) {
  if (network === 'bitcoin') return createEsploraChain(server, addresses, getTimeMs);
  const { chainId, tokens } = NETWORKS[network];
  const token = new Map(Object.entries(tokens)).get(coin) ?? Object.values(tokens)[0];
  if (!token) throw new Error(`No token of ${network} is known`);
  return createEthereumChain(server, { chainId, token, addresses }, getTimeMs);
}

/** Reads new lines of a method's addresses and imports them before it stores the position. Repeated lines have the same key. */
async function readWallet(wallet: Wallet, server: ChainServer, own: string[]): Promise<void> {
  const { network, method, state } = wallet;
  const saveState = (next: ChainState) => write((tx) => saveSnapshot(tx, getStateKey(wallet), next));
  try {
    const chain = createChain(network, server, getCoinCode(method), own);
    const options = { confirmations: env().CHAIN_CONFIRMATIONS[network], now: getTimeMs() };
    const { lines, memory } = await readChain(chain, state.memory, options);
    const tipAt = memory.tip > state.memory.tip ? getTimeMs() : state.tipAt;
    if (tipAt > 0 && getTimeMs() - tipAt > getMaxSilenceMs(network))
      throw new ChainFault(
        `${server.setting} has returned no new block since ${utcText(new Date(tipAt))}: its server is not synchronised.`,
      );
    const { covers } = memory;
    if (lines.length > 0 || (covers && covers.until !== state.memory.covers?.until))
      await importLines(method, lines, covers && { from: new Date(covers.from), until: new Date(covers.until) });
    await saveState({ ...state, memory, tipAt, readAt: getTimeMs(), fault: null });
  } catch (error) {
    if (error instanceof ChainFault)
      await saveState({ ...state, fault: { words: error.message, since: state.fault?.since ?? getTimeMs() } });
    throw error;
  }
}

/** Reads each method of a network. Does not store the state of a failed method, and throws its `ChainFault` after reading the others. */
export async function readNetworkWallets(network: Network): Promise<false> {
  const server = getServer(network);
  if (!server) return false;
  const wallets = await findWallets(network);
  const own = listOwnAddresses(network, wallets);
  const faults = new Set<string>();
  for (const wallet of wallets) {
    if (findReasonNotRead(wallet, own) !== null) continue;
    try {
      await readWallet(wallet, server, own);
    } catch (error) {
      if (!(error instanceof ChainFault)) throw error;
      faults.add(error.message);
    }
  }
  if (faults.size > 0) throw new ChainFault([...faults].join(' '));
  return false;
}

/** Timeout for the test of a server, milliseconds. */
const SERVER_TEST_TIMEOUT_MS = 5 * SECOND;

/** Tests every configured server by its newest block. @returns each server's answer, or a description of its fault */
export async function testServers(): Promise<{ isFault: boolean; message: string }[]> {
  const tests = CHAIN_READ_NETWORKS.map(async (network) => {
    const set = getServer(network);
    if (!set) return [];
    const chain = createChain(network, { ...set, patience: SERVER_TEST_TIMEOUT_MS }, '', []);
    try {
      return [{ isFault: false, message: `${set.setting} is at block ${await chain.tip()}` }];
    } catch (error) {
      if (error instanceof ChainFault) return [{ isFault: true, message: error.message }];
      throw error;
    }
  });
  return (await Promise.all(tests)).flat();
}

/** Returns the reading state of a method's chain; null if no server of its network is set. */
export async function findChainReading(method: string) {
  for (const network of CHAIN_READ_NETWORKS) {
    const server = getServer(network);
    if (!server) continue;
    const wallets = await findWallets(network);
    const wallet = wallets.find((each) => each.method === method);
    if (!wallet) continue;
    const own = listOwnAddresses(network, wallets);
    const { memory, readAt, fault } = wallet.state;
    return {
      network,
      confirmations: env().CHAIN_CONFIRMATIONS[network],
      addresses: own,
      whyNot: findReasonNotRead(wallet, own),
      fault: fault && { words: fault.words, since: new Date(fault.since) },
      readAt: readAt === null ? null : new Date(readAt),
      /** Newest block up to which all movements are lines; `tip` is the newest block seen. */
      block: memory.newest?.height ?? null,
      tip: memory.tip,
      dust: memory.dust,
    };
  }
  return null;
}

export type ChainReading = NonNullable<Awaited<ReturnType<typeof findChainReading>>>;

export const chainJobs: Job[] = CHAIN_READ_NETWORKS.map((network) => ({
  name: `chain-${network}`,
  everyMs: READ_INTERVAL_MS,
  long: true,
  run: () => readNetworkWallets(network),
  idle: () =>
    getServer(network)
      ? null
      : `This chain is not read. To read it, set ${SETTINGS[network]} to the URL of one of its servers.`,
}));

import { z } from 'zod';
import {
  type Chain,
  ChainFault,
  type ChainMovement,
  type ChainServer,
  checkBlockTime,
  parseValue,
  requestJson,
} from './chain.server';

export type Token = { contract: string; decimals: number };

/** The topic of the event `Transfer(address,address,uint256)` of ERC-20. */
const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

const BLOCKS_PER_REQUEST = 1_000;
/** Number of blocks before the newest at which the first reading starts, about a day of Ethereum. */
const INITIAL_BLOCKS = 7_200;
/** Smallest payment that becomes a line, a hundredth of a dollar. Strangers send less to plant look-alike addresses in histories. */
const DUST_UNITS = 1_000_000n;

const UNIT_DECIMALS = 8;
/** Largest plausible payment: ten thousand million coins, in hundred-millionths. */
const MAX_AMOUNT = 10n ** 18n;

const lowerCase = (text: string) => text.toLowerCase();
const quantity = z
  .string()
  .regex(/^0x(0|[1-9a-f][0-9a-f]{0,63})$/i, 'is no number')
  .transform((hex) => BigInt(hex));
const count = quantity.refine((n) => n <= BigInt(Number.MAX_SAFE_INTEGER), 'is too large').transform(Number);
const address = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/i)
  .transform(lowerCase);
const bytes32Schema = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/i)
  .transform(lowerCase);
const hashOf = bytes32Schema.transform((text) => text.slice(2));

const header = z.object({ number: count, hash: hashOf, timestamp: count });
const logs = z.array(
  z.object({
    address,
    topics: z.array(bytes32Schema),
    data: bytes32Schema,
    blockNumber: count,
    blockHash: hashOf,
    transactionHash: hashOf,
    logIndex: count,
    removed: z.boolean().optional(),
  }),
);
type Log = z.infer<typeof logs>[number];
const response = z.object({ result: z.unknown().optional(), error: z.object({ message: z.string() }).nullish() });

/** Error with which the server answered a request, for example because the request covers too much. */
class RpcError extends ChainFault {}

/**
 * Creates a reader of a token's movements on our addresses by JSON-RPC, which does not show payments of native coins
 * by contracts.
 */
export function createEthereumChain(
  server: ChainServer,
  { chainId, token, addresses }: { chainId: number | null; token: Token; addresses: readonly string[] },
  now: () => number,
): Chain {
  const { setting } = server;
  const own = [...new Set(addresses.map(lowerCase))];
  const ownAddresses = new Set(own);

  async function call<T>(method: string, params: unknown[], what: string, schema: z.ZodType<T>): Promise<T> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const { error, result = null } = await requestJson(server, { what, schema: response }, '', body);
    if (error) throw new RpcError(`${setting} refused ${method}: ${error.message.slice(0, 200)}`);
    return parseValue(server, { what, schema }, result);
  }

  const hex = (n: number) => `0x${n.toString(16)}`;

  const blockAt = async (at: number) => {
    const found = await call('eth_getBlockByNumber', [hex(at), false], 'a block', header.nullable());
    if (found && found.number !== at)
      throw new ChainFault(`${setting} returned block ${found.number} instead of block ${at}.`);
    return found;
  };
  const timeOf = async (height: number, hash: string): Promise<number> => {
    const found = await blockAt(height);
    if (found?.hash !== hash)
      throw new ChainFault(`${setting} changed during the reading: block ${height} was replaced.`);
    return checkBlockTime(setting, found.timestamp, now());
  };

  async function transfers(from: number, to: number): Promise<Log[]> {
    const padded = own.map((each) => `0x${each.slice(2).padStart(64, '0')}`);
    const query = { fromBlock: hex(from), toBlock: hex(to), address: token.contract };
    const found: Log[] = [];
    for (const topics of [
      [TRANSFER_TOPIC, null, padded],
      [TRANSFER_TOPIC, padded],
    ])
      found.push(...(await call('eth_getLogs', [{ ...query, topics }], 'transfers', logs)));
    for (const log of found) {
      const isRequested = log.address === lowerCase(token.contract) && log.blockNumber >= from && log.blockNumber <= to;
      const [kind, payer, payee] = log.topics;
      const touches = [payer, payee].some((each) => each !== undefined && padded.includes(each));
      if (!isRequested || kind !== TRANSFER_TOPIC || !touches || log.topics.length !== 3)
        throw new ChainFault(`${setting} returned transfer ${log.transactionHash}, which was not requested.`);
    }
    // A transfer between two of our addresses is found twice, once for each address.
    const single = new Map(found.map((log) => [`${log.blockNumber} ${log.logIndex}`, log]));
    return [...single.values()]
      .filter(({ removed }) => !removed)
      .sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex);
  }

  async function readTransfers(from: number, to: number): Promise<ChainMovement[]> {
    const movements: ChainMovement[] = [];
    const ordinals = new Map<string, number>();
    for (const { topics, data, blockNumber, blockHash, transactionHash } of await transfers(from, to)) {
      // Uses the log's index within the transaction, since a reorganisation changes the index within the block.
      const log = `${transactionHash} ${blockHash}`;
      const ordinal = ordinals.get(log) ?? 0;
      ordinals.set(log, ordinal + 1);
      const [payer = '', payee = ''] = topics.slice(1).map((each) => `0x${each.slice(-40)}`);
      if (ownAddresses.has(payer) && ownAddresses.has(payee)) continue;
      const size = toUnits(BigInt(data), token.decimals);
      if (size > MAX_AMOUNT) throw new ChainFault(`${setting} returned an impossible amount: ${size}.`);
      // Anybody can make a token record a transfer of zero from our address.
      if (size === 0n && ownAddresses.has(payer)) continue;
      const amount = ownAddresses.has(payer) ? -size : size;
      const place = { at: await timeOf(blockNumber, blockHash), address: payee, transactionId: `0x${transactionHash}` };
      const line = { key: `${transactionHash}:${ordinal}`, amount, fee: 0n, note: '', ...place };
      movements.push({ line, block: { height: blockNumber, hash: blockHash } });
    }
    return movements;
  }

  return {
    setting,
    dust: DUST_UNITS,
    first: (settled) => settled - INITIAL_BLOCKS,
    tip: async () => {
      const id = await call('eth_chainId', [], 'a network’s number', count);
      if (id !== chainId) throw new ChainFault(`${setting} is a server of network ${id} instead of ${chainId}.`);
      return await call('eth_blockNumber', [], 'a height', count);
    },
    hashAt: async (height) => (await blockAt(height))?.hash ?? null,
    read: async (from, to) => {
      const movements: ChainMovement[] = [];
      let blocks = BLOCKS_PER_REQUEST;
      for (let first = from; first <= to && own.length > 0; ) {
        const last = Math.min(first + blocks - 1, to);
        try {
          movements.push(...(await readTransfers(first, last)));
          first = last + 1;
        } catch (error) {
          // Servers limit the blocks or transfers per request in different ways, so the request is repeated with fewer
          // blocks.
          if (!(error instanceof RpcError) || blocks === 1) throw error;
          blocks = Math.ceil(blocks / 4);
        }
      }
      return movements;
    },
  };
}

const toUnits = (smallest: bigint, decimals: number): bigint =>
  decimals >= UNIT_DECIMALS
    ? smallest / 10n ** BigInt(decimals - UNIT_DECIMALS)
    : smallest * 10n ** BigInt(UNIT_DECIMALS - decimals);

import { z } from 'zod';
import { askChain, type ChainServer, checked, readAnswer } from './askChain.server';
import { believable, blockTime, type Chain, ChainFault, type ChainMovement } from './chain';

/** An ERC-20 token of a coin. `decimals` is the number of decimal places of its smallest unit. */
export type Token = { contract: string; decimals: number };

/** The topic of the event `Transfer(address,address,uint256)` of ERC-20. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** One request for a token's transfers covers so many blocks, and one part of a reading fetches so many blocks whole. */
const BLOCKS_OF_LOGS = 1_000;
const BLOCKS_AT_ONCE = 50;
/** The first reading begins so many blocks back: for a token about a day of Ethereum, for the network's own coin two hours. */
const FIRST_OF_LOGS = 7_200;
const FIRST_WHOLE = 600;
/** Payments below a hundredth of a dollar, or a hundred-thousandth of an ether, are no lines: strangers send them to put look-alike addresses into histories. */
const DUST_OF_TOKENS = 1_000_000n;
const DUST_OF_ETHER = 1_000n;

const ETHER_DECIMALS = 18;
const UNIT_DECIMALS = 8;

const lower = (text: string) => text.toLowerCase();
const quantity = z
  .string()
  .regex(/^0x(0|[1-9a-f][0-9a-f]{0,63})$/i, 'is no number')
  .transform((hex) => BigInt(hex));
const count = quantity.refine((n) => n <= BigInt(Number.MAX_SAFE_INTEGER), 'is too large').transform(Number);
const address = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/i)
  .transform(lower);
const word = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/i)
  .transform(lower);
const hashOf = word.transform((text) => text.slice(2));

const header = z.object({ number: count, hash: hashOf, timestamp: count });
const whole = header.extend({
  transactions: z.array(z.object({ hash: hashOf, from: address, to: address.nullish(), value: quantity })),
});
const logs = z.array(
  z.object({
    address,
    topics: z.array(word),
    data: word,
    blockNumber: count,
    blockHash: hashOf,
    transactionHash: hashOf,
    logIndex: count,
    removed: z.boolean().optional(),
  }),
);
const receipt = z.object({
  transactionHash: hashOf,
  blockHash: hashOf,
  status: count,
  gasUsed: quantity,
  effectiveGasPrice: quantity,
});

type Log = z.infer<typeof logs>[number];
type Sent = z.infer<typeof whole>['transactions'][number];

/** The server answered with an error, for example that a request covers too much. */
class RpcError extends ChainFault {}

/** The next block to read. */
export type EthereumCursor = number;

/**
 * The movements of a coin on some addresses of a network like Ethereum, from a server that speaks its JSON-RPC. Payments of the
 * network's own coin by contracts are in no block's list of transactions, so they are not found.
 * @param chainId the number of the network; a server of another network is a `ChainFault`
 * @param token the coin, where it is a token; null for the network's own
 * @param addresses all that are our own
 * @param now milliseconds since 1970
 */
export function ethereumChain(
  server: ChainServer,
  { chainId, token, addresses }: { chainId?: number; token: Token | null; addresses: readonly string[] },
  now: () => number,
): Chain<EthereumCursor> {
  const { setting } = server;
  const own = [...new Set(addresses.map(lower))];
  const ours = new Set(own);

  async function call<T>(method: string, params: unknown[], what: string, schema: z.ZodType<T>): Promise<T> {
    const text = await askChain(server, '', JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    const answer = readAnswer(
      server,
      what,
      text,
      z.object({
        result: z.unknown().optional(),
        error: z.object({ code: z.number().optional(), message: z.string() }).nullish(),
      }),
    );
    if (answer.error) throw new RpcError(`${setting} refused ${method}: ${answer.error.message.slice(0, 200)}`);
    return checked(server, what, answer.result ?? null, schema);
  }

  const hex = (n: number) => `0x${n.toString(16)}`;

  const blockAt = async <T extends typeof header>(at: number, full: boolean, schema: T): Promise<z.infer<T> | null> => {
    const found = await call('eth_getBlockByNumber', [hex(at), full], 'a block', schema.nullable());
    if (found && found.number !== at) throw new ChainFault(`${setting} gave block ${found.number} for block ${at}.`);
    return found as z.infer<T> | null;
  };
  const timeOf = async (height: number, hash: string): Promise<number> => {
    const found = await blockAt(height, false, header);
    if (found?.hash !== hash)
      throw new ChainFault(`${setting} changed while it was read: block ${height} is another one now.`);
    return blockTime(setting, found.timestamp, now());
  };

  async function transfers({ contract }: Token, from: number, to: number): Promise<Log[]> {
    const padded = own.map((each) => `0x${each.slice(2).padStart(64, '0')}`);
    const asked = { fromBlock: hex(from), toBlock: hex(to), address: contract };
    const found: Log[] = [];
    for (const topics of [
      [TRANSFER, null, padded],
      [TRANSFER, padded],
    ])
      found.push(...(await call('eth_getLogs', [{ ...asked, topics }], 'transfers', logs)));
    for (const log of found) {
      const isAsked = log.address === lower(contract) && log.blockNumber >= from && log.blockNumber <= to;
      const [kind, payer, payee] = log.topics;
      const touches = [payer, payee].some((each) => each !== undefined && padded.includes(each));
      if (!isAsked || kind !== TRANSFER || !touches || log.topics.length !== 3)
        throw new ChainFault(`${setting} gave transfer ${log.transactionHash}, which was not asked for.`);
    }
    const inOrder = found
      .filter(({ removed }) => !removed)
      .sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex);
    // A transfer between two of our addresses is found twice: as one from us and as one to us.
    return inOrder.filter((log, n) => {
      const before = inOrder[n - 1];
      return log.blockNumber !== before?.blockNumber || log.logIndex !== before.logIndex;
    });
  }

  async function readToken(of: Token, from: number, to: number): Promise<ChainMovement[]> {
    const movements: ChainMovement[] = [];
    const ordinals = new Map<string, number>();
    for (const { topics, data, blockNumber, blockHash, transactionHash } of await transfers(of, from, to)) {
      // The index counts within the transaction: the index within the block changes in a reorganisation.
      const place = `${transactionHash} ${blockHash}`;
      const ordinal = ordinals.get(place) ?? 0;
      ordinals.set(place, ordinal + 1);
      const [payer = '', payee = ''] = topics.slice(1).map((each) => `0x${each.slice(-40)}`);
      if (ours.has(payer) && ours.has(payee)) continue;
      const size = believable(setting, toUnits(BigInt(data), of.decimals));
      // Anybody can make a token record a transfer of zero from our address to theirs.
      if (size === 0n && ours.has(payer)) continue;
      movements.push({
        line: {
          key: `${transactionHash}:${ordinal}`,
          at: await timeOf(blockNumber, blockHash),
          amount: ours.has(payer) ? -size : size,
          fee: 0n,
          transactionId: `0x${transactionHash}`,
          address: payee,
          note: '',
        },
        block: { height: blockNumber, hash: blockHash },
      });
    }
    return movements;
  }

  async function moved(
    { hash, from, to, value }: Sent,
    block: ChainMovement['block'] & object,
    at: number,
  ): Promise<ChainMovement[]> {
    const found = await call('eth_getTransactionReceipt', [`0x${hash}`], 'a receipt', receipt);
    if (found.transactionHash !== hash || found.blockHash !== block.hash)
      throw new ChainFault(`${setting} gave another receipt than that of transaction 0x${hash}.`);
    const units = believable(setting, toUnits(value, ETHER_DECIMALS));
    const cost = believable(setting, toUnits(found.gasUsed * found.effectiveGasPrice, ETHER_DECIMALS));
    const moves = found.status === 1 && units > 0n;
    const rest = { at, transactionId: `0x${hash}`, address: to ?? null, note: '' };
    const line = (key: string, amount: bigint, fee: bigint, note = '') => ({
      line: { ...rest, key, amount, fee, note },
      block,
    });
    if (!ours.has(from)) return moves ? [line(hash, units, 0n)] : [];
    if (moves && !(to && ours.has(to))) return [line(hash, -units, cost)];
    return [line(`${hash}:fee`, -cost, 0n, 'Network fee of a transaction that paid nobody.')];
  }

  async function readBlocks(from: number, to: number): Promise<ChainMovement[]> {
    const movements: ChainMovement[] = [];
    for (let height = from; height <= to; height += 1) {
      const found = await blockAt(height, true, whole);
      if (!found) throw new ChainFault(`${setting} has no block ${height}, though it has later ones.`);
      const at = blockTime(setting, found.timestamp, now());
      for (const each of found.transactions) {
        if (!ours.has(each.from) && !(each.to && ours.has(each.to))) continue;
        movements.push(...(await moved(each, { height, hash: found.hash }, at)));
      }
    }
    return movements;
  }

  return {
    setting,
    dust: token ? DUST_OF_TOKENS : DUST_OF_ETHER,
    first: (settled) => settled - (token ? FIRST_OF_LOGS : FIRST_WHOLE),
    tip: async () => {
      const id = await call('eth_chainId', [], 'a network’s number', count);
      if (id !== chainId) throw new ChainFault(`${setting} is a server of network ${id}, and should be of ${chainId}.`);
      return await call('eth_blockNumber', [], 'a height', count);
    },
    hashAt: async (height) => (await blockAt(height, false, header))?.hash ?? null,
    read: async ({ from, tip, cursor }) => {
      const first = cursor ?? from;
      if (first > tip || own.length === 0) return { movements: [], cursor: null };
      for (let blocks = token ? BLOCKS_OF_LOGS : BLOCKS_AT_ONCE; ; blocks = Math.ceil(blocks / 4)) {
        const last = Math.min(first + blocks - 1, tip);
        try {
          const movements = token ? await readToken(token, first, last) : await readBlocks(first, last);
          return { movements, cursor: last === tip ? null : last + 1 };
        } catch (error) {
          // Servers limit the blocks or the transfers of one request, each in its own way, so a smaller one is tried.
          if (!(error instanceof RpcError) || !token || blocks === 1) throw error;
        }
      }
    },
  };
}

/** Turns smallest units of the chain into hundred-millionths, rounded down. */
const toUnits = (smallest: bigint, decimals: number): bigint =>
  decimals >= UNIT_DECIMALS
    ? smallest / 10n ** BigInt(decimals - UNIT_DECIMALS)
    : smallest * 10n ** BigInt(UNIT_DECIMALS - decimals);

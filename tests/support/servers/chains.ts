/** Chains over HTTP (Esplora, JSON-RPC): a test mines and reverts blocks, and may falsify or omit any answer. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MINUTE, SECOND } from '~/platform/clock';

type Mined<T> = { height: number; hash: string; seconds: number; transactions: T[] };

/** Returns a made-up hash that is always the same for the same text. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Replacement of an answer while it is set; null means no answer. */
type Lie = (path: string, truth: unknown) => unknown;

abstract class ChainServer<T> {
  blocks: Mined<T>[] = [];
  /** Requests, in order: paths of Esplora, methods of JSON-RPC. */
  asked: string[] = [];
  lie: Lie | null = null;
  /** Handler that answers itself, while it is set. */
  answer: ((response: ServerResponse) => void) | null = null;
  private forks = 0;
  private readonly server: Server = createServer((request, response) => this.serve(request, response));

  constructor(private readonly begins: number) {}

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Time of the newest block, milliseconds since 1970. */
  get time(): number {
    return this.begins + this.blocks.length * 10 * MINUTE;
  }

  /** Adds a block with these transactions, and empty ones on it. */
  mine(transactions: T[] = [], empty = 0): void {
    for (let n = 0; n <= empty; n += 1) {
      const height = this.blocks.length;
      const hash = hashOf(`block ${height} of ${this.forks}`);
      const seconds = (this.begins + height * 10 * MINUTE) / SECOND;
      this.blocks.push({ height, hash, seconds, transactions: n === 0 ? transactions : [] });
    }
  }

  /** Reverts the newest blocks; later ones have other hashes. */
  takeBack(blocks: number): void {
    this.blocks.length -= blocks;
    this.forks += 1;
  }

  protected abstract truth(path: string, body: string): { path: string; found: unknown };

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const piece of request) body += piece;
    const { path, found } = this.truth(request.url ?? '', body);
    this.asked.push(path);
    const lied = this.lie ? this.lie(path, found) : found;
    if (this.answer) this.answer(response);
    else if (lied === undefined) response.writeHead(404).end('not found');
    else if (lied !== null) response.end(typeof lied === 'string' ? lied : JSON.stringify(lied));
  }
}

/** A transaction of bitcoin: senders, receivers, and the fee. */
export type Paid = { txid: string; from: [string, number][]; to: [string, number][] };

/** Returns a payment in hundred-millionths to an address, from a stranger. */
export const paidTo = (name: string, ...to: [string, number][]): Paid => ({
  txid: hashOf(name),
  from: [['bc1qstranger', to.reduce((sum, [, value]) => sum + value, 500)]],
  to,
});

const PAGE = 25;

/** Server of bitcoin with Esplora's API. */
export class Esplora extends ChainServer<Paid> {
  /** Unconfirmed transactions. */
  waiting: Paid[] = [];

  protected truth(path: string): { path: string; found: unknown } {
    const [, kind, what = '', , , after] = path.split('/');
    if (kind === 'block-height') return { path, found: this.blocks[Number(what)]?.hash };
    if (kind === 'blocks') return { path, found: this.blocks.length - 1 };
    const isOf = ({ from, to }: Paid) => [...from, ...to].some(([address]) => address === what);
    const mined = this.blocks
      .toReversed()
      .flatMap((block) => block.transactions.filter(isOf).map((each) => written(each, { ...block })));
    const starts = after ? mined.findIndex(({ txid }) => txid === after) + 1 : 0;
    const waiting = after ? [] : this.waiting.filter(isOf).map((each) => written(each, null));
    return { path, found: [...waiting, ...mined.slice(starts, starts + PAGE)] };
  }
}

function written({ txid, from, to }: Paid, block: { height: number; hash: string; seconds: number } | null) {
  const output = ([scriptpubkey_address, value]: [string, number]) => ({ scriptpubkey_address, value });
  const sum = (all: [string, number][]) => all.reduce((total, [, value]) => total + value, 0);
  return {
    txid,
    vin: from.map((each) => ({ is_coinbase: false, prevout: output(each) })),
    vout: to.map(output),
    fee: sum(from) - sum(to),
    status: block
      ? { confirmed: true, block_height: block.height, block_hash: block.hash, block_time: block.seconds }
      : { confirmed: false },
  };
}

/** A transaction of a network like Ethereum, with a list of its token transfers. */
export type Sent = {
  hash: string;
  from: string;
  to: string | null;
  transfers?: { contract: string; from: string; to: string; value: bigint }[];
};

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const hex = (n: number | bigint) => `0x${n.toString(16)}`;
const word = (text: string) => `0x${text.replace(/^0x/, '').toLowerCase().padStart(64, '0')}`;

type Filter = { fromBlock: string; toBlock: string; address: string; topics: (string | string[] | null)[] };

/** Server of a network like Ethereum with JSON-RPC. */
export class EthereumRpc extends ChainServer<Sent> {
  chainId = 1;
  /** Maximum number of blocks of a query. */
  mostBlocks = 10_000;

  protected truth(_path: string, body: string): { path: string; found: unknown } {
    const { method, params } = JSON.parse(body) as { method: string; params: unknown[] };
    const found = this.result(method, params);
    return {
      path: method,
      found: {
        jsonrpc: '2.0',
        id: 1,
        ...(found instanceof Error ? { error: { code: -32_005, message: found.message } } : { result: found }),
      },
    };
  }

  private result(method: string, [first]: unknown[]): unknown {
    if (method === 'eth_chainId') return hex(this.chainId);
    if (method === 'eth_blockNumber') return hex(this.blocks.length - 1);
    if (method === 'eth_getBlockByNumber') return this.block(Number(first));
    if (method === 'eth_getLogs') return this.logs(first as Filter);
    return new Error(`the method ${method} does not exist`);
  }

  private block(height: number) {
    const block = this.blocks[height];
    return block ? { number: hex(height), hash: `0x${block.hash}`, timestamp: hex(block.seconds) } : null;
  }

  private logs({ fromBlock, toBlock, address, topics }: Filter) {
    if (Number(toBlock) - Number(fromBlock) >= this.mostBlocks)
      return new Error('query returned more than 10000 results');
    const isAsked = (n: number, value: string) => !topics[n] || [topics[n]].flat().includes(value);
    return this.blocks
      .filter(({ height }) => height >= Number(fromBlock) && height <= Number(toBlock))
      .flatMap(({ height, hash, transactions }) =>
        transactions
          .flatMap((each) => (each.transfers ?? []).map((transfer) => ({ ...transfer, transaction: each.hash })))
          .map(({ contract, from, to, value, transaction }, n) => ({
            address: contract.toLowerCase(),
            topics: [TRANSFER, word(from), word(to)],
            data: word(value.toString(16)),
            blockNumber: hex(height),
            blockHash: `0x${hash}`,
            transactionHash: `0x${transaction}`,
            logIndex: hex(n),
          })),
      )
      .filter((log) => log.address === address.toLowerCase() && log.topics.every((value, n) => isAsked(n, value)));
  }
}

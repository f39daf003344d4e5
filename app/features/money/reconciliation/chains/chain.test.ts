import { afterEach, beforeEach, expect, test } from 'vitest';
import { SECOND } from '~/platform/clock';
import { NETWORKS } from '~/platform/networks/networks';
import { Esplora, EthereumRpc, hashOf, type Paid, paidTo } from '../../../../../tests/support/servers/chains';
import type { SourceLine } from '../line';
import type { Chain } from './chain.server';
import { type ChainMemory, EMPTY_CHAIN_MEMORY, readChain } from './chain.server';
import { createEsploraChain } from './esplora.server';
import { createEthereumChain } from './ethereum.server';

const START = Date.UTC(2026, 9, 1);
const [OURS, CHANGE, THEIRS] = ['bc1qours', 'bc1qchange', 'bc1qtheirs'];
const CONFIRMATIONS = 3;

let bitcoin: Esplora;
let ethereum: EthereumRpc;
beforeEach(async () => {
  bitcoin = await new Esplora(START).start();
  ethereum = await new EthereumRpc(START).start();
});
afterEach(async () => {
  await bitcoin.stop();
  await ethereum.stop();
});

/** Collects the payments of a chain over several readings, and how far it was read. */
function reader(chain: () => Chain, now: () => number) {
  let memory = EMPTY_CHAIN_MEMORY;
  const held = new Map<string, SourceLine>();
  return {
    memory: () => memory,
    /** Reads the new blocks. @returns new lines, as their statement source would store them */
    read: async (confirmations = CONFIRMATIONS): Promise<SourceLine[]> => {
      // The memory is serialised, as a restarted process finds it.
      const stored = JSON.parse(JSON.stringify(memory)) as ChainMemory;
      const found = await readChain(chain(), stored, { confirmations, now: now() });
      memory = found.memory;
      const fresh = new Map(found.lines.filter(({ key }) => !held.has(key)).map((line) => [line.key, line]));
      for (const [key, line] of fresh) held.set(key, line);
      return [...fresh.values()];
    },
    /** Sum of all lines, including fees. */
    balance: () => [...held.values()].reduce((sum, { amount, fee }) => sum + amount - fee, 0n),
  };
}

const ofBitcoin = (patience?: number, addresses = [OURS, CHANGE]) =>
  reader(
    () => createEsploraChain({ setting: 'CHAIN_BITCOIN', url: bitcoin.url, patience }, addresses, () => bitcoin.time),
    () => bitcoin.time,
  );

const brief = (lines: SourceLine[]) => lines.map(({ amount, fee, address }) => [amount, fee, address]);

test('a payment becomes a line after enough confirmations', async () => {
  const { read, memory } = ofBitcoin();
  bitcoin.mine([], 5);
  expect(await read()).toEqual([]);
  const began = bitcoin.time;
  expect(memory().covers).toBeNull();
  const payment = paidTo('first', [OURS, 250_000]);
  bitcoin.waiting = [payment];
  expect(await read()).toEqual([]);
  bitcoin.waiting = [];
  bitcoin.mine([payment], 1);
  expect(await read()).toEqual([]);
  // Everything up to the newest block of the fifth reading is a line; a payment that was unconfirmed then is not.
  expect(memory().covers).toEqual({ from: 0, until: began });
  bitcoin.mine();
  const at = START + 6 * 600 * SECOND;
  expect(await read()).toEqual([
    { key: `${payment.txid}:0`, at, amount: 250_000n, fee: 0n, transactionId: payment.txid, address: OURS, note: '' },
  ]);
  bitcoin.mine();
  expect(await read()).toEqual([]);
});

test('a reused address, one payment of two amounts, change, fees and dust are read correctly', async () => {
  const { read, memory, balance } = ofBitcoin();
  bitcoin.mine();
  bitcoin.mine([
    paidTo('a', [OURS, 70_000]),
    paidTo('b', [OURS, 70_000]),
    paidTo('two', [OURS, 40_000], [OURS, 50_000]),
  ]);
  bitcoin.mine([paidTo('dust', [OURS, 546])]);
  const batch: Paid = {
    txid: hashOf('batch'),
    from: [[OURS, 140_000]],
    to: [
      [THEIRS, 60_000],
      [THEIRS, 30_000],
      [CHANGE, 49_000],
    ],
  };
  bitcoin.mine([batch]);
  bitcoin.mine([{ txid: hashOf('own'), from: [[CHANGE, 49_000]], to: [[OURS, 48_700]] }]);
  const joined: Paid = {
    txid: hashOf('joined'),
    from: [
      [OURS, 48_700],
      [THEIRS, 9_000],
    ],
    to: [[THEIRS, 57_000]],
  };
  bitcoin.mine([joined], 2);
  expect(brief(await read()).sort()).toEqual(
    [
      [70_000n, 0n, OURS],
      [70_000n, 0n, OURS],
      [40_000n, 0n, OURS],
      [50_000n, 0n, OURS],
      [-60_000n, 1_000n, THEIRS],
      [-30_000n, 0n, THEIRS],
      [-300n, 0n, null],
      [-48_700n, 0n, null],
    ].sort(),
  );
  expect(balance()).toBe(90_000n);
  expect(memory().dust).toBe(1);
});

test('a reorganisation above the confirmations changes nothing, and a deeper one stops the reading until more are configured', async () => {
  const { read, memory, balance } = ofBitcoin();
  bitcoin.mine([], 299);
  const [stays, goes] = [paidTo('stays', [OURS, 10_000]), paidTo('goes', [OURS, 20_000])];
  bitcoin.mine([stays], 3);
  expect(await read()).toHaveLength(1);
  bitcoin.takeBack(2);
  bitcoin.mine([goes], 1);
  expect(await read()).toEqual([]);
  bitcoin.takeBack(20);
  await expect(read()).rejects.toThrow('CHAIN_BITCOIN is at block 283, behind the last reading.');
  bitcoin.mine([stays, goes], 30);
  const fault =
    'CHAIN_BITCOIN has a different block 301 than at the last reading: it is a server of another network, or there was a reorganisation of more than 3 blocks.';
  await expect(read()).rejects.toThrow(fault);
  expect(memory().tip).toBe(303);
  // The existing line is unchanged, and the other one is new.
  expect(await read(6)).toMatchObject([{ amount: 20_000n }]);
  expect(balance()).toBe(30_000n);
});

test('a reading is repeated when a block changes meanwhile', async () => {
  const { read } = ofBitcoin();
  bitcoin.mine([], 396);
  bitcoin.mine([paidTo('late', [OURS, 9_000])], 5);
  bitcoin.lie = (path, truth) => {
    if (path.startsWith('/address')) {
      bitcoin.takeBack(6);
      bitcoin.mine([], 6);
      bitcoin.lie = null;
    }
    return truth;
  };
  await expect(read()).rejects.toThrow('CHAIN_BITCOIN changed during the reading: block 397 was replaced.');
  expect(await read()).toEqual([]);
});

test('a long history is read page by page', async () => {
  const { read, balance } = ofBitcoin();
  for (let block = 0; block < 52; block += 1) {
    bitcoin.mine(Array.from({ length: 10 }, (_, n) => paidTo(`${block} ${n}`, [OURS, 2_000])));
  }
  bitcoin.mine([], 2);
  expect(await read()).toHaveLength(520);
  expect(balance()).toBe(1_040_000n);
  const requested = bitcoin.asked.filter((path) => path.startsWith(`/address/${OURS}`)).length;
  expect(requested).toBe(Math.ceil(520 / 25) + 1);
});

type ExplorerTransaction = {
  txid: string;
  vout: { value: number; scriptpubkey_address: string }[];
  status: object;
  fee: number;
};
const lies: [string, (all: ExplorerTransaction[]) => unknown, string][] = [
  [
    'pays somebody else',
    ([one]) => [{ ...one, vout: [{ value: 30_000, scriptpubkey_address: THEIRS }] }],
    'is not in it',
  ],
  ['is there twice', ([one]) => [one, one], 'one transaction twice'],
  ['is confirmed without a height', ([one]) => [{ ...one, status: { confirmed: true } }], '0.status.block_height'],
  ['does not add up', ([one]) => [{ ...one, fee: 4 }], 'don’t add up'],
  [
    'is of less than nothing',
    ([one]) => [{ ...one, vout: [{ value: -1, scriptpubkey_address: OURS }] }],
    '0.vout.0.value',
  ],
  [
    'is of more than all there is',
    ([one]) => [{ ...one, vout: [{ value: 2 ** 60, scriptpubkey_address: OURS }] }],
    '0.vout.0.value',
  ],
  [
    'is of a part of the smallest',
    ([one]) => [{ ...one, vout: [{ value: 0.5, scriptpubkey_address: OURS }] }],
    '0.vout.0.value',
  ],
  ['is of another time', ([one]) => [{ ...one, status: { ...one?.status, block_time: 4e9 } }], 'an impossible time'],
  [
    'stands in another block',
    (all) => all.map((one) => ({ ...one, status: { ...one.status, block_hash: hashOf('x') } })),
    'changed during',
  ],
  ['is no list', () => ({ error: 'no' }), 'transactions with an invalid value'],
  ['is no JSON', () => '<html>', 'did not return JSON'],
];
test.each(lies)('a server’s payment that %s is refused', async (_name, lie, words) => {
  const { read, memory } = ofBitcoin();
  bitcoin.mine([paidTo('honest', [OURS, 30_000])], 4);
  bitcoin.lie = (path, truth) => (path.startsWith('/address') ? lie(truth as ExplorerTransaction[]) : truth);
  await expect(read()).rejects.toThrow(words);
  expect(memory()).toEqual(EMPTY_CHAIN_MEMORY);
  bitcoin.lie = null;
  expect(await read()).toHaveLength(1);
});

test('a server that loops, hangs, drips, redirects or sends too much is given up in time', async () => {
  const { read } = ofBitcoin(300);
  bitcoin.mine(
    Array.from({ length: 30 }, (_, n) => paidTo(`${n}`, [OURS, 5_000])),
    4,
  );
  const firstPage = Array.from({ length: 25 }, (_, n) => hashOf(`${n}`));
  bitcoin.lie = (path, truth) =>
    path.includes('/chain/')
      ? Array.from(truth as ExplorerTransaction[], (one) => ({ ...one, txid: firstPage.at(-1) }))
      : truth;
  await expect(read()).rejects.toThrow('twice');
  bitcoin.lie = () => null;
  await expect(read()).rejects.toThrow('CHAIN_BITCOIN did not answer within 0.3 seconds.');
  bitcoin.answer = (response) => response.writeHead(302, { Location: '/elsewhere' }).end();
  await expect(read()).rejects.toThrow('CHAIN_BITCOIN answered with a redirect, which is not followed.');
  bitcoin.answer = (response) => response.writeHead(503).end();
  await expect(read()).rejects.toThrow('CHAIN_BITCOIN answered 503.');
  bitcoin.answer = (response) => response.socket?.destroy();
  await expect(read()).rejects.toThrow('CHAIN_BITCOIN could not be reached');
  const heavy = ofBitcoin();
  bitcoin.answer = (response) => response.end(Buffer.alloc(17 * 1024 * 1024, 32));
  await expect(heavy.read()).rejects.toThrow('CHAIN_BITCOIN answered with more than 16 MB.');
});

const [WALLET, OTHER, CUSTOMER] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(40)}`) as [string, string, string];
const usdt = NETWORKS.ethereum.tokens.USDT as { contract: string; decimals: number };

const onEthereum = () =>
  reader(
    () =>
      createEthereumChain(
        { setting: 'CHAIN_ETHEREUM', url: ethereum.url },
        { chainId: 1, token: usdt, addresses: [WALLET, OTHER] },
        () => ethereum.time,
      ),
    () => ethereum.time,
  );
const transfer = (name: string, ...transfers: [string, string, bigint, string?][]) => ({
  hash: hashOf(name),
  from: CUSTOMER,
  to: usdt.contract,
  transfers: transfers.map(([from, to, value, contract = usdt.contract]) => ({ contract, from, to, value })),
});

test('tokens in and out, with look-alikes, transfers of zero and a server that limits its answers', async () => {
  const { read, balance, memory } = onEthereum();
  ethereum.mine([], 20);
  ethereum.mostBlocks = 10;
  ethereum.mine([
    transfer('in', [CUSTOMER, WALLET, 1_500_000_000n]),
    transfer('two', [CUSTOMER, WALLET, 2_000_000n], [CUSTOMER, OTHER, 3_000_000n]),
    transfer('fake', [CUSTOMER, WALLET, 9_000_000_000n, `0x${'d'.repeat(40)}`]),
    transfer('nothing', [WALLET, CUSTOMER, 0n]),
    transfer('poison', [CUSTOMER, WALLET, 1n]),
    transfer('between', [WALLET, OTHER, 7_000_000n]),
    transfer('out', [WALLET, CUSTOMER, 400_000_000n]),
  ]);
  ethereum.mine([], 2);
  expect(brief(await read())).toEqual([
    [150_000_000_000n, 0n, WALLET],
    [200_000_000n, 0n, WALLET],
    [300_000_000n, 0n, OTHER],
    [-40_000_000_000n, 0n, CUSTOMER],
  ]);
  expect(balance()).toBe(110_500_000_000n);
  expect(memory().dust).toBe(1);
});

test('a server of another network and false answers are refused with a message', async () => {
  const { read } = onEthereum();
  ethereum.mine([transfer('in', [CUSTOMER, WALLET, 5_000_000n])], 6);
  ethereum.chainId = 56;
  await expect(read()).rejects.toThrow('CHAIN_ETHEREUM is a server of network 56 instead of 1.');
  ethereum.chainId = 1;
  const alteredLog = (change: (log: Record<string, unknown>) => object) => {
    ethereum.lie = (method, truth) =>
      method === 'eth_getLogs'
        ? { result: (truth as { result: Record<string, unknown>[] }).result.map((log) => ({ ...log, ...change(log) })) }
        : truth;
  };
  alteredLog(() => ({ address: `0x${'d'.repeat(40)}` }));
  await expect(read()).rejects.toThrow('which was not requested');
  alteredLog(() => ({ blockNumber: '0xffff' }));
  await expect(read()).rejects.toThrow('which was not requested');
  alteredLog(() => ({ blockNumber: '-0x1' }));
  await expect(read()).rejects.toThrow('0.blockNumber, is no number');
  alteredLog(() => ({ data: `0x${'f'.repeat(64)}` }));
  await expect(read()).rejects.toThrow('an impossible amount');
  alteredLog(() => ({ blockHash: `0x${hashOf('other')}` }));
  await expect(read()).rejects.toThrow('changed during the reading');
  ethereum.lie = (method, truth) => (method === 'eth_blockNumber' ? { result: '0xffffffffffffffffffff' } : truth);
  await expect(read()).rejects.toThrow('is too large');
  ethereum.lie = (method, truth) => (method === 'eth_blockNumber' ? { result: '0xffffff' } : truth);
  await expect(read()).rejects.toThrow('CHAIN_ETHEREUM has no block 16777213, though it has later ones.');
  ethereum.lie = (method, truth) => (method === 'eth_getLogs' ? { error: { message: 'over quota' } } : truth);
  await expect(read()).rejects.toThrow('CHAIN_ETHEREUM refused eth_getLogs: over quota');
  ethereum.lie = null;
  expect(await read()).toHaveLength(1);
});

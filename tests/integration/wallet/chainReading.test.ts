import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deposit, depositMethod, job, statementLine, statementMatch } from '#drizzle/schema';
import { alertChecks } from '~/alerts.server';
import { loadBreaksPage } from '~/features/money/reconciliation/breaks.server';
import {
  findChainReading,
  readNetworkWallets,
  testServers,
} from '~/features/money/reconciliation/chains/readNetworks.server';
import { setOpening } from '~/features/money/reconciliation/sources.server';
import { findSource } from '~/features/money/reconciliation/statements/importLines.server';
import { approveDeposit } from '~/features/money/wallet/deposits/decideDeposit.server';
import { submitDeposit } from '~/features/money/wallet/deposits/submitDeposit.server';
import { JOBS } from '~/jobs.server';
import { DAY, HOUR, MINUTE } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { env, readEnv } from '~/platform/env';
import { runJob } from '~/platform/jobs/index.server';
import { NETWORKS } from '~/platform/networks/networks';
import { createAdminActor } from '~/platform/states';
import { clock, START, useDatabase } from '../../support/database';
import { makeAdmin, makeUser } from '../../support/people/people';
import { Esplora, EthereumRpc, hashOf, paidTo } from '../../support/servers/chains';

useDatabase();

const OURS = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const CHANGE = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7';
const CUSTOMER = `0x${'c'.repeat(40)}`;

let bitcoin: Esplora;
let ethereum: EthereumRpc;
beforeEach(async () => {
  bitcoin = await new Esplora(START.getTime() - HOUR).start();
  ethereum = await new EthereumRpc(START.getTime() - HOUR).start();
  Object.assign(env(), {
    CHAIN_BITCOIN: bitcoin.url,
    CHAIN_CONFIRMATIONS: { ...env().CHAIN_CONFIRMATIONS, bitcoin: 2 },
    CHAIN_ADDRESSES: CHANGE,
  });
  await write((tx) => tx.update(depositMethod).set({ address: OURS }).where(eq(depositMethod.code, 'BTC')));
});
afterEach(async () => {
  await bitcoin.stop();
  await ethereum.stop();
});

const jobNamed = (name: string) => {
  const found = JOBS.find((each) => each.name === name);
  if (!found) throw new Error(name);
  return found;
};

/** Advances the clock by two minutes and runs the network’s chain job. */
async function run(network = 'bitcoin'): Promise<string | null> {
  clock.advance(2 * MINUTE);
  await runJob(jobNamed(`chain-${network}`));
  const [row] = await read()
    .select()
    .from(job)
    .where(eq(job.name, `chain-${network}`));
  return row?.lastError ?? null;
}

const lines = async (method = 'BTC') =>
  (await read().select().from(statementLine).where(eq(statementLine.method, method))).map(({ amount }) =>
    Number(amount),
  );

/** Breaks of a method, with their kinds and their lines of the chain. */
async function breaks(method = 'BTC') {
  const source = await findSource(read(), method);
  const found = source ? (await loadBreaksPage(source)).breaks : [];
  return found.map(({ kind, lines: [line] }) => [kind, Number(line?.amount), line?.note]);
}

type Paid = { dollars?: number; coin?: bigint };

/** Approves a deposit whose owner named this transaction. */
async function credited(method: string, transactionId: string, { dollars = 1_000, coin }: Paid = {}) {
  const user = await makeUser();
  const by = createAdminActor((await makeAdmin()).id);
  const amount = BigInt(dollars) * 100n;
  const sent = await write((tx) => submitDeposit(tx, user, { method, amount, proof: null }));
  if (!sent.ok) throw new Error(sent.error.message);
  await write((tx) => tx.update(deposit).set({ transactionId }).where(eq(deposit.id, sent.value.id)));
  const approved = await write((tx) => approveDeposit(tx, by, sent.value.id, amount, undefined, { coin }));
  if (!approved.ok) throw new Error(approved.error.message);
}

test('payments become lines after enough confirmations, and uncredited ones are breaks', async () => {
  const payment = paidTo('deposit', [OURS, 1_500_000]);
  await credited('BTC', payment.txid, { coin: 1_500_000n });
  bitcoin.mine();
  bitcoin.mine([payment]);
  expect(await run()).toBe(null);
  expect(await lines()).toEqual([]);
  expect(await findChainReading('BTC')).toMatchObject({
    block: 0,
    tip: 1,
    fault: null,
    whyNot: null,
    addresses: [OURS, CHANGE],
  });
  // Strangers pay to the address again, also dust.
  const [one, other] = [paidTo('one', [OURS, 20_000]), paidTo('other', [CHANGE, 30_000])];
  bitcoin.mine([one, other, paidTo('dust', [OURS, 546])], 1);
  expect(await run()).toBe(null);
  expect((await lines()).toSorted()).toEqual([1_500_000, 20_000, 30_000]);
  const source = await findSource(read(), 'BTC');
  expect(source).toMatchObject({ coveredFrom: new Date(0), coveredUntil: new Date(clock.at.getTime() - 2 * MINUTE) });
  expect(await read().select().from(statementMatch)).toMatchObject([{ thing: 'deposit', how: 'transaction' }]);
  expect(await findChainReading('BTC')).toMatchObject({ block: 2, tip: 3, dust: 1, readAt: clock.at });
  expect((await breaks()).toSorted()).toEqual([
    ['unknown', 20_000, ''],
    ['unknown', 30_000, ''],
  ]);
  expect((await read().select().from(deposit)).filter(({ status }) => status !== 'approved')).toEqual([]);
  // A changed address is still read.
  await write((tx) => tx.update(depositMethod).set({ address: CHANGE }).where(eq(depositMethod.code, 'BTC')));
  bitcoin.mine([paidTo('to the old one', [OURS, 40_000])], 1);
  // While one process reads, another one is refused.
  clock.advance(2 * MINUTE);
  const reading = jobNamed('chain-bitcoin');
  const readAlone = vi.fn(async () => {
    expect(await runJob(reading, () => false, 'other')).toBe(false);
    return await reading.run();
  });
  expect(await runJob({ ...reading, run: readAlone }, () => false, 'one')).toBe(true);
  expect(readAlone).toHaveBeenCalledOnce();
  expect(await lines()).toContain(40_000);
  // Earlier movements are in the opening balance.
  const opening = { method: 'BTC', day: '2026-03-03', opening: 0n };
  clock.advance(DAY);
  const by = createAdminActor((await makeAdmin()).id);
  expect(await write((tx) => setOpening(tx, by, opening))).toMatchObject({ ok: true });
  expect(await breaks()).toEqual([]);
});

test('tokens come only from a server of their network, and a wrong amount is a break', async () => {
  Object.assign(env(), {
    CHAIN_ETHEREUM: ethereum.url,
    CHAIN_CONFIRMATIONS: { ...env().CHAIN_CONFIRMATIONS, ethereum: 2 },
    CHAIN_ADDRESSES: '',
  });
  await write((tx) => tx.update(depositMethod).set({ address: WALLET }).where(eq(depositMethod.code, 'USDT-ERC20')));
  const contract = NETWORKS.ethereum.tokens?.USDT?.contract ?? '';
  const transfer = (name: string, dollars: bigint) => ({
    hash: hashOf(name),
    from: CUSTOMER,
    to: contract,
    transfers: [{ contract, from: CUSTOMER, to: WALLET, value: dollars * 1_000_000n }],
  });
  await credited('USDT-ERC20', hashOf('right'));
  await credited('USDT-ERC20', `0x${hashOf('too little')}`);
  ethereum.mine([transfer('right', 1_000n), transfer('too little', 900n)], 1);
  ethereum.chainId = NETWORKS.bsc.chainId as number;
  expect(await run('ethereum')).toBe('CHAIN_ETHEREUM is a server of network 56 instead of 1.');
  expect(await lines('USDT-ERC20')).toEqual([]);
  ethereum.chainId = NETWORKS.ethereum.chainId as number;
  expect(await run('ethereum')).toBe(null);
  expect(await breaks('USDT-ERC20')).toEqual([['amount-differs', 90_000_000_000, '']]);
  expect(await findChainReading('USDT-ERC20')).toMatchObject({ network: 'ethereum', block: 0, whyNot: null });
  expect(await findChainReading('ETH')).toMatchObject({
    whyNot: expect.stringContaining('only USDT, USDC can be read'),
  });
});

test('a server that hangs, answers wrongly or stalls gives no line, is reported on the page and is a late job', async () => {
  bitcoin.mine([paidTo('a', [OURS, 50_000])], 2);
  bitcoin.answer = () => {};
  const inTime = AbortSignal.timeout.bind(AbortSignal);
  const patience = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => inTime(200));
  const words = 'CHAIN_BITCOIN did not answer within 20 seconds.';
  expect(await run()).toBe(words);
  const since = clock.at;
  expect(await testServers()).toEqual([{ isFault: true, message: words.replace('20', '5') }]);
  patience.mockRestore();
  bitcoin.answer = (response) => response.end('<html>');
  expect(await run()).toBe('CHAIN_BITCOIN did not return JSON for a height.');
  expect(await findChainReading('BTC')).toMatchObject({ fault: { since, words: expect.stringContaining('JSON') } });
  expect(await alertChecks(() => [jobNamed('chain-bitcoin')])['job-late']()).toEqual([
    {
      about: 'chain-bitcoin',
      message: expect.stringContaining('“Read Bitcoin’s chain” failed: CHAIN_BITCOIN did not return'),
    },
  ]);
  bitcoin.answer = null;
  expect(await run()).toBe(null);
  expect(await lines()).toEqual([50_000]);
  expect(await findChainReading('BTC')).toMatchObject({ fault: null, readAt: clock.at });
  expect(await testServers()).toEqual([{ isFault: false, message: 'CHAIN_BITCOIN is at block 2' }]);
  clock.advance(4 * HOUR);
  expect(await run()).toContain('CHAIN_BITCOIN has returned no new block since');
  bitcoin.mine();
  expect(await run()).toBe(null);
});

test('without a server, an address or a known coin nothing is requested, and the page says why', async () => {
  Object.assign(env(), { CHAIN_BITCOIN: undefined, CHAIN_ETHEREUM: ethereum.url, CHAIN_ADDRESSES: '' });
  expect(await readNetworkWallets('bitcoin')).toBe(false);
  expect(await findChainReading('BTC')).toBe(null);
  expect(jobNamed('chain-bitcoin').idle?.()).toBe(
    'This chain is not read. To read it, set CHAIN_BITCOIN to the URL of one of its servers.',
  );
  expect(jobNamed('chain-ethereum').idle?.()).toBe(null);
  expect(await run('ethereum')).toBe(null);
  expect(await findChainReading('USDT-ERC20')).toMatchObject({
    whyNot: expect.stringContaining('No addresses are known'),
  });
  await write((tx) => tx.update(depositMethod).set({ network: 'ethereum' }).where(eq(depositMethod.code, 'SOL')));
  expect(await findChainReading('SOL')).toMatchObject({
    whyNot: expect.stringContaining('only USDT, USDC can be read'),
  });
  expect([bitcoin.asked, ethereum.asked]).toEqual([[], []]);
});

test.each([
  ['CHAIN_BITCOIN', 'http://esplora.example', 'must be https, but in a private network'],
  ['CHAIN_BITCOIN', 'ftp://esplora.example', 'must begin with https:// or http://'],
  ['CHAIN_BITCOIN', 'https://esplora.example?key=1', 'must not have a ?'],
  ['CHAIN_BASE', 'https://me:secret@base.example', 'must not have a user name'],
  ['CHAIN_CONFIRMATIONS', 'bsc=0', 'bsc must be from 1 to 200'],
  ['CHAIN_CONFIRMATIONS', 'bsc', '"bsc" is none of bitcoin, ethereum, bsc, base with "=" and a number'],
  ['LIMITS', 'constructor=1', '"constructor=1" is none of requestsPerMinute, '],
  ['RATE_LIMIT', 'many', 'LIMITS: "requestsPerMinute=many" is none of requestsPerMinute'],
  ['CHAIN_ADDRESSES', `${OURS},0x12`, 'CHAIN_ADDRESSES: "0x12" is no address of bitcoin, ethereum, bsc, base'],
])('the setting %s is refused: %s', (name, value, words) => {
  const input = { DATA_DIR: env().DATA_DIR, [name]: value };
  expect(() => readEnv(input)).toThrow(words);
});

test('settings of 1.0.0 are read, and the present ones win', () => {
  const { LIMITS, BACKUPS } = readEnv({
    DATA_DIR: env().DATA_DIR,
    RATE_LIMIT: '3000',
    PATIENCE: '5',
    LIMITS: 'patienceSeconds=7',
    BACKUP_EVERY: '12',
  });
  expect(LIMITS).toMatchObject({ requestsPerMinute: 3000, patienceSeconds: 7, connections: 10_000 });
  expect(BACKUPS).toEqual({ everyHours: 12, stored: 7 });
});

test('a server of a private network may be used without a certificate', () => {
  const at = (url: string) => readEnv({ DATA_DIR: env().DATA_DIR, CHAIN_ETHEREUM: url }).CHAIN_ETHEREUM;
  for (const url of ['http://10.0.0.7:8545', 'http://[fd00::7]:8545', 'http://geth:8545', 'http://geth.internal'])
    expect(at(`${url}/`)).toBe(url);
});

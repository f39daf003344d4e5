import { z } from 'zod';
import { toCanonicalAddress } from '~/platform/networks/addresses';
import type { SourceLine } from '../statements/statementLine';
import {
  type Chain,
  ChainFault,
  type ChainMovement,
  type ChainServer,
  checkBlockTime,
  checkPlausibleAmount,
  parseAnswer,
  parseChainResponse,
  requestChain,
} from './chain.server';

const MAX_PAGES = 4_000;

/** Smallest amount that becomes a line. Strangers send smaller amounts only to trace addresses. */
const DUST_UNITS = 1_000n;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Amount in hundred-millionths of a bitcoin, at most the 21 million that will ever exist. */
const amount = z.int().min(0).max(21e14);
const height = z.int().min(0);

const output = z.object({ scriptpubkey_address: z.string().optional(), value: amount });

const transaction = z.object({
  txid: sha256,
  vin: z.array(z.object({ is_coinbase: z.boolean().optional(), prevout: output.nullish() })).min(1),
  vout: z.array(output).min(1),
  fee: amount,
  status: z.discriminatedUnion('confirmed', [
    z.object({ confirmed: z.literal(true), block_height: height, block_hash: sha256, block_time: z.int() }),
    z.object({ confirmed: z.literal(false) }),
  ]),
});

type Transaction = z.infer<typeof transaction>;

/** Creates a reader of bitcoin movements on our addresses, including change, from a server with Esplora's HTTP API. */
export function createEsploraChain(server: ChainServer, addresses: readonly string[], now: () => number): Chain {
  const { setting } = server;
  const own = [...new Set(addresses.map(toCanonicalAddress))];
  const ours = new Set(own);

  /** Returns a page of an address's history: the unconfirmed and newest transactions or, with `after`, older ones. */
  const page = async (address: string, after: string | null): Promise<Transaction[]> => {
    const path = `/address/${encodeURIComponent(address)}/txs${after ? `/chain/${after}` : ''}`;
    const found = parseAnswer(server, 'transactions', await requestChain(server, path), z.array(transaction));
    if (new Set(found.map(({ txid }) => txid)).size < found.length || found.some(({ txid }) => txid === after))
      throw new ChainFault(`${setting} returned one transaction twice.`);
    return found;
  };

  const history = async (address: string, from: number): Promise<ChainMovement[]> => {
    const movements: ChainMovement[] = [];
    let last = Number.POSITIVE_INFINITY;
    let after: string | null = null;
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      let oldest: string | null = null;
      for (const each of await page(address, after)) {
        movements.push(...listMovements(setting, each, ours, now()));
        if (!isAboutAddress(each, address))
          throw new ChainFault(`${setting} returned transaction ${each.txid} for an address that is not in it.`);
        if (!each.status.confirmed) continue;
        if (each.status.block_height > last)
          throw new ChainFault(`${setting} did not return transactions newest first.`);
        last = each.status.block_height;
        oldest = each.txid;
      }
      if (oldest === null || last < from) return movements;
      after = oldest;
    }
    throw new ChainFault(`${setting} returned more than ${MAX_PAGES} pages for an address.`);
  };

  return {
    setting,
    dust: DUST_UNITS,
    first: () => 0,
    tip: async () => parseAnswer(server, 'a height', await requestChain(server, '/blocks/tip/height'), height),
    hashAt: async (at) => {
      const text = await requestChain(server, `/block-height/${at}`);
      return text === null ? null : parseChainResponse(server, 'a hash', text.trim(), sha256);
    },
    read: async (from) => {
      const movements: ChainMovement[] = [];
      for (const address of own) movements.push(...(await history(address, from)));
      return movements;
    },
  };
}

const isAboutAddress = ({ vin, vout }: Transaction, address: string): boolean =>
  [...vin.map(({ prevout }) => prevout), ...vout].some(
    (each) => toCanonicalAddress(each?.scriptpubkey_address ?? '') === address,
  );

/** Returns a transaction's movements on our addresses: a line for each output that we received or paid to others. */
function listMovements(
  setting: string,
  { txid, vin, vout, fee, status }: Transaction,
  ours: ReadonlySet<string>,
  now: number,
): ChainMovement[] {
  const hasValidMac = (address: string | undefined) => address !== undefined && ours.has(toCanonicalAddress(address));
  const spent = vin.map(({ prevout, is_coinbase }) => {
    if (!prevout && !is_coinbase) throw new ChainFault(`${setting} does not list the inputs of transaction ${txid}.`);
    return prevout;
  });
  const inputs = spent.reduce((sum, each) => sum + (each?.value ?? 0), 0);
  const outputs = vout.reduce((sum, each) => sum + each.value, 0);
  const isNew = vin.some(({ is_coinbase }) => is_coinbase);
  if (!isNew && inputs !== outputs + fee)
    throw new ChainFault(`${setting} returned transaction ${txid} with amounts that don’t add up.`);
  const block = status.confirmed ? { height: status.block_height, hash: status.block_hash } : null;
  const at = status.confirmed ? checkBlockTime(setting, status.block_time, now) : now;
  const line = (key: string, units: number, more: Partial<SourceLine> = {}): ChainMovement => ({
    line: {
      key: `${txid}:${key}`,
      at,
      amount: BigInt(units),
      fee: 0n,
      transactionId: txid,
      address: null,
      note: '',
      ...more,
    },
    block,
  });
  checkPlausibleAmount(setting, BigInt(outputs));

  const ourInputs = spent.filter((each) => hasValidMac(each?.scriptpubkey_address));
  const received = vout.flatMap((each, n) => (hasValidMac(each.scriptpubkey_address) ? [{ ...each, n }] : []));
  if (ourInputs.length === 0)
    return received.map(({ n, value, scriptpubkey_address }) =>
      line(String(n), value, { address: scriptpubkey_address ?? null }),
    );
  if (ourInputs.length < spent.length) {
    const [sum, back] = [ourInputs, received].map((all) => all.reduce((total, each) => total + (each?.value ?? 0), 0));
    return [line('net', (back ?? 0) - (sum ?? 0), { note: 'Others paid for this transaction too.' })];
  }
  const paid = vout.flatMap((each, n) =>
    hasValidMac(each.scriptpubkey_address) || each.value === 0 ? [] : [{ ...each, n }],
  );
  if (paid.length === 0)
    return [line('fee', -fee, { note: 'Network fee of a transaction between our own addresses.' })];
  return paid.map(({ n, value, scriptpubkey_address }, index) =>
    line(String(n), -value, { address: scriptpubkey_address ?? null, fee: index === 0 ? BigInt(fee) : 0n }),
  );
}

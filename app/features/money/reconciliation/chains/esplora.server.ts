import { z } from 'zod';
import { toCanonicalAddress } from '~/platform/networks/addresses';
import type { SourceLine } from '../line';
import {
  type Chain,
  ChainFault,
  type ChainMovement,
  type ChainServer,
  checkBlockTime,
  parseValue,
  requestJson,
  requestText,
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

type Output = z.infer<typeof output>;
type Transaction = z.infer<typeof transaction>;

/** Creates a reader of bitcoin movements on our addresses, including change, from a server with Esplora's HTTP API. */
export function createEsploraChain(server: ChainServer, addresses: readonly string[], now: () => number): Chain {
  const { setting } = server;
  const own = [...new Set(addresses.map(toCanonicalAddress))];
  const ownAddresses = new Set(own);

  /** Returns a page of an address's history: the unconfirmed and newest transactions or, with `after`, older ones. */
  const page = async (address: string, after: string | null): Promise<Transaction[]> => {
    const path = `/address/${encodeURIComponent(address)}/txs${after ? `/chain/${after}` : ''}`;
    const found = await requestJson(server, { what: 'transactions', schema: z.array(transaction) }, path);
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
        movements.push(...listMovements(setting, each, ownAddresses, now()));
        const outputs = [...each.vin.map(({ prevout }) => prevout), ...each.vout];
        if (outputs.every((output) => toCanonicalAddress(output?.scriptpubkey_address ?? '') !== address))
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
    tip: () => requestJson(server, { what: 'a height', schema: height }, '/blocks/tip/height'),
    hashAt: async (at) => {
      const text = await requestText(server, `/block-height/${at}`);
      return text === null ? null : parseValue(server, { what: 'a hash', schema: sha256 }, text.trim());
    },
    read: async (from) => {
      const movements: ChainMovement[] = [];
      for (const address of own) movements.push(...(await history(address, from)));
      return movements;
    },
  };
}

/** Returns a transaction's movements on our addresses: a line for each output that we received or paid to others. */
function listMovements(
  setting: string,
  { txid, vin, vout, fee, status }: Transaction,
  own: ReadonlySet<string>,
  now: number,
): ChainMovement[] {
  const isOwn = (output: Output | null | undefined) => own.has(toCanonicalAddress(output?.scriptpubkey_address ?? ''));
  const sum = (outputs: readonly (Output | null | undefined)[]) =>
    outputs.reduce((total, output) => total + (output?.value ?? 0), 0);
  const isNew = vin.some(({ is_coinbase }) => is_coinbase);
  if (vin.some(({ prevout, is_coinbase }) => !prevout && !is_coinbase))
    throw new ChainFault(`${setting} does not list the inputs of transaction ${txid}.`);
  const spent = vin.map(({ prevout }) => prevout);
  if (!isNew && sum(spent) !== sum(vout) + fee)
    throw new ChainFault(`${setting} returned transaction ${txid} with amounts that don’t add up.`);
  const block = status.confirmed ? { height: status.block_height, hash: status.block_hash } : null;
  const at = status.confirmed ? checkBlockTime(setting, status.block_time, now) : now;
  const line = (key: string | number, units: number, more: Partial<SourceLine> = {}): ChainMovement => {
    const fields = { key: `${txid}:${key}`, at, amount: BigInt(units), fee: 0n, transactionId: txid };
    return { line: { ...fields, address: null, note: '', ...more }, block };
  };

  const outputs = vout.map((output, n) => ({ ...output, n, address: output.scriptpubkey_address ?? null }));
  const ourInputs = spent.filter(isOwn);
  const received = outputs.filter(isOwn);
  if (ourInputs.length === 0) return received.map(({ n, value, address }) => line(n, value, { address }));
  if (ourInputs.length < spent.length)
    return [line('net', sum(received) - sum(ourInputs), { note: 'Others paid for this transaction too.' })];
  const paid = outputs.filter((output) => !isOwn(output) && output.value > 0);
  if (paid.length === 0)
    return [line('fee', -fee, { note: 'Network fee of a transaction between our own addresses.' })];
  return paid.map(({ n, value, address }, index) => line(n, -value, { address, fee: index === 0 ? BigInt(fee) : 0n }));
}

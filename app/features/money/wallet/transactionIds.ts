import { findNetwork, getNetworkName } from '~/platform/networks/lookups';
/* Formats of payment IDs by network. Hashes have no checksum, so only length, characters and a signature's 64 bytes are checked. */

import { base58 } from '@scure/base';
import { removeHiddenCharacters } from '~/platform/fields/copiedText';
import { removeOutput } from './referenceKey';

type TransactionIdForm = {
  /** Description of the format: "A transaction ID of Bitcoin is ...". */
  description: string;
  /** Parses an ID into its stored form; null for other text. */
  read: (id: string) => string | null;
};

const createHashForm = (prefix: '' | '0x'): TransactionIdForm => ({
  description: `${prefix && `${prefix} and `}64 characters, digits and letters from a to f`,
  read: (id) => {
    const [, digits] = /^(?:0x)?([0-9a-f]{64})$/i.exec(id) ?? [];
    return digits ? `${prefix}${digits.toLowerCase()}` : null;
  },
});

const SIGNATURE_BYTES = 64;

const signature: TransactionIdForm = {
  description: '87 or 88 letters and digits, without 0, capital O and I, and small l',
  read: (id) => {
    // Longer texts can't be signatures, and decoding them is slow.
    if (id.length > 90 || !/^[1-9A-HJ-NP-Za-km-z]*$/.test(id)) return null;
    return base58.decode(id).length === SIGNATURE_BYTES ? id : null;
  },
};

/** Format for methods no longer in the catalogue and for unknown networks; it accepts bank references. */
const ANY_FORM: TransactionIdForm = {
  description: '6 to 128 letters and digits with at least one digit; dots, dashes and slashes may stand between them',
  read: (id) => (/^(?=.*\d)\w[\w./-]{5,127}$/.test(id) ? id : null),
};

const TRANSACTION_ID_FORMS = { hash: createHashForm(''), '0x-hash': createHashForm('0x'), signature };

function getForm(network: string | null): TransactionIdForm {
  const facts = findNetwork(network);
  return facts ? TRANSACTION_ID_FORMS[facts.transactionId] : ANY_FORM;
}

const PRACTICE_ID_PATTERN = /^practice-[0-9a-z-]{8,64}$/;

/** Returns the transaction ID of a practice payment; its prefix makes it recognisable. */
export const createPracticeId = (of: string): string => `practice-${of}`;

/** Inputs accepted in addition to the network's format. */
type Also = {
  /** True if practice ids are accepted (paper mode). */
  practice: boolean;
  /** True if an output number may follow (administrators only), since one transaction can pay several deposits. */
  output: boolean;
};

/** Parses the ID of a payment on a network (null: unknown) into its stored form; null for an invalid one. */
export function readTransactionId(input: string, network: string | null, { practice, output }: Also): string | null {
  const text = removeHiddenCharacters(input).replace(/\s/g, '');
  if (PRACTICE_ID_PATTERN.test(text)) return practice ? text : null;
  const [, id = '', number] = (output && /^(.*?)(?::(\d{1,5}))?$/.exec(text)) || ['', text];
  const read = getForm(network).read(id);
  // `:1` and `:01` are the same output.
  return read === null || number === undefined ? read : `${read}:${Number(number)}`;
}

export function describeTransactionId(network: string | null): string {
  const name = getNetworkName(network);
  return `A transaction ID${name ? ` of ${name}` : ''} is ${getForm(network).description}, as the wallet shows it`;
}

export function getExplorerUrl(network: string | null, id: string | null): string | null {
  const isOnChain = id !== null && readTransactionId(id, network, { practice: false, output: true }) !== null;
  const { explorer } = findNetwork(network) ?? {};
  return isOnChain && explorer ? explorer + removeOutput(id) : null;
}

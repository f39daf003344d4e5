import { type Hours, isOpen, LONG_HOURS, lastOpen, openingAt } from './hours';
import { INSTRUMENTS, type Instrument } from './market';
import type { Quoting } from './numbers';
import { TRADING_TERMS, type TradingTerms } from './tradingTerms';

type ClassName = keyof typeof TRADING_TERMS;

export type Contract = TradingTerms & Quoting & { id: string; symbol: string; title: string; instrument: Instrument };

/** Returns the class of an instrument; null for one that can't be traded, such as bond yields. */
function findContractClass({ id, kind }: Instrument): ClassName | null {
  switch (kind) {
    case 'forex':
      return /AUD|NZD/.test(id) ? 'minor' : 'major';
    case 'commodity':
      return id === 'XAUUSD' ? 'gold' : 'goods';
    case 'stock':
      return 'share';
    case 'bond':
      return null;
    default:
      return kind;
  }
}

function contractFor(instrument: Instrument): Contract[] {
  const { id, symbol, name: title, kind, digits } = instrument;
  const name = findContractClass(instrument);
  if (name === null) return [];
  const dollarBase = kind === 'forex' && id.startsWith('USD');
  return [{ ...TRADING_TERMS[name], id, symbol, title, instrument, scale: 10n ** BigInt(digits), dollarBase }];
}

export const CONTRACTS: readonly Contract[] = INSTRUMENTS.flatMap(contractFor);

const byId = new Map(CONTRACTS.map((contract) => [contract.id, contract]));

export const contractOf = (id: string): Contract | undefined => byId.get(id);

export function requireContract(id: string): Contract {
  const contract = byId.get(id);
  if (!contract) throw new Error(`${id} can't be traded`);
  return contract;
}

/** Returns the hours of an instrument's market. Bonds, which can't be traded here, have those of indices. */
function hoursOf(id: string): Hours | null {
  const contract = contractOf(id);
  return contract ? contract.hours : LONG_HOURS;
}

/** Returns the next opening of a market that is closed at a time; null while it is open. */
export function marketOpensAt(id: string, at: Date): Date | null {
  const hours = hoursOf(id);
  return isOpen(hours, at.getTime()) ? null : new Date(openingAt(hours, at.getTime()).from);
}

/** Returns the instant whose price a market shows: `at` or, while the market is closed, its last open second. */
export const priceInstant = (id: string, at: Date): Date => new Date(lastOpen(hoursOf(id), at.getTime()));

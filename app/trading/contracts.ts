import { FOREX_HOURS, type Hours, LONG_HOURS, SHARE_HOURS } from './hours';
import { INSTRUMENTS, type Instrument } from './market';
import type { Quoting, Ratio } from './numbers';

/** What instruments of one class have in common when they are traded. */
export type Terms = {
  /** What people call the class. */
  name: string;
  /** Between buying and selling, in hundredths of a percent of the price. */
  spread: bigint;
  /** The most that may be held for each dollar of one's own. */
  leverage: bigint;
  /** How far a copy's opening price may lie from its leader's. */
  slippage: Ratio;
  /** When it can be traded; null for always. */
  hours: Hours | null;
};

const MAJORS_SLIPPAGE: Ratio = [5n, 1_000n];
const SLIPPAGE: Ratio = [15n, 1_000n];

/** Leverage is what ESMA set for retail clients; spreads are ours, and never zero. */
export const CLASSES = {
  major: {
    name: 'Pairs of USD, EUR, GBP, JPY, CHF and CAD',
    spread: 1n,
    leverage: 30n,
    slippage: MAJORS_SLIPPAGE,
    hours: FOREX_HOURS,
  },
  minor: { name: 'AUD/USD and NZD/USD', spread: 1n, leverage: 20n, slippage: MAJORS_SLIPPAGE, hours: FOREX_HOURS },
  gold: { name: 'Gold', spread: 2n, leverage: 20n, slippage: SLIPPAGE, hours: LONG_HOURS },
  index: { name: 'Indices', spread: 2n, leverage: 20n, slippage: SLIPPAGE, hours: LONG_HOURS },
  goods: { name: 'Other goods', spread: 4n, leverage: 10n, slippage: SLIPPAGE, hours: LONG_HOURS },
  future: { name: 'Futures', spread: 4n, leverage: 10n, slippage: SLIPPAGE, hours: LONG_HOURS },
  share: { name: 'Shares', spread: 5n, leverage: 5n, slippage: SLIPPAGE, hours: SHARE_HOURS },
  crypto: { name: 'Crypto', spread: 10n, leverage: 2n, slippage: SLIPPAGE, hours: null },
} as const satisfies Record<string, Terms>;

type ClassName = keyof typeof CLASSES;

/** An instrument as it is traded. */
export type Contract = Terms & Quoting & { id: string; symbol: string; title: string; instrument: Instrument };

/** Null for what can't be traded: a bond's yield is no price of anything. */
function classOf({ id, kind }: Instrument): ClassName | null {
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
  const name = classOf(instrument);
  if (name === null) return [];
  const dollarBase = kind === 'forex' && id.startsWith('USD');
  return [{ ...CLASSES[name], id, symbol, title, instrument, scale: 10n ** BigInt(digits), dollarBase }];
}

/** Everything that can be traded. */
export const CONTRACTS: readonly Contract[] = INSTRUMENTS.flatMap(contractFor);

const byId = new Map(CONTRACTS.map((contract) => [contract.id, contract]));

/** The contract of an instrument's id; undefined for what can't be traded. */
export const contractOf = (id: string): Contract | undefined => byId.get(id);

/** For ids that are known to be traded: of positions, and of names in this code. */
export function mustContract(id: string): Contract {
  const contract = byId.get(id);
  if (!contract) throw new Error(`${id} can't be traded`);
  return contract;
}

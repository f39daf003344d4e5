import { writeCoinAmount } from '~/ledger/coinAmount';
import type { ActorKind } from '~/platform/states';
import { capitalise } from '~/platform/text/capitalised';
import { dayText } from '~/platform/text/dayText';
import { methodText } from '~/platform/text/methodText';

/** Text of a detail: `{}` is replaced by its value, a table maps values to texts, null omits it. */
type DetailText = string | Record<string, string> | ((value: string) => string) | null;

const formatDays = (text: string): string => text.replaceAll(/\b\d{4}-\d{2}-\d{2}\b/g, (day) => dayText(new Date(day)));

const coins = (label: string) => (units: string) => `${label}: ${writeCoinAmount(BigInt(units))} of the coin`;

/** Texts of event details, by detail name, or by entity and detail name. IDs and details that the sentence already contains are omitted. */
const DETAIL_TEXTS: Record<string, DetailText> = {
  amount: null,
  received: null,
  journal: null,
  deposit: null,
  proof: null,
  key: null,
  'api key': 'With the API key {}',
  change: null,
  approver: null,
  trader: null,
  replacement: null,
  receipt: null,
  reversed: null,
  'deposit reversed': null,
  'deposit credited': null,
  sha256: null,
  what: '{}',
  alert: 'The alert: {}',
  as: '{}',
  why: '{}',
  asked: '{}',
  code: '{}',
  pair: '{}',
  type: '{}',
  text: '“{}”',
  kind: {
    question: 'A question',
    report: 'A report of a problem',
    complaint: 'A complaint',
    news: 'News',
    maintenance: 'Maintenance',
  },
  audience: {
    all: 'For all visitors',
    investors: 'For signed-in investors',
    staff: 'For administrators',
  },
  tag: 'The tag “{}”',
  rank: 'The rank {}',
  left: 'Recovery codes left: {}',
  was: 'It had been settled as {}',
  'investor told': { yes: 'The investor was told', no: 'The investor was not told' },
  counted: 'Computed from {}',
  bonus: 'The bonus is {}',
  fields: (names) => `Changed: ${names.replace('profilepicture', 'picture').replace('phonenumber', 'phone')}`,
  withdrawals: 'Withdrawals {}',
  waits: 'It waits {}',
  paper: 'The requested one: {}',
  'needs two, since': 'Needs two administrators: {}',
  name: 'For {}',
  email: 'Email address {}',
  role: 'As {}',
  list: 'The list: {}',
  document: {
    proof: 'A proof of payment',
    document: 'An identity document',
    message: 'A picture sent to support',
  },
  filter: (query) => (query === 'none' ? 'Without a filter' : `Filtered by ${query}`),
  file: {
    begun: 'The download began',
    whole: 'The download was completed',
    'broken off': 'The download was interrupted',
  },
  rows: 'Rows: {}',
  method: (code) => `Method: ${methodText(code)}`,
  transaction: 'Transaction {}',
  transactionId: 'Transaction {}',
  reference: 'Payment {}',
  coin: 'In coin: {}',
  'deposit address new': 'The new address is {}',
  new: 'New lines: {}',
  'known before': 'Lines known before: {}',
  matched: 'Lines matched: {}',
  lines: 'Lines: {}',
  breaks: 'Breaks: {}',
  'closing, hundred-millionths': coins('Held at the end of the day'),
  'held, hundred-millionths': coins('Held at the beginning'),
  'first day': (day) => `From ${formatDays(day)} on`,
  begins: 'From {}',
  until: 'Until {}',
  at: 'At {}',
  after: 'After the restore of {}',
  'paid before the restore of': 'Paid before the restore of {}',
  backup: 'The backup {}',
  'made at': 'Made on {}',
  'unknown since': 'Payments since {} may be unknown',
  results: 'Results entered: {}',
  'in the log already': 'In the log already: {}',
  net: 'Together {}',
  picture: 'The picture was {}',
  'on or off': 'Offered: {}',
  before: 'Before {}',
  corrected: 'Credited now: {}',
  to: 'Now {}',
  'instead of': 'In place of {}',
  'said to have everything': (days) => `Said to have everything from ${formatDays(days)}`,
};

export const hasDetailLabel = (name: string): boolean =>
  name === 'from' || name.includes(' ') || DETAIL_TEXTS[name] !== undefined;

type EventWithDetails = { thing: string; actorKind: ActorKind; details: Record<string, string> | null };

/** Returns the notes of an event, a line each: "The tag “early”", "Minimum: $500.00 → $600.00". */
export function describeDetails({ thing, actorKind, details }: EventWithDetails): string[] {
  return Object.entries(details ?? {}).flatMap(([name, value]) => {
    // `from` is an IP address for administrators, and the earlier value for investors.
    if (name === 'from') return actorKind === 'admin' ? `IP address ${value}` : `Before ${value}`;
    const message = DETAIL_TEXTS[`${thing} ${name}`] ?? DETAIL_TEXTS[name];
    if (message === null) return [];
    if (message === undefined) return `${capitalise(name)}: ${value}`;
    if (typeof message === 'function') return message(value);
    return typeof message === 'string' ? message.replace('{}', () => value) : (message[value] ?? value);
  });
}

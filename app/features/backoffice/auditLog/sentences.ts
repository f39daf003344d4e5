import { capitalise } from '~/platform/text/capitalised';
import { dayText } from '~/platform/text/dayText';

/**
 * Sentences by subject and event. `{whose}` and `{whom}` are the user, `{trader}` the trader of a copy, `{amount}` the amount, `{code}`
 * the name of a catalogue entry or a reserve.
 */
const SENTENCES: Record<string, Record<string, string>> = {
  account: {
    'operator-credit': 'credited {amount} to {whom}',
    'operator-debit': 'debited {amount} from {whom}',
    'receivable-written-off': 'wrote off {amount} of what {whom} owes',
    'operator-profit': 'added {amount} of profit for {whom}',
    'practice-money': 'took {amount} of practice money',
    'unlock-pdt': 'unlocked live trading for {whom}',
    'lock-pdt': 'locked live trading for {whom}',
    'end-sign-ins': 'signed {whom} out of all devices',
    close: 'closed {whose} account',
    reopen: 'opened {whose} account again',
    note: 'wrote a note on {whom}',
  },
  webhook: {
    make: 'made a webhook',
    remove: 'removed a webhook',
    test: 'sent a test to a webhook',
    replay: 'had an event sent to a webhook again',
    resume: 'turned a webhook on again',
    disable: 'turned a webhook off that failed for long',
  },
  proposal: { confirm: 'confirmed what an API key had proposed' },
  'API key': { make: 'made an API key', revoke: 'revoked an API key' },
  'account freeze': { freeze: 'froze {whose} account', unfreeze: 'unfroze {whose} account' },
  'withdrawals freeze': { freeze: 'froze {whose} withdrawals', unfreeze: 'unfroze {whose} withdrawals' },
  'copying freeze': { freeze: 'froze copying for {whom}', unfreeze: 'unfroze copying for {whom}' },
  administrator: {
    create: 'made {whom} an administrator',
    'sign-in': 'signed in',
    'change-role': 'changed {whose} role',
    disable: 'disabled {whose} sign-in',
    enable: 'let {whom} log in again',
  },
  announcement: {
    announce: 'announced news',
    plan: 'planned maintenance',
    end: 'ended an announcement',
  },
  copy: {
    start: 'began to copy {trader}',
    pause: 'paused {whose} copy of {trader}',
    resume: 'resumed {whose} copy of {trader}',
    stop: 'stopped {whose} copy of {trader}',
    'begin-stop': 'began to stop {whose} copy of {trader}',
    'finish-stop': 'finished stopping {whose} copy of {trader}',
    return: 'brought {whose} copy of {trader} back, paused',
    'agree-share': 'agreed to the share of {trader}',
    'limit-day-spread': 'limited the day spread of {whose} copy of {trader}',
    'top-up': 'added {amount} to {whose} copy of {trader}',
    reduce: 'took {amount} out of {whose} copy of {trader}',
  },
  deposit: {
    submit: 'sent a deposit of {amount}',
    approve: 'approved {whose} deposit of {amount}',
    reject: 'rejected {whose} deposit of {amount}',
    cancel: 'cancelled {whose} deposit of {amount}',
    prove: 'added a proof to {whose} deposit of {amount}',
    reverse: 'reversed {whose} deposit of {amount}',
    'charge-back': 'recorded that {whose} deposit of {amount} was charged back',
    expire: 'ended {whose} deposit of {amount}, which nobody had decided',
  },
  'deposit address': {
    show: 'saw a deposit address',
    change: 'changed a deposit address',
    told: 'told a depositor about a changed address',
  },
  'deposit method': { add: 'added the deposit method {code}', change: 'changed the deposit method {code}' },
  'email address': {
    'sign-up': 'signed up',
    verify: 'verified {whose} email address',
    disown: 'said that the sign-up was not theirs',
  },
  investment: {
    open: 'bought a plan for {amount}',
    mature: 'paid out {whose} plan of {amount} at its end',
    end: 'ended {whose} plan of {amount} early',
  },
  list: { export: 'downloaded a list as a file' },
  invitation: {
    invite: 'invited an administrator',
    accept: 'accepted an invitation to the staff',
    withdraw: 'withdrew an invitation to the staff',
    expire: 'let an invitation to the staff expire',
  },
  'KYC submission': {
    submit: 'sent identity documents',
    approve: 'approved {whose} identity check',
    reject: 'rejected {whose} identity check',
    'ask-again': 'requested one of {whose} identity documents again',
    expire: 'let {whose} identity check end, as the document expired',
    revoke: 'revoked the approval of {whose} identity check',
  },
  mail: { retry: 'sent a failed mail again' },
  month: { close: 'closed the books of a month' },
  alerts: { test: 'sent a test to the receiver of alerts', 'send-again': 'had an alert posted again' },
  'own trading': {
    order: 'placed an order in live trading',
    close: 'closed a position in live trading',
    cancel: 'cancelled {whose} order in live trading',
    amend: 'changed an order or position in live trading',
    'put-in': 'moved {amount} to live trading',
    'take-out': 'moved {amount} out of live trading',
  },
  password: {
    change: 'changed {whose} password',
    reset: 'reset {whose} password with a mailed link',
    'mail-reset-link': 'had a link mailed to reset {whose} password',
  },
  plan: { add: 'added the {code} plan', change: 'changed the {code} plan' },
  profile: { update: 'changed {whose} profile', 'choose-username': 'chose a username' },
  'rank bonus': {
    reach: 'recorded that {whom} reached a rank, for a bonus of {amount}',
    'begin-again': 'began the wait for {whose} rank bonus of {amount} again',
    unlock: 'made {whose} rank bonus of {amount} claimable',
    lapse: 'let {whose} rank bonus of {amount} lapse',
    claim: 'claimed a rank bonus of {amount}',
    'take-back': 'took {whose} rank bonus of {amount} back',
    leave: 'left {whose} rank bonus of {amount} as it was',
  },
  rate: { change: 'changed the rate “{code}”' },
  'referral bonus': {
    grant: 'granted {whom} a referral bonus',
    decide: 'worked out {whose} referral bonus',
    wait: 'left {whose} referral bonus to wait',
    pay: 'paid {whose} referral bonus',
    reduce: 'paid {whose} referral bonus in part',
    'take-back': 'took {whose} referral bonus back',
    leave: 'left {whose} referral bonus as it was',
  },
  request: {
    ask: 'requested a second administrator’s approval',
    approve: 'approved another administrator’s request',
    reject: 'rejected another administrator’s request',
    withdraw: 'withdrew their request for approval',
  },
  'request to be copied': {
    ask: 'applied to become a trader',
    accept: 'approved {whose} trader application',
    reject: 'rejected {whose} trader application',
    withdraw: 'withdrew {whose} trader application',
  },
  reserve: {
    'reserve-funded': 'put {amount} into the {code} reserve',
    'reserve-taken-back': 'took {amount} out of the {code} reserve',
    'reserve-shifted': 'moved {amount} out of the {code} reserve into another',
    'network-fee': 'booked {amount} as a fee of a network or an exchange, out of the {code} reserve',
  },
  'risk rating': { rate: 'rated the risk of {whom}' },
  restore: {
    restore: 'restored the installation from a backup',
    close: 'closed the installation to move it',
    move: 'opened the installation where it was moved to',
    adopt: 'adopted a restored installation',
    'go-on': 'resume payments after a restore',
  },
  'saved reply': { add: 'added a saved reply', change: 'changed a saved reply', delete: 'deleted a saved reply' },
  'sign-in': { end: 'signed a device out', 'end-all': 'signed all devices out' },
  statement: {
    take: 'read in lines of a statement of {code}',
    match: 'had lines of the statement of {code} matched',
    'map-columns': 'named the columns of the statement of {code}',
    open: 'said where the statements of {code} begin',
  },
  'statement day': {
    sign: 'signed a day of statements: {code}',
    countersign: 'countersigned a day of statements: {code}',
  },
  'statement break': {
    take: 'took a break of {amount} to resolve',
    'take-over': 'took a break of {amount} over',
    'give-back': 'gave a break of {amount} back',
    note: 'noted something about a break of {amount}',
    link: 'matched a break of {amount} with a payment',
    resolve: 'resolved a break of {amount}',
    correct: 'corrected {whose} deposit by a statement',
    credit: 'credited an unidentified receipt of {amount} to {whom}',
    return: 'booked {amount} of an unidentified receipt as sent back',
    'open-again': 'reopened a break of {amount}',
    'undo-match': 'undid the automatic match of a statement line of {amount}',
  },
  'support request': {
    open: 'wrote to support',
    write: 'wrote on to support',
    acknowledge: 'acknowledged {whose} complaint',
    answer: 'answered what {whom} wrote to support',
    add: 'wrote more to {whom} for support',
    complain: 'made {whose} request to support a complaint',
    close: 'closed {whose} request to support',
    reopen: 'opened {whose} request to support again',
  },
  trade: { record: 'recorded a trade', void: 'voided a trade' },
  trader: {
    create: 'made {whom} a trader',
    change: 'changed the trader {whom}',
    pause: 'paused {whom} for new copies',
    reopen: 'opened {whom} for new copies',
    retire: 'retired the trader {whom}',
    return: 'made {whom} a trader again',
    import: 'imported trades of {whom}',
    'complete-log': 'entered all trades of {whom} up to a day',
    'give-key': 'gave {whom} a key for signals',
    'revoke-key': 'took a key for signals from {whom}',
  },
  'two-factor': {
    enable: 'turned two-factor authentication on',
    disable: 'turned {whose} two-factor authentication off',
    reset: 'reset {whose} two-factor authentication',
    'spend-recovery-code': 'used a recovery code',
    'renew-recovery-codes': 'made new recovery codes',
  },
  upload: { open: 'opened {whose} uploaded file' },
  'user tag': { add: 'tagged {whom}', remove: 'took a tag from {whom}' },
  withdrawal: {
    request: 'asked to withdraw {amount}',
    cancel: 'cancelled {whose} withdrawal of {amount}',
    reject: 'rejected {whose} withdrawal of {amount}',
    approve: 'approved {whose} withdrawal of {amount}',
    pay: 'paid {whose} withdrawal of {amount}',
    bounce: 'recorded that {whose} withdrawal of {amount} came back',
    'found-unpaid': 'found {whose} withdrawal of {amount} unpaid after a restore',
  },
  'withdrawal method': { add: 'added the withdrawal method {code}', change: 'changed the withdrawal method {code}' },
};

const ENTITY_LABELS: Readonly<Record<string, string>> = {
  upload: 'uploaded file',
  'KYC submission': 'identity check',
  request: 'request for approval',
  'request to be copied': 'trader application',
};

export const entityLabel = (thing: string): string => ENTITY_LABELS[thing] ?? thing;

const MARKABLE_ENTITIES: Record<string, string> = {
  alert: 'an alert',
  deposit: '{whose} deposit of {amount}',
  withdrawal: '{whose} withdrawal of {amount}',
  'KYC submission': '{whose} identity check',
  'request to be copied': '{whose} trader application',
  'support request': '{whose} request to support',
};

/** Sentences about marks in queues; `{it}` is the waiting entry. */
const MARK_SENTENCES: Record<string, string> = {
  take: 'took {it} to decide',
  'take-over': 'took {it} over from another administrator',
  assign: 'assigned {it} to another administrator',
  'give-back': 'gave {it} back to the queue',
  hold: 'put {it} on hold',
  release: 'took {it} off hold',
  note: 'wrote a note on {it}',
};

function findSentence(thing: string, event: string): string | undefined {
  const it = MARKABLE_ENTITIES[thing];
  return SENTENCES[thing]?.[event] ?? (it === undefined ? undefined : MARK_SENTENCES[event]?.replace('{it}', it));
}

export const hasSentence = (thing: string, event: string): boolean => findSentence(thing, event) !== undefined;

/** Part of a sentence: text, or a name and the text after it. */
export type SentencePart = { text: string } | { name: 'whom' | 'trader'; after: string };

/** Returns the name of an entry or reserve, or the method and day of a signed statement: `USDT TRC20, 18 Nov 2026`. */
function describeCode(code: string): string {
  const [, name = code, day] = /^(.*?)\W(\d{4}-\d{2}-\d{2})$/.exec(code) ?? [];
  const message = name.replace('reserve:', '').replaceAll('-', ' ');
  return day ? `${message}, ${dayText(new Date(day))}` : message;
}

type AuditedEvent = {
  thing: string;
  thingId: string;
  event: string;
  own: boolean;
  amount?: string;
  hasTrader: boolean;
};

/** Splits an event's sentence into parts around its names. An event without a sentence is shown by the names of its entity and event. */
export function buildSentence({ thing, thingId, event, own, amount, hasTrader }: AuditedEvent): SentencePart[] {
  const message = findSentence(thing, event) ?? `${event.replaceAll('-', ' ')}: ${thing}`;
  const withMoney =
    amount === undefined
      ? message.replace(/,? (?:for a bonus )?(?:of |for )?\{amount\}/, '')
      : message.replace('{amount}', amount);
  const withCode = withMoney.replace(
    '{code}',
    thing === 'plan' ? capitalise(describeCode(thingId)) : describeCode(thingId),
  );
  const withTrader = hasTrader ? withCode : withCode.replace('{trader}', 'a trader');
  const named = own ? withTrader.replace('{whose}', 'their').replace('{whom}', 'themselves') : withTrader;
  return named.split(/(\{\w+\})/).flatMap((part): SentencePart[] => {
    if (part === '{whose}') return [{ name: 'whom', after: '’s' }];
    if (part === '{whom}') return [{ name: 'whom', after: '' }];
    if (part === '{trader}') return [{ name: 'trader', after: '' }];
    return part ? [{ text: part }] : [];
  });
}

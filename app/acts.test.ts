import { getTableColumns } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { depositMethod, plan, setting, trader, withdrawalMethod } from '#drizzle/schema';
import { ACTS, APPROVALS } from '~/acts.server';
import { CALLS } from '~/api/calls';
import type { Act, Fields } from '~/features/backoffice/approvals/act';
import { CATALOGUE_KINDS, ENTRY_RIGHTS } from '~/features/backoffice/catalogue/kinds';
import { CATALOGUE_TERMS } from '~/features/backoffice/catalogue/terms';
import { LEADER_REQUESTS } from '~/features/copying/beingCopied/decideRequest.server';
import { createCopyDecisions } from '~/features/copying/copy/lifecycle/stopDebtorsCopy.server';
import { traderMachine } from '~/features/copying/traders/states';
import { TRADER_TERMS } from '~/features/copying/traders/traderActs.server';
import { RESERVE_OPERATIONS } from '~/features/money/books/schema';
import { createInvestmentDecisions } from '~/features/money/plans/endInvestmentEarly.server';
import { DEPOSITS } from '~/features/money/wallet/acts/depositActs.server';
import { WITHDRAWAL_QUEUE } from '~/features/money/wallet/acts/withdrawalActs.server';
import { KYC_QUEUE } from '~/features/people/kyc/kycActs.server';
import { SUPPORT_QUEUE } from '~/features/people/support/answer.server';
import { USER_ACTION_RIGHTS, USER_ACTIONS } from '~/features/people/users/schema';
import { JOURNAL_KINDS, type JournalKind } from '~/ledger/chartOfAccounts';
import type { Handle } from '~/platform/db/index.server';
import { createAdminActor } from '~/platform/states';
import type { Right } from '~/signIns/rights';
import type { Call } from '~/web/guard/call';

/* Checks that every act of an administrator is in the table of acts, or listed here with the reason why one person may do it. */

type ActName = keyof typeof ACTS;

/** Act that covers something, or the reason why no second administrator is needed. */
type Cover = ActName | { one: string };

const one = (why: string): Cover => ({ one: why });

const NO_MONEY = one('it moves no money and changes no term');
const BACK = one('the money stays with, or goes back to, the user who owns it');

const OWN = { one: 'the user does it with their own money' };
const BY_ITSELF = { one: 'it happens by itself, on terms that two agreed to' };
const UNDER_TERMS = { one: 'it follows from a deposit, on terms that two agreed to' };

/** Act behind each kind of journal. A kind that is missing here does not compile. */
const MOVES: Record<JournalKind, Cover> = {
  'reserve-funded': 'reserve-fund',
  'reserve-taken-back': 'reserve-take-back',
  'reserve-shifted': 'reserve-shift',
  'network-fee': 'statement-book',
  'receipt-held': 'statement-book',
  'receipt-returned': 'statement-book',
  'custody-converted': { one: 'no form and no call posts it' },
  deposit: 'deposit-approve',
  'deposit-reversed': 'deposit-reverse',
  'receivable-booked': 'deposit-charge-back',
  'receivable-settled': { one: 'it pays what the user owes the operator, as soon as something is available' },
  'receivable-written-off': 'write-off',
  'practice-money': { one: 'paper mode alone gives it, once to an account, and nothing there is real' },
  'referral-bonus': UNDER_TERMS,
  'referral-bonus-reversed': UNDER_TERMS,
  'rank-bonus': UNDER_TERMS,
  'rank-bonus-reversed': UNDER_TERMS,
  // Users request their own money; an administrator does it for a closed account.
  'withdrawal-requested': 'account-pay-out',
  'withdrawal-cancelled': OWN,
  'withdrawal-rejected': { one: 'the money goes back to the user who requested it' },
  'withdrawal-approved': 'withdrawal-approve',
  'withdrawal-paid': { one: 'two approved it or it is small, and an administrator who approved it never pays it' },
  'withdrawal-bounced': 'withdrawal-bounce',
  'plan-opened': OWN,
  'plan-return-reserved': OWN,
  'plan-accrual': BY_ITSELF,
  'plan-matured': BY_ITSELF,
  'plan-ended': 'plan-end-early',
  'plan-return-released': 'plan-end-early',
  'trading-funded': OWN,
  'trading-taken-out': OWN,
  'copy-started': OWN,
  'copy-topped-up': OWN,
  'copy-reduced': OWN,
  'copy-stopped': OWN,
  'copy-profit': 'record-trade',
  'copy-loss': 'record-trade',
  'copy-profit-reversed': 'void-trade',
  'copy-loss-reversed': 'void-trade',
  'copy-repaid': 'void-trade',
  'copy-returned': 'void-trade',
  'position-profit': BY_ITSELF,
  'position-loss': BY_ITSELF,
  'position-cost': BY_ITSELF,
  'position-paid': BY_ITSELF,
  'leader-share': { one: 'it happens by itself, on terms that two set and the owner of the copy agreed to' },
  'operator-credit': 'credit',
  'operator-profit': 'profit',
  'operator-debit': 'debit',
  correction: { one: 'no form and no call posts it' },
  'stripes-levelled': { one: 'no form and no call posts it' },
};

const DECISIONS: Record<string, Cover> = {
  '/admin/deposits approve': 'deposit-approve',
  '/admin/deposits reject': one('no money had been credited'),
  '/admin/deposits reverse': 'deposit-reverse',
  '/admin/deposits charge-back': 'deposit-charge-back',
  '/admin/withdrawals approve': 'withdrawal-approve',
  '/admin/withdrawals approve-and-pay': one('paper mode alone has it'),
  '/admin/withdrawals reject': BACK,
  '/admin/withdrawals pay': one('an administrator who approved it never pays it'),
  '/admin/withdrawals bounce': 'withdrawal-bounce',
  '/plans end': 'plan-end-early',
  '/copies stop': 'copy-stop',
  '/admin/kyc approve': NO_MONEY,
  '/admin/kyc reject': NO_MONEY,
  '/admin/kyc revoke': NO_MONEY,
  '/admin/kyc ask-again': NO_MONEY,
  ...Object.fromEntries(
    ['acknowledge', 'answer', 'add', 'complain', 'close', 'reopen'].map((name) => [`/admin/support ${name}`, NO_MONEY]),
  ),
  '/admin/leader-requests accept': 'leader-accept',
  '/admin/leader-requests reject': NO_MONEY,
  '/admin/approvals approve': one('it is what the second administrator does'),
  '/admin/approvals reject': NO_MONEY,
  '/admin/approvals withdraw': NO_MONEY,
};

const FORMS: Record<string, Cover> = {
  'user credit': 'credit',
  'user debit': 'debit',
  'user profit': 'profit',
  'user write-off': 'write-off',
  'user close': BACK,
  'user pay-out': 'account-pay-out',
  'user reopen': 'account-reopen',
  'reserve fund': 'reserve-fund',
  'reserve take-back': 'reserve-take-back',
  'reserve shift': 'reserve-shift',
  'plan add': 'plan-add',
  'plan edit': 'plan-change',
  'deposit-method add': 'deposit-method-add',
  'deposit-method edit': 'deposit-method-change',
  'withdrawal-method add': 'withdrawal-method-add',
  'withdrawal-method edit': 'withdrawal-method-change',
  'rate edit': 'rate-change',
  'trader pause': NO_MONEY,
  'trader reopen': NO_MONEY,
  'trader retire': 'trader-retire',
  'trader return': 'leader-accept',
};

const ADMIN_CALLS: Record<string, Cover> = {
  fundwallet: 'credit',
  debitwallet: 'debit',
  upgradeUser: 'profit',
  getWithdrawInfo: 'withdrawal-approve',
  getUsers: NO_MONEY,
  verify: NO_MONEY,
  deleteUser: BACK,
  approveKYC: NO_MONEY,
  rejectKYC: NO_MONEY,
  createTrader: 'trader-create',
  updateTraderLog: 'record-trade',
  deleteTrader: 'trader-retire',
};

const isCovered = (cover: Cover | undefined) =>
  typeof cover === 'string' ? cover in ACTS : (cover?.one.length ?? 0) > 10;
const uncovered = (names: string[], covers: Record<string, Cover>) => names.filter((name) => !isCovered(covers[name]));

type Rights = Right | Record<string, Right>;
type RouteModule = { action?: { guard?: string; intents?: readonly string[]; rights?: Rights } };
const pages = import.meta.glob<RouteModule>('./routes/admin/**/*.{ts,tsx}', { eager: true });

/** Pages of administrators whose forms (queues, steps, kinds) are listed one by one above. */
const LISTED = [
  'admin/approvals',
  'admin/books',
  'admin/catalogue',
  'admin/deposits',
  'admin/kyc',
  'admin/leaderRequests',
  'admin/support',
  'admin/traders',
  'admin/users/user',
  'admin/users/deposits',
  'admin/users/withdrawals',
  'admin/users/documents',
  'admin/users/part',
  'admin/users/list',
  'admin/withdrawals',
];

const OWN_FACTOR = one('it is their own second factor, and takes their own password or code');

const OF_REQUEST = one('it decides a request for a second administrator, by the rules of that page');

/** Remaining forms of administrators' pages, by route and intent. */
const PAGE_FORMS: Record<string, Cover> = {
  'admin/alerts test': NO_MONEY,
  'admin/alerts again': NO_MONEY,
  'admin/alerts take': NO_MONEY,
  'admin/alerts give-back': NO_MONEY,
  'admin/alerts assign': NO_MONEY,
  'admin/alerts note': NO_MONEY,
  'admin/announcements announce': 'announce',
  'admin/announcements maintain': 'maintenance',
  'admin/announcements end': one('what it kept from being changed had its own rules before'),
  'admin/logout': NO_MONEY,
  'admin/months/list': 'close-month',
  'admin/outbox': NO_MONEY,
  'admin/proposal': one('it is an act or a form of this table, with the rules of that one'),
  'admin/reconciliation/break take': NO_MONEY,
  'admin/reconciliation/break assign': NO_MONEY,
  'admin/reconciliation/break give-back': NO_MONEY,
  'admin/reconciliation/break note': NO_MONEY,
  'admin/reconciliation/break link': 'statement-link',
  'admin/reconciliation/break resolve': NO_MONEY,
  'admin/reconciliation/break undo': 'statement-undo',
  'admin/reconciliation/break elsewhere': 'statement-elsewhere',
  'admin/reconciliation/break book': 'statement-book',
  'admin/reconciliation/break correct': 'statement-correct',
  'admin/reconciliation/break credit': 'statement-credit',
  'admin/reconciliation/days sign': NO_MONEY,
  'admin/reconciliation/days countersign': NO_MONEY,
  'admin/reconciliation/import file': NO_MONEY,
  'admin/reconciliation/import columns': NO_MONEY,
  'admin/reconciliation/import take': NO_MONEY,
  'admin/reconciliation/source match': NO_MONEY,
  'admin/reconciliation/source opening': NO_MONEY,
  'admin/restores found-unpaid': one('it stays payable, and two let payments go on, who see it'),
  'admin/restores found-paid': 'restored-paid',
  'admin/restores approve-request': OF_REQUEST,
  'admin/restores reject-request': OF_REQUEST,
  'admin/restores withdraw-request': OF_REQUEST,
  'admin/restores go-on': 'restored-go-on',
  'admin/savedReplies save': NO_MONEY,
  'admin/savedReplies delete': NO_MONEY,
  'admin/webhooks make': NO_MONEY,
  'admin/webhooks test': NO_MONEY,
  'admin/webhooks resume': NO_MONEY,
  'admin/webhooks remove': NO_MONEY,
  'admin/webhooks replay': NO_MONEY,
  'admin/security begin': OWN_FACTOR,
  'admin/security enable': OWN_FACTOR,
  'admin/security renew': OWN_FACTOR,
  'admin/security disable': OWN_FACTOR,
  'admin/security make-key': one('it takes their own password and code, and may do no more than they may'),
  'admin/security revoke-key': one('it ends what could act in their name'),
  'admin/password': one('it takes their own password'),
  'admin/staff/list invite': 'staff-invite',
  'admin/staff/list withdraw': one('it ends what could let a person in'),
  'admin/staff/member role': 'staff-role',
  'admin/staff/member reset-factor': 'staff-reset-factor',
  'admin/staff/member disable': one('it only takes rights away, and must not wait for the person it is about'),
  'admin/staff/member enable': 'staff-enable',
  'admin/signals give-key': 'signal-key',
  'admin/signals revoke-key': one('it ends what could trade'),
  'admin/trades record-trade': 'record-trade',
  'admin/trades import-trades': 'import-trades',
  'admin/trades void-trade': 'void-trade',
  'admin/trades complete-log': 'complete-log',
  'admin/users/freeze freeze': one('nothing leaves a frozen account'),
  'admin/users/freeze unfreeze': 'account-unfreeze',
  'admin/users/risk': 'risk-rate',
};

describe('every way to move money is in the table of acts, or has a reason why one person may do it', () => {
  test('journals, by kind', () => {
    expect(uncovered(Object.keys(JOURNAL_KINDS), MOVES)).toEqual([]);
  });

  test('columns of the catalogue and of traders', () => {
    const tables = {
      plan,
      'deposit-method': depositMethod,
      'withdrawal-method': withdrawalMethod,
      rate: setting,
      trader,
    };
    for (const [name, table] of Object.entries(tables)) {
      const { rules: known } = name === 'trader' ? TRADER_TERMS : CATALOGUE_TERMS[name as keyof typeof CATALOGUE_TERMS];
      const rules = Object.keys(known);
      expect([name, rules.sort()]).toEqual([name, Object.keys(getTableColumns(table)).sort()]);
    }
    expect(Object.keys(CATALOGUE_TERMS).sort()).toEqual([...CATALOGUE_KINDS].sort());
  });

  test('decisions of the queues', () => {
    const ofUsers = [createInvestmentDecisions('/plans'), createCopyDecisions('/copies')];
    const queues = [DEPOSITS, WITHDRAWAL_QUEUE, ...ofUsers, KYC_QUEUE, SUPPORT_QUEUE, LEADER_REQUESTS, APPROVALS];
    const names = queues.flatMap(({ path, decisions }) => Object.keys(decisions).map((name) => `${path} ${name}`));
    expect(uncovered(names, DECISIONS)).toEqual([]);
    expect(Object.keys(DECISIONS).sort()).toEqual(names.sort());
    for (const { path, decisions } of queues) {
      for (const [name, decision] of Object.entries(decisions)) {
        const cover = DECISIONS[`${path} ${name}`];
        if ('alone' in decision) {
          expect([name, typeof cover, decision.alone]).toEqual([name, 'object', expect.stringMatching(/^\w+ .{10,}/)]);
        } else if (!decision.offered) expect([name, cover]).toEqual([name, decision.name]);
      }
    }
  });

  test('forms of administrators', () => {
    const names = [
      ...USER_ACTIONS.map((step) => `user ${step}`),
      ...RESERVE_OPERATIONS.map((step) => `reserve ${step}`),
      ...CATALOGUE_KINDS.flatMap((kind) => (kind === 'rate' ? [`${kind} edit`] : [`${kind} add`, `${kind} edit`])),
      ...Object.keys(traderMachine.events).map((event) => `trader ${event}`),
    ];
    expect(uncovered(names, FORMS)).toEqual([]);
    expect(Object.keys(FORMS).sort()).toEqual(names.sort());
  });

  test('pages of administrators', () => {
    const actions = Object.entries(pages).flatMap(([path, { action }]) => {
      const name = /\/routes\/(.+)\.tsx?$/.exec(path)?.[1] ?? path;
      return action?.guard === 'admin' ? [{ name, intents: action.intents ?? [] }] : [];
    });
    const listed = actions.filter(({ name }) => LISTED.includes(name));
    expect(listed.map(({ name }) => name).sort()).toEqual([...LISTED].sort());
    const names = actions
      .filter(({ name }) => !LISTED.includes(name))
      .flatMap(({ name, intents }) => (intents.length > 0 ? intents.map((intent) => `${name} ${intent}`) : [name]));
    expect(uncovered(names, PAGE_FORMS)).toEqual([]);
    expect(Object.keys(PAGE_FORMS).sort()).toEqual(names.sort());
  });

  test('calls of administrators; those that may wait say so in their contract', () => {
    const calls = Object.values<Call>(CALLS).filter(({ who }) => who === 'administrator');
    const names = calls.map(({ name }) => name);
    expect(uncovered(names, ADMIN_CALLS)).toEqual([]);
    expect(Object.keys(ADMIN_CALLS).sort()).toEqual(names.sort());
    for (const { name, needsApproval: second } of calls) {
      expect([name, second === true]).toEqual([name, typeof ADMIN_CALLS[name] === 'string']);
    }
  });

  test('a page or call that leads to an act requires the right of that act', () => {
    const doors: [string, Cover | undefined, Right | undefined][] = [];
    const queues = [
      DEPOSITS,
      WITHDRAWAL_QUEUE,
      createInvestmentDecisions('/plans'),
      KYC_QUEUE,
      SUPPORT_QUEUE,
      LEADER_REQUESTS,
    ];
    for (const { path, right, decisions } of queues) {
      for (const name of Object.keys(decisions)) doors.push([name, DECISIONS[`${path} ${name}`], right]);
    }
    for (const step of USER_ACTIONS) doors.push([step, FORMS[`user ${step}`], USER_ACTION_RIGHTS[step]]);
    for (const kind of CATALOGUE_KINDS) doors.push([kind, FORMS[`${kind} edit`], ENTRY_RIGHTS[kind]]);
    for (const { name, right } of Object.values<Call>(CALLS)) doors.push([name, ADMIN_CALLS[name], right]);
    for (const [path, { action }] of Object.entries(pages)) {
      const name = /\/routes\/(.+)\.tsx?$/.exec(path)?.[1] ?? path;
      const { rights, intents = [] } = action ?? {};
      for (const intent of intents) {
        const cover = PAGE_FORMS[`${name} ${intent}`];
        doors.push([`${name} ${intent}`, cover, typeof rights === 'string' ? rights : rights?.[intent]]);
      }
    }
    const acts = doors.filter(([, cover]) => typeof cover === 'string');
    expect(acts.length).toBeGreaterThan(25);
    for (const [name, cover, right] of acts) expect([name, right]).toEqual([name, ACTS[cover as ActName].right]);
  });

  test('creating money for a user, or letting it leave, always needs two administrators', () => {
    const kinds = [
      'operator-credit',
      'operator-profit',
      'deposit',
      'withdrawal-approved',
      'reserve-taken-back',
    ] as const;
    for (const kind of kinds) expect([kind, typeof MOVES[kind]]).toEqual([kind, 'string']);
  });
});

describe('each act', () => {
  test('has a name of its own, a right, and a reason why it needs two administrators', () => {
    for (const [name, { right, takesTwo, ...act }] of Object.entries(ACTS)) {
      expect(act.name).toBe(name);
      expect(right).toMatch(/^[a-z]+:(change|decide)$/);
      if (typeof takesTwo === 'string') expect([name, takesTwo]).toEqual([name, expect.stringMatching(/^\w+ \w+/)]);
    }
    expect([ACTS.credit.right, ACTS['withdrawal-approve'].right]).toEqual(['balances:change', 'payments:decide']);
  });

  test('always needs two administrators, except acts that depend on circumstances', () => {
    const looked = Object.values<Act>(ACTS).filter(({ takesTwo }) => typeof takesTwo !== 'string');
    expect(looked.map(({ name }) => name).sort()).toEqual([
      'announce',
      'deposit-approve',
      'deposit-method-change',
      'maintenance',
      'plan-change',
      'risk-rate',
      'statement-link',
      'statement-undo',
      'trader-change',
      'trader-create',
      'trader-retire',
      'withdrawal-approve',
      'withdrawal-method-change',
    ]);
  });

  const nothing = {} as Handle;
  const reasonsOf = ({ takesTwo }: Act, input: Fields) =>
    typeof takesTwo === 'string' ? [takesTwo] : takesTwo.when(nothing, createAdminActor('ada'), input);

  test('of creating a trader needs two administrators if it sets a capital', async () => {
    expect(await reasonsOf(ACTS['trader-create'], {})).toEqual([]);
    expect(await reasonsOf(ACTS['trader-create'], { capital: 1n })).toHaveLength(1);
  });

  test('needs two administrators where investors would act on it, and one where only the staff reads it or for a plain stop', async () => {
    for (const audience of ['all', 'investors']) {
      expect(await reasonsOf(ACTS.announce, { audience })).toHaveLength(1);
    }
    expect(await reasonsOf(ACTS.announce, { audience: 'staff' })).toEqual([]);
    expect(await reasonsOf(ACTS.maintenance, { text: 'A new disk' })).toHaveLength(1);
    expect(await reasonsOf(ACTS.maintenance, { text: '' })).toEqual([]);
  });
});

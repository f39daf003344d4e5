import { getTableColumns } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { depositMethod, plan, setting, trader, withdrawalMethod } from '#drizzle/schema';
import { CALLS } from '~/api/calls';
import { APPROVALS } from '~/features/approvals/approvals.server';
import { TERMS } from '~/features/approvals/columnRules';
import { OPERATIONS } from '~/features/approvals/operations.server';
import { ACT_RIGHTS, type Cover, MOVES, POLICY } from '~/features/approvals/policy';
import { RESERVE_STEPS } from '~/features/books/schema';
import { ENTRY_RIGHTS, KINDS } from '~/features/catalogue/kinds';
import { traderMachine } from '~/features/traders/states';
import { STEP_RIGHTS, USER_STEPS } from '~/features/users/schema';
import { JOURNAL_KINDS } from '~/ledger/chartOfAccounts';
import { KYC } from '~/routes/admin/kyc.form.server';
import { LEADER_REQUESTS } from '~/routes/admin/leaderRequests.form.server';
import { DEPOSITS, investmentDecisions, WITHDRAWALS } from '~/routes/admin/moneyQueues.form.server';
import type { Right } from '~/signIns/rights';
import type { Call } from '~/web/guard/call';
import { sourcesOf } from './sources';

/*
 * Everything an administrator can do is an act of the policy, or stands here with the reason why one person may. The lists
 * come from the code, so what is new fails until it is in one or the other.
 */

const one = (why: string): Cover => ({ one: why });

const NO_MONEY = one('it moves no money and changes no term');
const BACK = one('the money stays with, or goes back to, the user who owns it');

const DECISIONS: Record<string, Cover> = {
  '/admin/deposits approve': 'deposit-approve',
  '/admin/deposits reject': one('no money had been credited'),
  '/admin/deposits reverse': 'deposit-reverse',
  '/admin/withdrawals approve': 'withdrawal-approve',
  '/admin/withdrawals approve-and-pay': one('paper mode alone has it'),
  '/admin/withdrawals reject': BACK,
  '/admin/withdrawals pay': one('an administrator who approved it never pays it'),
  '/admin/withdrawals bounce': 'withdrawal-bounce',
  '/plans end': 'plan-end-early',
  '/admin/kyc approve': NO_MONEY,
  '/admin/kyc reject': NO_MONEY,
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
  createTrader: 'trader-create',
  updateTraderLog: 'record-trade',
  deleteTrader: 'trader-retire',
};

const isCovered = (cover: Cover | undefined) =>
  typeof cover === 'string' ? cover in POLICY : (cover?.one.length ?? 0) > 10;
const uncovered = (names: string[], covers: Record<string, Cover>) => names.filter((name) => !isCovered(covers[name]));

type Rights = Right | Record<string, Right>;
type RouteModule = { action?: { guard?: string; intents?: readonly string[]; rights?: Rights } };
const pages = import.meta.glob<RouteModule>('../../app/routes/admin/**/*.{ts,tsx}', { eager: true });

/** Pages of administrators whose forms are queues, steps or kinds that the lists above have one by one. */
const LISTED = [
  'admin/approvals',
  'admin/books',
  'admin/catalogue',
  'admin/deposits',
  'admin/kyc',
  'admin/leaderRequests',
  'admin/traders',
  'admin/users/user',
  'admin/users/part',
  'admin/users/list',
  'admin/withdrawals',
];

const OWN_FACTOR = one('it is their own second factor, and takes their own password or code');

/** The other forms of administrators' pages, by the route and what the form asks for. */
const PAGE_FORMS: Record<string, Cover> = {
  'admin/announcements announce': 'announce',
  'admin/announcements maintain': 'maintenance',
  'admin/announcements end': one('what it kept from being changed had its own rules before'),
  'admin/logout': NO_MONEY,
  'admin/outbox': NO_MONEY,
  'admin/security begin': OWN_FACTOR,
  'admin/security enable': OWN_FACTOR,
  'admin/security renew': OWN_FACTOR,
  'admin/security disable': OWN_FACTOR,
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
};

describe('every way to money has a line of the policy, or a reason why one person may', () => {
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
      const rules = Object.keys(TERMS[name as keyof typeof TERMS]);
      expect([name, rules.sort()]).toEqual([name, Object.keys(getTableColumns(table)).sort()]);
    }
    expect(Object.keys(TERMS)).toEqual(expect.arrayContaining([...KINDS]));
  });

  test('decisions of the queues', () => {
    const queues = [DEPOSITS, WITHDRAWALS, investmentDecisions('/plans'), KYC, LEADER_REQUESTS, APPROVALS];
    const names = queues.flatMap(({ path, decisions }) => Object.keys(decisions).map((name) => `${path} ${name}`));
    expect(uncovered(names, DECISIONS)).toEqual([]);
    expect(Object.keys(DECISIONS).sort()).toEqual(names.sort());
  });

  test('forms of the administrator', () => {
    const names = [
      ...USER_STEPS.map((step) => `user ${step}`),
      ...RESERVE_STEPS.map((step) => `reserve ${step}`),
      ...KINDS.flatMap((kind) => (kind === 'rate' ? [`${kind} edit`] : [`${kind} add`, `${kind} edit`])),
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

  test('calls of administrators, and those that may wait say so in their contract', () => {
    const calls = Object.values<Call>(CALLS).filter(({ who }) => who === 'administrator');
    const names = calls.map(({ name }) => name);
    expect(uncovered(names, ADMIN_CALLS)).toEqual([]);
    expect(Object.keys(ADMIN_CALLS).sort()).toEqual(names.sort());
    for (const { name, second } of calls) {
      expect([name, second === true]).toEqual([name, typeof ADMIN_CALLS[name] === 'string']);
    }
  });

  test('what leads to an act takes the right that the act takes', () => {
    const doors: [string, Cover | undefined, Right | undefined][] = [];
    const queues = [DEPOSITS, WITHDRAWALS, investmentDecisions('/plans'), KYC, LEADER_REQUESTS];
    for (const { path, right, decisions } of queues) {
      for (const name of Object.keys(decisions)) doors.push([name, DECISIONS[`${path} ${name}`], right]);
    }
    for (const step of USER_STEPS) doors.push([step, FORMS[`user ${step}`], STEP_RIGHTS[step]]);
    for (const kind of KINDS) doors.push([kind, FORMS[`${kind} edit`], ENTRY_RIGHTS[kind]]);
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
    for (const [name, cover, right] of acts)
      expect([name, right]).toEqual([name, ACT_RIGHTS[cover as keyof typeof ACT_RIGHTS]]);
  });

  test('only calls act at once: every page goes by way of the effect that it shows', () => {
    const calling = sourcesOf('app').filter(({ text }) => /\bperform(<[^>]*>)?\(/.test(text));
    const isCall = (path: string) => path.startsWith('app/api/');
    expect(calling.map(({ path }) => path).filter((path) => !isCall(path))).toEqual([]);
    expect(calling.length).toBeGreaterThan(0);
  });

  test('each act has its operation, and no operation is outside the policy', () => {
    expect(Object.keys(OPERATIONS).sort()).toEqual(Object.keys(POLICY).sort());
  });
});

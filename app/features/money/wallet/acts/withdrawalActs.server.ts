import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { withdrawal } from '#drizzle/schema';
import {
  type ActQueue,
  act,
  decisionSchema,
  defineSoloAct,
  type ListedEntry,
  reasonSchema,
} from '~/features/backoffice';
import { hasHighRiskRating } from '~/features/people';
import type { JournalKind } from '~/ledger/chartOfAccounts';
import { formatUsd } from '~/ledger/money';
import { readReceivable } from '~/ledger/reading/refuseNotCovered.server';
import { sumMovements } from '~/ledger/reading/sums.server';
import { after, DAY, systemNow } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { isPaper } from '~/platform/env';
import { done, type Result, refuse } from '~/platform/result';
import { formatActor } from '~/platform/states';
import { type CsvRow, readCsvTable } from '~/platform/text/csvTable';
import { methodText } from '~/platform/text/methodText';
import { requireUser } from '~/signIns/userById.server';
import { formatCoinAmount } from '../coinAmountText';
import { getRealReference } from '../referenceKey';
import { withdrawalMachine } from '../states';
import {
  approveAndPayWithdrawal,
  approveWithdrawal,
  bounceWithdrawal,
  payWithdrawal,
  rejectWithdrawal,
} from '../withdrawals/decideWithdrawal.server';
import { isNewAddress } from '../withdrawals/waiting.server';
import { formatCoinInput, referenceSchema } from './decisionSchema';
import { computeSumsWith, loadLimits } from './limits.server';
import { findWithdrawalReasons, NEW_MONEY_MS, OWN_DEPOSITS_DAYS } from './reasonsForTwo';

const MAX_PAYMENTS = 200;

/** Columns of a list of payments; without a header the list must have this order. */
const PAYMENT_COLUMNS = ['id', 'reference', 'coin_paid'] as const;

const findColumns = (cells: readonly string[]): string[] => cells.map((cell) => cell.trim().toLowerCase());

const isHeader = ({ cells }: CsvRow): boolean => {
  const columns = findColumns(cells);
  return columns.includes('id') && columns.includes('reference');
};

const isId = (text: string): boolean => z.uuid().safeParse(text).success;

/** Parses a list of payments made: the exported list filled in, or lines of withdrawal ID, transaction ID and coin amount. */
async function readPaymentList(text: string): Promise<Result<ListedEntry[]>> {
  const table = await readCsvTable(text, {
    maxRows: MAX_PAYMENTS,
    what: 'payments',
    findHeader: (rows) => rows.findIndex(isHeader),
  });
  const wrong = (message: string) => refuse('list', message, 'list');
  if (!table.ok) return wrong(table.line === null ? `${table.message}.` : `Line ${table.line}: ${table.message}.`);
  const header = { cells: table.header, line: table.line };
  const hasHeader = isHeader(header);
  const columns: string[] = hasHeader ? findColumns(table.header) : [...PAYMENT_COLUMNS];
  const entries: ListedEntry[] = [];
  for (const { cells, line } of hasHeader ? table.body : [header, ...table.body]) {
    const cell = (name: string) => cells[columns.indexOf(name)]?.trim() ?? '';
    const [id, reference, coin] = PAYMENT_COLUMNS.map(cell) as [string, string, string];
    if (reference === '' || cell('status') === 'paid') continue;
    if (!isId(id)) return wrong(`Line ${line}: “${id}” is not the ID of a withdrawal.`);
    if (entries.some((entry) => entry.id === id)) return wrong(`Line ${line}: this withdrawal is listed twice.`);
    const label = `${coin} by transaction ${reference}`.trim();
    entries.push({ id, fields: { reference, ...(coin !== '' && { coin }) }, label });
  }
  return entries.length > 0 ? done(entries) : wrong('There are no transaction IDs in the column reference.');
}

/** Kinds of journals that bring money to a user from outside their own plans and copies. */
const ARRIVAL_KINDS: JournalKind[] = [
  'deposit',
  'operator-credit',
  'operator-profit',
  'referral-bonus',
  'rank-bonus',
  'withdrawal-bounced',
  'leader-share',
];

export const WITHDRAWAL_ACTS = {
  'withdrawal-approve': act({
    name: 'withdrawal-approve',
    right: 'payments:decide',
    event: 'approve',
    // With a payment reference, the act also pays the withdrawal, which one administrator may do only in paper mode.
    schema: referenceSchema.partial({ reference: true }),
    sent: formatCoinInput,
    run: (tx, by, { id, reference, coin }) =>
      reference && isPaper() ? approveAndPayWithdrawal(tx, by, id, reference, coin) : approveWithdrawal(tx, by, id),
    title: async (tx, { id, reference }) => {
      const found = await loadWithdrawal(tx, id);
      if (!found) return `Approve the withdrawal ${id}`;
      return `Approve ${reference && isPaper() ? 'and pay ' : ''}a withdrawal of ${await requireUser(tx, found.userId)}: ${formatUsd(found.amount)}`;
    },
    details: async (tx, { id, coin }) => {
      const found = await loadWithdrawal(tx, id);
      if (!found) return [];
      const sent = formatCoinAmount(found.method, coin ?? null);
      const { method, wallet, amount, fee } = found;
      return [
        { name: 'To', to: wallet },
        { name: 'By', to: methodText(method) },
        { name: 'Requested', to: formatUsd(amount) },
        { name: 'To be paid', to: formatUsd(amount - fee) },
        ...(sent ? [{ name: 'Amount sent in coin', to: sent }] : []),
        { name: 'Address', to: (await isNewAddress(tx, found)) ? 'new to this user' : 'paid at before' },
      ];
    },
    takesTwo: {
      when: async (tx, by, { id }) => {
        const found = await loadWithdrawal(tx, id);
        // The use case refuses an unknown withdrawal.
        if (!found) return [];
        const { userId, amount } = found;
        const arrived = await sumMovements(tx, {
          kinds: ARRIVAL_KINDS,
          since: after(systemNow(), -NEW_MONEY_MS),
          userId,
        });
        const sinceOwn = after(systemNow(), -OWN_DEPOSITS_DAYS * DAY);
        const own = await sumMovements(tx, { kinds: ['deposit'], since: sinceOwn, userId, aloneBy: formatActor(by) });
        const sums = await computeSumsWith(tx, by, { kind: 'withdrawal-approved', userId, amount });
        const newAddress = await isNewAddress(tx, found);
        const highRisk = await hasHighRiskRating(tx, userId);
        const facts = { amount, newAddress, newMoney: arrived > 0n, ownDeposit: own > 0n, highRisk, sums };
        return findWithdrawalReasons(facts, await loadLimits(tx));
      },
    },
    toast: ({ reference }) => (reference ? 'Withdrawal approved and paid' : 'Withdrawal approved'),
  }),
  'withdrawal-bounce': act({
    name: 'withdrawal-bounce',
    right: 'payments:decide',
    event: 'bounce',
    schema: reasonSchema,
    run: (tx, by, { id, reason }) => bounceWithdrawal(tx, by, id, reason),
    title: async (tx, { id }) => {
      const found = await loadWithdrawal(tx, id);
      return `Return the payment of a withdrawal to ${found ? await requireUser(tx, found.userId) : id}`;
    },
    details: async (tx, { id }) => {
      const found = await loadWithdrawal(tx, id);
      return found
        ? [
            {
              name: 'Payment reference',
              to: found.paidAt ? (getRealReference(found.reference) ?? 'none was given') : 'not paid',
            },
          ]
        : [];
    },
    takesTwo: 'it credits a user',
    toast: () => 'Payment returned to the user',
  }),
};

const APPROVE_WITHDRAWAL_ACT = WITHDRAWAL_ACTS['withdrawal-approve'];

export const WITHDRAWAL_QUEUE: ActQueue = {
  path: '/admin/withdrawals',
  right: 'payments:decide',
  machine: withdrawalMachine,
  table: withdrawal,
  decisions: {
    approve: act({ ...APPROVE_WITHDRAWAL_ACT, schema: decisionSchema }),
    // In paper mode only: in live mode one administrator approves and another one pays.
    'approve-and-pay': act({ ...APPROVE_WITHDRAWAL_ACT, schema: referenceSchema, offered: isPaper }),
    reject: defineSoloAct({
      event: 'reject',
      schema: reasonSchema,
      run: (tx, by, { id, reason }) => rejectWithdrawal(tx, by, id, reason),
      toast: () => 'Withdrawal rejected',
      alone: 'the money goes back to the user who requested it',
    }),
    pay: defineSoloAct({
      event: 'pay',
      schema: referenceSchema,
      run: (tx, by, { id, reference, coin }) => payWithdrawal(tx, by, id, reference, coin),
      toast: () => 'Withdrawal paid',
      alone: 'an administrator who approved it never pays it',
      confirmed: true,
    }),
    bounce: WITHDRAWAL_ACTS['withdrawal-bounce'],
  },
  about: async (tx, id) => {
    const found = await loadWithdrawal(tx, id);
    if (!found) return null;
    const { userId, amount, status } = found;
    const waits = status === 'requested' || status === 'approved';
    const owed = waits ? await readReceivable(tx, userId) : 0n;
    return {
      title: `${await requireUser(tx, userId)}, ${formatUsd(amount)}${owed > 0n ? `, who owes ${formatUsd(owed)}` : ''}`,
      userId,
      waits,
      called: `your withdrawal of ${formatUsd(amount)}`,
      page: `/withdrawlogs/${id}`,
    };
  },
  several: ['approve', 'reject'],
  list: { decision: 'pay', read: readPaymentList },
  reasons: [
    'The wallet belongs to another account',
    'Please send your identity documents first',
    'The address belongs to another network',
    'You asked us not to pay it',
  ],
};

async function loadWithdrawal(tx: Handle, id: string) {
  const [found] = await verified(tx, withdrawal, eq(withdrawal.id, id));
  return found ?? null;
}

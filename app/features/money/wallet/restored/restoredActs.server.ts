import { eq } from 'drizzle-orm';
import { withdrawal } from '#drizzle/schema';
import { type ActQueue, act, decisionSchema, defineSoloAct } from '~/features/backoffice';
import { formatUsd } from '~/ledger/money';
import { verified } from '~/platform/db/verified.server';
import { findUnresolvedRestoreIn } from '~/platform/installation/restored.server';
import { utcText } from '~/platform/text/dayText';
import { requireUser } from '~/signIns/userById.server';
import { formatCoinInput, referenceSchema } from '../acts/decisionSchema';
import { withdrawalMachine } from '../states';
import { endPaymentsWait, recordFoundPaid, recordFoundUnpaid } from './goThrough.server';
import { findUnpaidRows } from './toGoThrough.server';

export const RESTORED_ACTS = {
  'restored-paid': act({
    name: 'restored-paid',
    right: 'payments:decide',
    event: 'pay',
    schema: referenceSchema,
    sent: formatCoinInput,
    run: (tx, by, { id, reference, coin }) => recordFoundPaid(tx, by, id, reference, coin),
    title: async (tx, { id }) => {
      const [found] = await verified(tx, withdrawal, eq(withdrawal.id, id));
      if (!found) return `Record that the withdrawal ${id} was paid before the restore`;
      const { userId, amount, fee } = found;
      return `Record that a withdrawal of ${await requireUser(tx, userId)} was paid before the restore: ${formatUsd(amount - fee)}`;
    },
    details: async (tx, { id, reference }) => {
      const [found] = await verified(tx, withdrawal, eq(withdrawal.id, id));
      return [{ name: 'Payment reference', to: reference }, ...(found ? [{ name: 'To', to: found.wallet }] : [])];
    },
    takesTwo: 'it takes money off the books that nobody here has let out',
    toast: () => 'Recorded as paid',
  }),
  'restored-go-on': act({
    name: 'restored-go-on',
    right: 'restores:decide',
    schema: decisionSchema,
    run: (tx, by, { id }) => endPaymentsWait(tx, by, id),
    title: async () => 'Resume payments after the restore',
    details: async (tx) => {
      const restore = await findUnresolvedRestoreIn(tx);
      if (!restore) return [];
      const rows = await findUnpaidRows(tx, restore);
      const named = await Promise.all(
        rows.map(async ({ id, userId, amount, fee, wallet }) => ({
          name: `Not paid: withdrawal ${id}`,
          to: `${formatUsd(amount - fee)} of ${await requireUser(tx, userId)} to ${wallet}`,
        })),
      );
      return [
        { name: 'Backup', to: restore.from },
        { name: 'Gone through', to: `${utcText(restore.since)} to ${utcText(restore.at)}` },
        { name: 'Payable again', to: formatUsd(rows.reduce((sum, { amount, fee }) => sum + amount - fee, 0n)) },
        ...named,
      ];
    },
    takesTwo: 'it lets money leave that may have left before',
    toast: () => 'Payments resumed',
  }),
};

export const RESTORED_PAYMENT_QUEUE: ActQueue = {
  path: '/admin/restores',
  right: 'payments:decide',
  machine: withdrawalMachine,
  decisions: {
    'found-unpaid': defineSoloAct({
      schema: decisionSchema,
      run: (tx, by, { id }) => recordFoundUnpaid(tx, by, id),
      toast: () => 'Recorded as not paid',
      alone: 'it stays as it is, and two let payments go on, who see it',
    }),
    'found-paid': RESTORED_ACTS['restored-paid'],
  },
};

import { data } from '@remix-run/node';
import type { z } from 'zod';
import type { Handle } from '~/platform/db/index.server';
import { onceForm } from '~/platform/form/submission.server';
import { newKey } from '~/platform/idempotency.server';
import type { Result } from '~/platform/result';
import { type Actor, byAdmin, type Machine } from '~/platform/states';
import { approveDeposit, rejectDeposit, reverseDeposit } from './decideDeposit.server';
import {
  approveAndPayWithdrawal,
  approveWithdrawal,
  bounceWithdrawal,
  payWithdrawal,
  rejectWithdrawal,
} from './decideWithdrawal.server';
import { type QueueView, queueAddress } from './queue';
import { approveSchema, reasonSchema, receivedSchema, referenceSchema } from './schema';
import { depositMachine, withdrawalMachine } from './states';

/** An administrator's queue: its address, the states of what is in it, and what can be decided. */
type Queue = { path: string; machine: Machine<string, string>; decisions: Record<string, Decision> };

/** A small form of a row: the event it causes, and how. */
type Decision = {
  /** The event of the state table that has to be possible. */
  event: string;
  send: (
    form: FormData,
    sent: { operation: string; administratorId: string; back: string },
  ) => ReturnType<typeof onceForm>;
};

type Deciding<S extends z.ZodType> = {
  schema: S;
  run: (tx: Handle, by: Actor, value: z.output<S>) => Promise<Result<{ journalId?: string }>>;
  says: string;
};

const decision = <S extends z.ZodType>(event: string, { schema, run, says }: Deciding<S>): Decision => ({
  event,
  send: (form, { operation, administratorId, back }) =>
    onceForm(form, {
      scope: administratorId,
      operation,
      schema,
      run: (tx, value) => run(tx, byAdmin(administratorId), value),
      next: () => ({ to: back, toast: { tone: 'success', text: says } }),
    }),
});

export const DEPOSITS: Queue = {
  path: '/admin/deposits',
  machine: depositMachine,
  decisions: {
    approve: decision('approve', {
      schema: receivedSchema,
      run: (tx, by, { id, received }) => approveDeposit(tx, by, id, received),
      says: 'Deposit approved and credited',
    }),
    reject: decision('reject', {
      schema: reasonSchema,
      run: (tx, by, { id, reason }) => rejectDeposit(tx, by, id, reason),
      says: 'Deposit rejected',
    }),
    reverse: decision('reverse', {
      schema: reasonSchema,
      run: (tx, by, { id, reason }) => reverseDeposit(tx, by, id, reason),
      says: 'Deposit reversed',
    }),
  },
};

export const WITHDRAWALS: Queue = {
  path: '/admin/withdrawals',
  machine: withdrawalMachine,
  decisions: {
    approve: decision('approve', {
      schema: approveSchema,
      run: (tx, by, { id }) => approveWithdrawal(tx, by, id),
      says: 'Withdrawal approved',
    }),
    'approve-and-pay': decision('approve', {
      schema: referenceSchema,
      run: (tx, by, { id, reference }) => approveAndPayWithdrawal(tx, by, id, reference),
      says: 'Withdrawal approved and paid',
    }),
    reject: decision('reject', {
      schema: reasonSchema,
      run: (tx, by, { id, reason }) => rejectWithdrawal(tx, by, id, reason),
      says: 'Withdrawal rejected',
    }),
    pay: decision('pay', {
      schema: referenceSchema,
      run: (tx, by, { id, reference }) => payWithdrawal(tx, by, id, reference),
      says: 'Withdrawal paid',
    }),
    bounce: decision('bounce', {
      schema: reasonSchema,
      run: (tx, by, { id, reason }) => bounceWithdrawal(tx, by, id, reason),
      says: 'Withdrawal came back to the user',
    }),
  },
};

const operationOf = ({ path }: Queue, name: string): string => `${path} ${name}`;

/** What can be decided about something in this state, each with a key of its own: every row has forms of its own. */
export function decisionKeys(queue: Queue, status: string, administratorId: string): Record<string, string> {
  const possible = Object.entries(queue.decisions).filter(([, { event }]) =>
    queue.machine.events[event]?.from.includes(status),
  );
  return Object.fromEntries(possible.map(([name]) => [name, newKey(administratorId, operationOf(queue, name))]));
}

/** Does what a row's form asks, once, and leads back to the same view of the queue. */
export async function decide(queue: Queue, form: FormData, administratorId: string, view: QueueView) {
  const name = String(form.get('_decision') ?? '');
  const chosen = Object.hasOwn(queue.decisions, name) ? queue.decisions[name] : undefined;
  if (!chosen) throw data('There is no such decision.', { status: 400 });
  const back = queueAddress(queue.path, view);
  return await chosen.send(form, { operation: operationOf(queue, name), administratorId, back });
}

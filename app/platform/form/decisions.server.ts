import { data } from '@remix-run/node';
import type { z } from 'zod';
import type { Handle } from '../db/index.server';
import { newKey } from '../idempotency.server';
import type { Result } from '../result';
import { type Actor, byAdmin, type Machine } from '../states';
import { intentOf } from './intent.server';
import { type QueueView, queueAddress } from './queue';
import { type Confirm, onceForm } from './submission.server';

/** An administrator's queue: its address, the states of what is in it, and what can be decided. */
export type Queue = { path: string; machine: Machine<string, string>; decisions: Record<string, Decision> };

/** A small form of a row: the event it causes, and how. */
type Decision = {
  /** The event of the state table that has to be possible. */
  event: string;
  /** Whether this installation has it; without it every one does. */
  offered?: () => boolean;
  send: (
    form: FormData,
    sent: { operation: string; administratorId: string; back: string; confirm?: Confirm },
  ) => ReturnType<typeof onceForm>;
};

type Deciding<S extends z.ZodType> = {
  schema: S;
  /** @param shown the digest of the preview that the form brings back, where it `previews` */
  run: (
    tx: Handle,
    by: Actor,
    value: z.output<S>,
    shown: string | null,
  ) => Promise<Result<{ journalId?: string; said?: string }>>;
  /** What the administrator is told then, unless `run` says it in other words. */
  says: string;
  /** It moves money or vouches for somebody: whoever decides it shows their second factor. */
  confirmed?: boolean;
  /** What it would do is shown first. */
  previews?: boolean;
  offered?: () => boolean;
};

/** What a row's form does: the event of the state table, the form, and the use-case that causes it. */
export const decision = <S extends z.ZodType>(
  event: string,
  { schema, run, says, confirmed, previews, offered }: Deciding<S>,
): Decision => ({
  event,
  offered,
  send: (form, { operation, administratorId, back, confirm }) => {
    if (confirmed && !confirm) throw new Error(`${operation} needs a way to confirm it`);
    return onceForm(form, {
      scope: administratorId,
      operation,
      schema,
      confirm: confirmed ? confirm : undefined,
      previews,
      run: (tx, value, shown) => run(tx, byAdmin(administratorId), value, shown),
      refusesAgain: true,
      next: ({ said }) => ({ to: back, toast: { tone: 'success', text: said ?? says } }),
    });
  },
});

/** What the forms of a queue's rows can ask for. */
export const intentsOf = ({ decisions }: Queue): string[] => Object.keys(decisions);

const operationOf = ({ path }: Queue, name: string): string => `${path} ${name}`;

/** What can be decided about something in this state, each with a key of its own: every row has forms of its own. */
export function decisionKeys(queue: Queue, status: string, administratorId: string): Record<string, string> {
  const possible = Object.entries(queue.decisions).filter(
    ([, { event, offered }]) => queue.machine.events[event]?.from.includes(status) && offered?.() !== false,
  );
  return Object.fromEntries(possible.map(([name]) => [name, newKey(administratorId, operationOf(queue, name))]));
}

/**
 * Does what a row's form asks, once, and leads back to the same view of the queue. `confirm` is for decisions that want
 * it.
 */
export async function decide(
  queue: Queue,
  form: FormData,
  administratorId: string,
  view: QueueView,
  confirm?: Confirm,
) {
  const name = intentOf(form, intentsOf(queue));
  const chosen = queue.decisions[name] as Decision;
  if (chosen.offered?.() === false) throw data('There is no such decision here.', { status: 400 });
  const back = queueAddress(queue.path, view);
  return await chosen.send(form, { operation: operationOf(queue, name), administratorId, back, confirm });
}

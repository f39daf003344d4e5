import { intentsOf, possibleDecisions, type Queue } from '~/features/approvals/act';
import { performShown } from '~/features/approvals/perform.server';
import { type QueueView, queueAddress, queueView } from '~/features/reviewQueue/view';
import { confirming } from '~/features/twofactor/confirmFresh.server';
import { byAdmin } from '~/platform/states';
import { may } from '~/signIns/rights';
import type { Administrator } from '~/signIns/session.server';
import { type Confirm, onceForm } from '~/web/form/submission.server';
import { admin } from '~/web/guard/index.server';
import { intentOf } from '~/web/guard/postedForm.server';
import { newKey } from '~/web/idempotency.server';
import { data } from '~/web/responses.server';

const operationOf = ({ path }: Queue, name: string): string => `${path} ${name}`;

/** Who decides, as far as keys and rights go. */
type Decider = Pick<Administrator, 'id' | 'role'>;

/** A key for the form of each of some decisions: every row has forms of its own. None for a role that decides nothing there. */
export const keysFor = (queue: Queue, names: readonly string[], decider: Decider): Record<string, string> =>
  Object.fromEntries(
    may(decider, queue.right) ? names.map((name) => [name, newKey(decider.id, operationOf(queue, name))]) : [],
  );

/** What can be decided about something in this state, each with a key. */
export const decisionKeys = (queue: Queue, status: string, decider: Decider): Record<string, string> =>
  keysFor(queue, possibleDecisions(queue, status), decider);

/**
 * Does what a row's form asks, once, and leads back to the same view of the queue.
 * @param confirm asks for the second factor, for the decisions that need it
 */
export async function decide(
  queue: Queue,
  form: FormData,
  administratorId: string,
  view: QueueView,
  confirm?: Confirm,
) {
  const name = intentOf(form, intentsOf(queue));
  const act = queue.decisions[name];
  if (!act || act.offered?.() === false) throw data('There is no such decision here.', { status: 400 });
  const operation = operationOf(queue, name);
  const previews = !('alone' in act);
  const confirmed = previews || act.confirmed;
  if (confirmed && !confirm) throw new Error(`${operation} needs a way to confirm it`);
  return await onceForm(form, {
    scope: administratorId,
    operation,
    schema: act.schema,
    confirm: confirmed ? confirm : undefined,
    previews,
    run: (tx, value, shown) => performShown(tx, byAdmin(administratorId), act, value, shown),
    refusesAgain: true,
    next: ({ said }) => ({ to: queueAddress(queue.path, view), toast: { tone: 'success', text: said } }),
  });
}

/** The action of a queue's page: what a row's form asks, in the view that it was sent from. */
export const queueAction = (queue: Queue) =>
  admin.action(
    queue.right,
    async ({ form, ...context }) =>
      decide(queue, form, context.administrator.id, queueView(context.url.searchParams), confirming(context)),
    intentsOf(queue),
  );

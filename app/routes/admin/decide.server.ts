import { z } from 'zod';
import { ACTS, APPROVALS } from '~/acts.server';
import {
  type ActQueue,
  type Fields,
  listDecisionIntents,
  listPossibleDecisions,
} from '~/features/backoffice/approvals/act';
import { listDecisionsOn } from '~/features/backoffice/approvals/approvals.server';
import { performIfShown } from '~/features/backoffice/approvals/perform.server';
import { performSeveral, type SeveralOutcome } from '~/features/backoffice/approvals/performSeveral.server';
import type { EntryRequest } from '~/features/backoffice/approvals/waitingApprovals.server';
import { listFreezes } from '~/features/backoffice/auditLog/freezes.server';
import { withNames } from '~/features/backoffice/auditLog/logs.server';
import type { Colleague } from '~/features/backoffice/reviewQueue/components/MarkForms';
import type { ShownDecision } from '~/features/backoffice/reviewQueue/components/openItemContext';
import { getOwnerLocks } from '~/features/backoffice/reviewQueue/decisionLocks.server';
import {
  isAwaitingDecision,
  listPossibleMarks,
  loadStaffNames,
  type MarkedRow,
  withMarks,
} from '~/features/backoffice/reviewQueue/marked.server';
import { createMarkActs, createMarkActsOfSeveral } from '~/features/backoffice/reviewQueue/marks.server';
import type { QueueChoices } from '~/features/backoffice/reviewQueue/queueQuery.server';
import { PASTED_LIST_INTENT, TICKED_ENTRIES_INTENT } from '~/features/backoffice/reviewQueue/several';
import {
  buildQueueAddress,
  parseQueueView,
  type QueueRow,
  type QueueView,
} from '~/features/backoffice/reviewQueue/view';
import { createConfirm } from '~/features/people/twofactor/confirmAdministrator.server';
import { now } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { findTimeline } from '~/platform/events/index.server';
import { line } from '~/platform/fields/line';
import { ROWS_ON_A_PAGE } from '~/platform/pageSizes';
import { done } from '~/platform/result';
import { createAdminActor } from '~/platform/states';
import { hasRight, type Right } from '~/signIns/rights';
import type { Administrator } from '~/signIns/session.server';
import { findStaffWith } from '~/signIns/staff.server';
import { findUser } from '~/signIns/userById.server';
import { type Confirm, runFormOnce } from '~/web/form/submission.server';
import { admin } from '~/web/guard/index.server';
import { intentOf } from '~/web/guard/postedForm.server';
import { findStoredAnswer, issueKey } from '~/web/idempotency.server';
import { data, redirect } from '~/web/responses.server';

const listMarks = (queue: ActQueue) => (queue.about ? createMarkActs(queue) : {});

/** Returns the decisions on requests for a second administrator; none for a queue whose decisions never need one. */
const listRequestDecisions = ({ decisions }: ActQueue) =>
  Object.values(decisions).some((decision) => 'takesTwo' in decision) ? REQUEST_DECISIONS : {};

const requestDecisionName = (name: string): string => `${name}-request`;

const REQUEST_DECISIONS: ActQueue['decisions'] = Object.fromEntries(
  Object.entries(APPROVALS.decisions).map(([name, decision]) => [requestDecisionName(name), decision]),
);

const operationOf = ({ path }: ActQueue, name: string): string => `${path} ${name}`;

const listIntents = (queue: ActQueue): string[] => [
  ...listDecisionIntents(queue),
  ...Object.keys(listMarks(queue)),
  ...Object.keys(listRequestDecisions(queue)),
];

type Decider = Pick<Administrator, 'id' | 'role'>;

/** Returns a form key for each of these decisions on a row, by name of the decision; empty if the role may not decide. */
export const createDecisionKeys = (
  queue: ActQueue,
  names: readonly string[],
  decider: Decider,
): Record<string, string> =>
  Object.fromEntries(
    hasRight(decider, queue.right) ? names.map((name) => [name, issueKey(decider.id, operationOf(queue, name))]) : [],
  );

export const createPossibleKeys = (queue: ActQueue, status: string, decider: Decider): Record<string, string> =>
  createDecisionKeys(queue, listPossibleDecisions(queue, status), decider);

type Decision = ActQueue['decisions'][string];

const isEffectShown = (act: Decision): boolean => !('alone' in act) || act.shows !== undefined;

const isCodeRequired = (act: Decision): boolean => !('alone' in act) || act.confirmed === true;

export async function decide(
  queue: ActQueue,
  form: FormData,
  administratorId: string,
  view: QueueView,
  confirm?: Confirm,
) {
  const name = intentOf(form, listIntents(queue));
  const request = listRequestDecisions(queue)[name];
  const act = queue.decisions[name] ?? listMarks(queue)[name] ?? request;
  // A request may affect more than its entry, so it runs exclusively.
  const table = request ? undefined : queue.table;
  if (!act || act.offered?.() === false) throw data('There is no such decision here.', { status: 400 });
  const operation = operationOf(queue, name);
  const confirmed = isCodeRequired(act);
  if (confirmed && !confirm) throw new Error(`${operation} needs a way to confirm it`);
  return await runFormOnce(form, {
    scope: administratorId,
    operation,
    schema: act.schema,
    confirm: confirmed ? confirm : undefined,
    hasPreview: isEffectShown(act),
    run: async (tx, value, shown) => {
      const about = act === queue.decisions[name] ? await queue.about?.(tx, String(value.id)) : null;
      const ran = await performIfShown(tx, createAdminActor(administratorId), act, value, shown);
      return ran.ok && about ? done({ ...ran.value, toast: `${ran.value.toast}: ${about.title}` }) : ran;
    },
    locks: table && ((value) => getOwnerLocks(table, [String(value.id)])),
    refusesRepetition: true,
    next: ({ toast }) => ({ to: buildQueueAddress(queue.path, view), toast: { tone: 'success', text: toast } }),
  });
}

const batchDecisionNames = (queue: ActQueue): string[] => [
  ...(queue.several ?? []),
  ...(queue.about ? ['take', 'assign', 'hold'] : []),
];

/** Returns the other administrators with a right, as possible assignees. */
export const listColleagues = async (right: Right, administrator: Pick<Administrator, 'id'>): Promise<Colleague[]> =>
  (await findStaffWith(read(), right)).flatMap(({ id, name }) =>
    id === administrator.id ? [] : [{ value: id, label: name }],
  );

/** Returns the choices for deciding several entries at once, with one choice `assign` per colleague. */
const listBatchChoices = (queue: ActQueue, colleagues: Colleague[]): Colleague[] =>
  batchDecisionNames(queue).flatMap((name) => {
    if (name === 'assign')
      return colleagues.map(({ value, label }) => ({ value: `assign ${value}`, label: `assign to ${label}` }));
    return [{ value: name, label: { take: 'assign to me', hold: 'hold (the investor is not told)' }[name] ?? name }];
  });

const parseBatchChoice = (chosen: unknown): { decision: string; to?: string } => {
  const [decision = '', to] = String(chosen ?? '').split(' ');
  return { decision, ...(to && { to }) };
};

const batchSchema = z
  .object({
    decision: z.string({ error: 'Choose a decision' }),
    ids: z.array(z.uuid('There is no such entry.')).min(1, 'Select at least one entry').max(ROWS_ON_A_PAGE),
    reason: line(300).optional(),
  })
  .transform(({ decision: chosen, ids, reason }) => {
    const { decision, ...fields } = parseBatchChoice(chosen);
    return {
      decision,
      entries: [...new Set(ids)].map((id) => ({ id, fields: { ...fields, ...(reason && { reason }) } })),
    };
  });

/** Largest length of a pasted list, enough for about 200 rows of an exported file. */
const MAX_LIST_CHARACTERS = 200_000;

const createListSchema = ({ decision, read: readList }: NonNullable<ActQueue['list']>) =>
  z
    .object({ list: z.string({ error: 'Paste the list' }).max(MAX_LIST_CHARACTERS, 'This list is too long.') })
    .transform(async ({ list }, context) => {
      const entries = await readList(list);
      if (entries.ok) return { decision, entries: entries.value };
      context.addIssue({ code: 'custom', path: ['list'], message: entries.error.message });
      return z.NEVER;
    });

export const createBatchKey = (queue: ActQueue, administratorId: string, intent = TICKED_ENTRIES_INTENT): string =>
  issueKey(administratorId, operationOf(queue, intent));

/** Decides the selected entries of a queue or, for the intent `PASTED_LIST_INTENT`, those of a pasted list. */
export async function decideBatch(
  queue: ActQueue,
  form: FormData,
  administratorId: string,
  view: QueueView,
  confirm: Confirm,
  intent: string = TICKED_ENTRIES_INTENT,
) {
  const { table, list } = queue;
  const isList = list !== undefined && intent === PASTED_LIST_INTENT;
  const decisions = { ...queue.decisions, ...(queue.about ? createMarkActsOfSeveral(queue) : {}) };
  const decision = decisions[isList ? list.decision : parseBatchChoice(form.get('decision')).decision];
  return await runFormOnce(form, {
    scope: administratorId,
    operation: operationOf(queue, isList ? PASTED_LIST_INTENT : TICKED_ENTRIES_INTENT),
    schema: isList ? createListSchema(list) : batchSchema,
    confirm: decision && isCodeRequired(decision) ? confirm : undefined,
    hasPreview: true,
    run: (tx, input, shown) =>
      performSeveral(
        tx,
        createAdminActor(administratorId),
        { ...queue, decisions, several: batchDecisionNames(queue) },
        input,
        shown,
      ),
    locks:
      table &&
      (({ entries }) =>
        getOwnerLocks(
          table,
          entries.map(({ id }) => id),
        )),
    refusesRepetition: true,
    next: ({ results }) => {
      const done = results.filter(({ ok }) => ok).length;
      const address = buildQueueAddress(queue.path, { ...view, item: undefined });
      const key = encodeURIComponent(String(form.get('_key')));
      return {
        to: `${address}${address.includes('?') ? '&' : '?'}done=${key}`,
        toast: { tone: 'success', text: `${done} of ${results.length} decided` },
      };
    },
  });
}

export const createQueueAction = (all: ActQueue, pathOf: (params: Params) => string = () => all.path) =>
  admin.action(
    all.right,
    async ({ form, intent, ...context }) => {
      const queue = { ...all, path: pathOf(context.params) };
      const { id } = context.administrator;
      const view = parseQueueView(context.url.searchParams);
      const confirm = createConfirm(context);
      if (intent === TICKED_ENTRIES_INTENT || intent === PASTED_LIST_INTENT)
        return await decideBatch(queue, form, id, view, confirm, intent);
      return await decide(queue, form, id, view, confirm);
    },
    [...listIntents(all), TICKED_ENTRIES_INTENT, ...(all.list ? [PASTED_LIST_INTENT] : [])],
  );

type Params = Readonly<Record<string, string | undefined>>;

export type QueueReads<Row extends object, More extends object = object> = {
  find: (view: QueueView, only?: string) => Promise<{ rows: Row[]; total: number; cents?: bigint }>;
  row: (found: Row) => QueueRow;
  /**
   * Returns additional data of the open entry. `keys` are those of the decisions that its state permits, unless the result replaces them.
   */
  more?: (found: Row, keys: Record<string, string>) => Promise<More>;
};

/** Returns the data of the open entry: its row with its assignee, its history, and the keys of its decisions; `listed` is its row of a list. */
export async function loadOpenEntry<
  Row extends object,
  More extends { keys?: Record<string, string>; fields?: Fields } = object,
>(
  queue: ActQueue,
  { row, more }: Pick<QueueReads<Row, More>, 'row' | 'more'>,
  found: Row,
  administrator: Decider,
  { confirm, listed, colleagues }: { confirm?: Confirm; listed?: MarkedRow<QueueRow>; colleagues?: Colleague[] } = {},
) {
  const line = listed ?? (await withMarks([row(found)], queue))[0];
  if (!line) return null;
  const opened = isAwaitingDecision(queue, line.status) ? line : { ...line, mark: undefined };
  const { request } = opened;
  const { held, takenBy } = opened.mark ?? {};
  // An entry on hold must be released first, and an entry that is assigned to another administrator must be reassigned.
  const isFree = !held && (!takenBy || takenBy.id === administrator.id);
  const possible = listPossibleDecisions(queue, opened.status).filter((name) => !isRequested(queue, name, request));
  const keys = isFree ? createDecisionKeys(queue, possible, administrator) : {};
  const owner = await findUser(read(), opened.owner.id);
  // A queue without `more` adds nothing, so its `More` is empty.
  const extras = (await more?.(found, keys)) as More;
  return {
    row: opened,
    requestKeys: createRequestKeys(queue, request, administrator),
    freezes: owner && hasRight(administrator, 'users:read') ? await listFreezes(read(), owner) : [],
    ...found,
    keys,
    colleagues: colleagues ?? (await listColleagues(queue.right, administrator)),
    marks: createDecisionKeys(queue, listPossibleMarks(opened, queue, administrator.id), administrator),
    history: await withNames(await findTimeline(read(), queue.machine.thing, opened.id)),
    ...extras,
    shown: await previewApproval(queue, administrator, {
      id: opened.id,
      fields: extras?.fields,
      keys: extras?.keys ?? keys,
      confirm,
    }),
  };
}

/** Previews the approval of the open entry like its form's first post; null if it needs more input or is refused. */
async function previewApproval(
  queue: ActQueue,
  administrator: Decider,
  { id, fields, keys, confirm }: { id: string; fields?: Fields; keys: Record<string, string>; confirm?: Confirm },
): Promise<ShownDecision | null> {
  const decision = ['approve', 'accept'].find((name) => keys[name]);
  const act = queue.decisions[decision ?? ''];
  if (!decision || !confirm || !act || !isEffectShown(act)) return null;
  const input = await act.schema.safeParseAsync({ id, ...fields });
  if (!input.success) return null;
  const locks = queue.table && (await getOwnerLocks(queue.table, [id]));
  // A refusal (such as a preview) rolls back. If the database is read-only, the page is shown without a preview.
  const by = createAdminActor(administrator.id);
  const refused = await write((tx) => performIfShown(tx, by, act, input.data, null), locks).catch(() => null);
  const preview = !refused || refused.ok ? undefined : refused.error.preview;
  return preview ? { decision, preview, confirm: isCodeRequired(act) && !(await confirm('')).ok } : null;
}

/** Returns form keys for the decisions that this administrator can make about the request of an entry. */
export const createRequestKeys = (queue: ActQueue, request: EntryRequest | undefined, decider: Decider) =>
  request ? createDecisionKeys(queue, listDecisionsOn(ACTS, request, decider).map(requestDecisionName), decider) : {};

export function isRequested({ decisions }: ActQueue, name: string, request: EntryRequest | undefined): boolean {
  const decision = decisions[name];
  return request !== undefined && decision !== undefined && 'name' in decision && decision.name === request.operation;
}

/**
 * Creates the loader of a queue's page: the filtered list, and the entry in the URL (by default the first) with the
 * form keys of its decisions.
 */
export const createQueueLoader = <
  Row extends object,
  More extends { keys?: Record<string, string>; fields?: Fields } = object,
>(
  queue: ActQueue,
  right: Right,
  {
    choices,
    offered,
    ...reads
  }: QueueReads<Row, More> & {
    choices: () => Promise<QueueChoices>;
    /** Returns whether decisions about several entries are possible now. */
    offered?: () => Promise<boolean>;
  },
) =>
  admin.loader(right, async (context) => {
    const { administrator, url } = context;
    const { find, row } = reads;
    const view = parseQueueView(url.searchParams);
    const filterChoices = await choices();
    if (filterChoices.decided.includes(view.status ?? '') && view.show !== 'all')
      throw redirect(buildQueueAddress(queue.path, { ...view, show: 'all' }));
    const { rows, total, cents } = await find(view);
    const named = view.item && rows.every((each) => row(each).id !== view.item);
    const open = named
      ? (await find(view, view.item)).rows[0]
      : (rows.find((each) => row(each).id === view.item) ?? rows[0]);
    const openId = open && row(open).id;
    const done = url.searchParams.get('done');
    const listed = await withMarks(rows.map(row), queue);
    const staff = await loadStaffNames();
    // Administrators without a role are from before roles existed, and count as superadmins.
    const colleagues = staff.flatMap(({ value, label, role }) =>
      value !== administrator.id && hasRight({ role: role ?? 'superadmin' }, queue.right) ? [{ value, label }] : [],
    );
    return {
      view,
      total,
      cents,
      at: now(),
      choices: filterChoices,
      rows: listed,
      me: administrator.id,
      staff: staff.map(({ value, label }) => ({ value, label })),
      several:
        batchDecisionNames(queue).length > 0 && hasRight(administrator, queue.right) && (await (offered?.() ?? true))
          ? {
              formKey: createBatchKey(queue, administrator.id),
              decisions: listBatchChoices(queue, colleagues),
              reasons: [...(queue.reasons ?? [])],
            }
          : null,
      listKey:
        queue.list && hasRight(administrator, queue.right)
          ? createBatchKey(queue, administrator.id, PASTED_LIST_INTENT)
          : null,
      reasons: [...(queue.reasons ?? [])],
      results: done
        ? ((await findStoredAnswer<{ results: SeveralOutcome[] }>(administrator.id, done))?.results ?? null)
        : null,
      open: open
        ? await loadOpenEntry(queue, reads, open, administrator, {
            confirm: createConfirm(context),
            listed: listed.find(({ id }) => id === openId),
            colleagues,
          })
        : null,
    };
  });

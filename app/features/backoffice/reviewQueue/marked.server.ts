import { asc, inArray, isNull } from 'drizzle-orm';
import { administrator } from '#drizzle/schema';
import { type ActQueue, listPossibleDecisions } from '~/features/backoffice/approvals/act';
import { type EntryRequest, findRequestsAbout } from '~/features/backoffice/approvals/waitingApprovals.server';
import { read } from '~/platform/db/index.server';
import { findMarks } from './held.server';
import type { QueueMark, QueueRow } from './view';

export type MarkedRow<R> = R & { mark?: QueueMark; request?: EntryRequest };

export async function withMarks<R extends { id: string }>(
  rows: R[],
  queue: Pick<ActQueue, 'decisions'> = { decisions: {} },
): Promise<MarkedRow<R>[]> {
  const ids = rows.map(({ id }) => id);
  const [marks, requests] = await Promise.all([findMarks(ids), findRequestsAbout(queue, ids)]);
  const names = [...marks.values()].flatMap(({ takenBy, heldBy }) => [takenBy, heldBy]).filter((id) => id !== null);
  const people = names.length
    ? await read()
        .select({ id: administrator.id, name: administrator.name })
        .from(administrator)
        .where(inArray(administrator.id, names))
    : [];
  const nameOf = (id: string | null) => people.find((each) => each.id === id)?.name ?? 'Another administrator';
  return rows.map((row) => {
    const request = requests.get(row.id);
    const mark = marks.get(row.id);
    if (!mark) return { ...row, request };
    const { takenBy, takenAt, heldBy, heldAt, heldReason, heldTold } = mark;
    return {
      ...row,
      request,
      mark: {
        takenBy: takenBy && takenAt ? { id: takenBy, name: nameOf(takenBy), at: takenAt } : null,
        held: heldAt
          ? { by: nameOf(heldBy), at: heldAt, reason: heldReason ?? '', isInvestorNotified: heldTold }
          : null,
      },
    };
  });
}

/** Decisions that complete a waiting entry. Other decisions revert or add something. */
const AWAITED_DECISIONS = ['approve', 'accept', 'reject', 'pay', 'answer'];

/** Returns whether an entry still waits for a decision or payment; otherwise it can't be assigned or held. */
export const isAwaitingDecision = (queue: ActQueue, status: string): boolean =>
  listPossibleDecisions(queue, status).some((name) => AWAITED_DECISIONS.includes(name));

export function listPossibleMarks({ status, mark }: QueueRow, queue: ActQueue, me: string): string[] {
  if (!queue.about) return [];
  if (!isAwaitingDecision(queue, status)) return ['note'];
  return [mark?.takenBy?.id === me ? 'give-back' : 'take', 'assign', mark?.held ? 'release' : 'hold', 'note'];
}

export const loadStaffNames = async () =>
  await read()
    .select({ value: administrator.id, label: administrator.name, role: administrator.role })
    .from(administrator)
    .where(isNull(administrator.disabledAt))
    .orderBy(asc(administrator.name));

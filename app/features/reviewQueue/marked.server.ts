import { asc, inArray, isNull } from 'drizzle-orm';
import { administrator } from '#drizzle/schema';
import { possibleDecisions, type Queue } from '~/features/approvals';
import { read } from '~/platform/db/index.server';
import { marksOf } from './held.server';
import type { QueueMark, QueueRow } from './view';

/** Lines of a queue with who has taken each, and what is held. */
export async function withMarks<R extends { id: string }>(rows: R[]): Promise<(R & { mark?: QueueMark })[]> {
  const marks = await marksOf(rows.map(({ id }) => id));
  const ids = [...marks.values()].flatMap(({ takenBy, heldBy }) => [takenBy, heldBy]).filter((id) => id !== null);
  const people = ids.length
    ? await read()
        .select({ id: administrator.id, name: administrator.name })
        .from(administrator)
        .where(inArray(administrator.id, ids))
    : [];
  const nameOf = (id: string | null) => people.find((each) => each.id === id)?.name ?? 'Another administrator';
  return rows.map((row) => {
    const mark = marks.get(row.id);
    if (!mark) return row;
    const { takenBy, takenAt, heldBy, heldAt, heldReason, heldTold } = mark;
    return {
      ...row,
      mark: {
        takenBy: takenBy && takenAt ? { id: takenBy, name: nameOf(takenBy), at: takenAt } : null,
        held: heldAt ? { by: nameOf(heldBy), at: heldAt, reason: heldReason ?? '', told: heldTold } : null,
      },
    };
  });
}

/** Decisions for which a thing waits in a queue, as opposed to those that only undo or add something. */
const AWAITED = ['approve', 'accept', 'reject', 'pay', 'answer'];

/** Says whether a thing in this state still waits for a decision or a payment. Only then can it be taken or held. */
export const awaits = (queue: Queue, status: string): boolean =>
  possibleDecisions(queue, status).some((name) => AWAITED.includes(name));

/** The names of the forms by which this administrator can mark an entry now. */
export function marksPossible({ status, mark }: QueueRow, queue: Queue, me: string): string[] {
  if (!queue.about) return [];
  if (!awaits(queue, status)) return ['note'];
  return [mark?.takenBy?.id === me ? 'give-back' : 'take', mark?.held ? 'release' : 'hold', 'note'];
}

/** Every administrator who can log in, by name: those who may have taken something. */
export const staffNames = async () =>
  await read()
    .select({ value: administrator.id, label: administrator.name })
    .from(administrator)
    .where(isNull(administrator.disabledAt))
    .orderBy(asc(administrator.name));

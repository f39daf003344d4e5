import { attempt, type Handle, rehearse } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { newId } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import type { AdminActor } from '~/platform/states';
import { capitalise } from '~/platform/text/capitalised';
import type { Act, ActQueue, Fields, ListedEntry, SoloAct } from './act';
import { canonicalEffect } from './effect';
import { computeEffectDigest, listMovedMoney } from './effectOf.server';
import { findReasonsForTwo, perform, performAlone } from './perform.server';

type SelectedEntry = { id: string; title: string; input: Result<Fields>; label?: string };

export type SeveralOutcome = { id: string; title: string; ok: boolean; message: string };

/**
 * Decides several entries of a queue in one transaction, each by its own act. Refused entries stay in the queue. The
 * first post shows a preview.
 */
export async function performSeveral(
  tx: Handle,
  by: AdminActor,
  queue: ActQueue,
  { decision, entries }: { decision: string; entries: readonly ListedEntry[] },
  shown: string | null,
): Promise<Result<{ journalId?: undefined; results: SeveralOutcome[] }>> {
  const act = queue.decisions[decision];
  if (!act || ![...(queue.several ?? []), queue.list?.decision].includes(decision)) {
    return refuse('no-decision', 'There is no such decision here.', 'decision');
  }
  const ones: SelectedEntry[] = [];
  for (const entry of entries) ones.push(await selectEntry(tx, queue, act, entry));
  const needed = ones.find(({ input }) => !input.ok && input.error.field === 'reason');
  if (needed && !needed.input.ok) return { ok: false, error: needed.input.error };
  const lines = await rehearseLines(tx, by, act, ones);
  const title = `${capitalise(decision)} ${ones.length === 1 ? '1 entry' : `${ones.length} entries`}`;
  // Names are not unique, so the digest includes the IDs of entries and assignees.
  const assignee = ({ input }: SelectedEntry) => (input.ok && input.value.to ? ` ${input.value.to}` : '');
  const chosen = ones.map((entry) => ({ name: entry.id, to: `${decision}${assignee(entry)}` }));
  const digest = computeEffectDigest(canonicalEffect({ title, lines: [...lines, ...chosen] }));
  if (shown !== digest) {
    const preview = { title, lines, digest, changed: shown !== null, needsReason: false, why: [] };
    return { ok: false, error: { code: 'preview', message: 'Nothing has been done yet.', preview } };
  }
  const results: SeveralOutcome[] = [];
  for (const { id, title: name, input } of ones) {
    const ran = input.ok ? await attempt(tx, () => performOne(tx, by, act, input.value)) : input;
    results.push({ id, title: name, ok: ran.ok, message: ran.ok ? ran.value.toast : ran.error.message });
  }
  return done({ results });
}

const performOne = (tx: Handle, by: AdminActor, act: Act | SoloAct, input: Fields) =>
  'alone' in act ? performAlone(tx, by, act, input) : perform(tx, by, act, input);

async function selectEntry(
  tx: Handle,
  queue: ActQueue,
  act: Act | SoloAct,
  { id, fields, label }: ListedEntry,
): Promise<SelectedEntry> {
  const about = await queue.about?.(tx, id);
  if (!about) return { id, title: id, input: refuse('not-found', 'There is no such entry.') };
  const read = await act.schema.safeParseAsync({ id, ...fields, ...about.fields });
  if (read.success) {
    const isWanting = !fields.reason && 'wantsReason' in act && (await act.wantsReason?.(tx, read.data));
    return { id, title: about.title, input: isWanting ? REFUSE_MISSING_REASON : done(read.data), label };
  }
  const [wrong] = read.error.issues;
  const field = wrong?.path[0] === 'reason' ? 'reason' : undefined;
  return { id, title: about.title, input: refuse('invalid', wrong?.message ?? 'It cannot be decided.', field) };
}

const REFUSE_MISSING_REASON = refuse('no-reason', 'Decide this one separately: it needs a reason.');

/** Returns the lines of all effects, and rolls the acts back. */
const rehearseLines = (tx: Handle, by: AdminActor, act: Act | SoloAct, ones: SelectedEntry[]) =>
  rehearse(tx, async () => {
    const mark = newId();
    const lines = [];
    const shows = 'alone' in act ? act.shows : act;
    for (const { title, input, label } of ones) {
      // Reads the details before the act, as the decision of a single entry does.
      const details = input.ok ? ((await shows?.details?.(tx, input.value)) ?? []) : [];
      const known = details.map(({ name, to }) => `${name}: ${to}`);
      lines.push({
        name: label ? `${title}, ${label}` : title,
        to: [await describeEffectOf(tx, by, act, input), ...known].join('; '),
      });
    }
    return [...lines, ...(await listMovedMoney(tx, mark))];
  });

async function describeEffectOf(
  tx: Handle,
  by: AdminActor,
  act: Act | SoloAct,
  input: Result<Fields>,
): Promise<string> {
  if (!input.ok) return `stays as it is: ${input.error.message}`;
  const why = isPaper() || 'alone' in act ? [] : await findReasonsForTwo(tx, by, act, input.value);
  const ran = await (why.length > 0 ? rehearse : attempt)(tx, () => act.run(tx, by, input.value));
  if (!ran.ok) return `stays as it is: ${ran.error.message}`;
  return why.length > 0 ? `waits for a second administrator: ${why.join('; ')}` : act.toast(input.value);
}

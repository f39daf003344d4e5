import { approval } from '#drizzle/schema';
import { formatPlainUsd } from '~/ledger/money';
import { now } from '~/platform/clock';
import { attempt, type Handle, rehearse } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import type { AdminActor } from '~/platform/states';
import { refuseWithoutRight } from '~/signIns/staff.server';
import type { Act, ActOutcome, Acts, EffectDescription, Fields, SoloAct } from './act';
import { mailApprovalRequested } from './approvalMail.server';
import { canonicalEffect, describeEffect, type Effect } from './effect';
import { computeEffectDigest, runWithEffect } from './effectOf.server';
import { approvalMachine } from './states';
import { refuseDuplicateRequest } from './waitingApprovals.server';

/** Outcome of an act. `pending` is the ID of a request; the act has then not been performed. */
export type Performed = ActOutcome & { pending?: string; toast: string };

/** Performs an act of a call. If it needs two administrators in live mode, stores a request with its effect instead. */
export const perform = <I extends Fields>(tx: Handle, by: AdminActor, act: Act<I>, input: I) =>
  performRecorded(tx, by, act, input, null);

/** Performs an act if its current effect is the one that was `shown` (digest); otherwise refuses with a preview. */
export const performIfShown = <I extends Fields>(
  tx: Handle,
  by: AdminActor,
  act: Act<I> | SoloAct<I>,
  input: I,
  shown: string | null,
) => {
  if (!('alone' in act)) return performRecorded(tx, by, act, input, { shown });
  return act.shows
    ? performAloneShown(tx, by, { ...act, ...act.shows }, input, shown)
    : performAlone(tx, by, act, input);
};

async function performAloneShown<I extends Fields>(
  tx: Handle,
  by: AdminActor,
  act: SoloAct<I> & EffectDescription<I>,
  input: I,
  shown: string | null,
): Promise<Result<Performed>> {
  const showing = { shown, why: [], title: await act.title(tx, input), needsReason: false, reason: null };
  const acted = await attempt(tx, async () => {
    const tried = await runWithEffect(tx, by, act, input);
    return tried.ok ? (refuseUnlessShown(tried.value.effect, showing) ?? tried) : tried;
  });
  return acted.ok ? done({ ...acted.value.ran, toast: act.toast(input) }) : acted;
}

export async function performAlone<I extends Fields>(
  tx: Handle,
  by: AdminActor,
  act: Act<I> | SoloAct<I>,
  input: I,
): Promise<Result<Performed>> {
  const ran = await act.run(tx, by, input);
  return ran.ok ? done({ ...ran.value, toast: act.toast(input) }) : ran;
}

async function performRecorded<I extends Fields>(
  tx: Handle,
  by: AdminActor,
  act: Act<I>,
  input: I,
  page: { shown: string | null } | null,
): Promise<Result<Performed>> {
  const without = await refuseWithoutRight(tx, by.id, act.right);
  if (without) return without;
  const datedAt = (at: Date) => act.dated?.(input, at) ?? input;
  const requestedAt = now();
  const dated = datedAt(requestedAt);
  const why = isPaper() ? [] : await findReasonsForTwo(tx, by, act, dated);
  const isAlone = why.length === 0;
  if (isAlone && !page) return await performAlone(tx, by, act, input);
  const requested = { operation: act.name, input: toFormFields(act, dated), requestedBy: by.id, requestedAt };
  // These facts are read before the act, since the act may change them.
  const showing = page && {
    ...page,
    why,
    // The title is derived from the raw input, since "now" would differ between two posts.
    title: await act.title(tx, input),
    needsReason: (await act.wantsReason?.(tx, input)) ?? false,
    reason: textOf(input.reason),
  };
  // An act that needs one administrator is committed, unless its effect differs from the one shown.
  const acted = await (isAlone ? attempt : rehearse)(tx, async () => {
    const tried = await runWithEffect(tx, by, act, dated);
    if (!tried.ok) return tried;
    const alike = isAlone
      ? null
      : await refuseDuplicateRequest(tx, { ...requested, ofEntry: act.event !== undefined }, (at) =>
          toFormFields(act, datedAt(at)),
        );
    if (alike) return alike;
    return (showing && refuseUnlessShown(tried.value.effect, showing)) ?? tried;
  });
  if (!acted.ok) return acted;
  const { ran, effect } = acted.value;
  if (isAlone) return done({ ...ran, toast: act.toast(input) });

  const id = newId();
  const [reason, userId] = [textOf(dated.reason), textOf(dated.userId)];
  const [status] = approvalMachine.initial;
  await tx.insert(approval).values({ id, ...requested, effect: canonicalEffect(effect), userId, status });
  const happened = { thing: approvalMachine.thing, thingId: id, event: 'ask', to: status, by, userId, reason };
  const message = describeEffect(effect);
  await record(tx, { ...happened, details: { asked: effect.title, 'needs two, since': why.join('; '), ...message } });
  await mailApprovalRequested(tx, { id, effect, why, reason, requestedBy: by.id, right: act.right });
  return done({ pending: id, toast: `This waits for a second administrator: ${effect.title} (${why.join('; ')})` });
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Returns the reasons for a second administrator in live mode; empty if one is enough. */
export const findReasonsForTwo = async <I extends Fields>(
  tx: Handle,
  by: AdminActor,
  { takesTwo }: Act<I>,
  input: I,
) => (typeof takesTwo === 'string' ? [takesTwo] : await takesTwo.when(tx, by, input));

type ShownEffect = { shown: string | null; why: string[]; title: string; needsReason: boolean; reason: string | null };

/** Returns the refusal that shows the effect; null if this effect was shown already and any required reason was given. */
function refuseUnlessShown({ lines }: Effect, { shown, why, title, needsReason, reason }: ShownEffect) {
  const digest = computeEffectDigest(canonicalEffect({ title, lines }));
  const isShown = shown === digest;
  if (isShown && (reason || !needsReason)) return null;
  const preview = { title, lines, digest, changed: shown !== null && !isShown, needsReason, why };
  if (!isShown)
    return { ok: false as const, error: { code: 'preview', message: 'Nothing has been done yet.', preview } };
  return { ok: false as const, error: { code: 'no-reason', message: REFUSE_WITHOUT_REASON, field: 'reason', preview } };
}

const REFUSE_WITHOUT_REASON = 'Enter a reason; it is stored in the audit log';

/** Converts validated values back to form fields, so that the schema can parse them again at the approval. */
function toFormFields<I extends Fields>(act: Act<I>, input: I): Fields {
  const values = act.sent?.(input) ?? input;
  const provided = Object.entries(values).filter(
    ([, value]) => value !== undefined && value !== null && value !== false,
  );
  return Object.fromEntries(provided.map(([name, value]) => [name, toFormValue(value)]));
}

function toFormValue(value: unknown): unknown {
  if (value === true) return 'on';
  if (typeof value === 'bigint') return formatPlainUsd(value);
  return typeof value === 'object' ? value : String(value);
}

/** Parses the input of a request again. Refuses if the act no longer exists or the current rules refuse the input. */
export async function parseStoredInput(acts: Acts, row: { operation: string; input: Fields }) {
  const act = findAct(acts, row.operation);
  const parsed = await act?.schema.safeParseAsync(row.input);
  if (!act || !parsed?.success) return refuse('stale', 'This can no longer be done as requested.');
  return done({ act, input: parsed.data });
}

export const findAct = (acts: Acts, name: string): Act | undefined =>
  Object.hasOwn(acts, name) ? acts[name] : undefined;

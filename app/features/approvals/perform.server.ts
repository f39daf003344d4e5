import { approval } from '#drizzle/schema';
import { plainUsd } from '~/ledger/money';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import type { AdminActor } from '~/platform/states';
import { refuseWithoutRight } from '~/signIns/staff.server';
import { mailApprovalAsked } from './approvalMail.server';
import { canonicalEffect, type Effect, effectInWords } from './effect';
import { effectDigest } from './effectDigest.server';
import { limitsNow } from './limits.server';
import type { Operation, Ran } from './operation';
import { type Input, operationNamed } from './operations.server';
import { ACT_RIGHTS, type ActName, type FactsOf, reasonsForTwo } from './policy';
import { effectOf } from './rehearseEffect.server';
import { approvalMachine } from './states';
import { refuseAlike } from './waitingApprovals.server';

/** `pending`: the id of the request that a second administrator decides; nothing has happened yet. */
export type Performed = Ran & { pending?: string; said: string };

/**
 * Does what an administrator asks by a call, if their role lets them: at once in paper mode, and in live mode where the policy lets one do it alone;
 * else it is rehearsed, and the request waits for a second one with the exact effect that it would have. Pages and API calls
 * go through here, so that none of them can do alone what takes two.
 * @param input as the operation's schema gives it
 */
export const perform = <N extends ActName>(tx: Handle, by: AdminActor, name: N, input: Input<N>) =>
  performed(tx, by, name, input, null);

/**
 * Does, or asks for, what an administrator asks on a page: as `perform`, once the administrator has been shown what it does. Until then, and
 * whenever that is not what was shown, the answer is a refusal with a preview.
 * @param shown the digest of the preview that the form brings back; null when it brings none
 */
export const performPreviewed = <N extends ActName>(
  tx: Handle,
  by: AdminActor,
  name: N,
  input: Input<N>,
  shown: string | null,
) => performed(tx, by, name, input, { shown });

async function performed<N extends ActName>(
  tx: Handle,
  by: AdminActor,
  name: N,
  input: Input<N>,
  page: { shown: string | null } | null,
): Promise<Result<Performed>> {
  const operation = operationNamed(name);
  if (!operation) throw new Error(`There is no operation ${name}`);
  const without = await refuseWithoutRight(tx, by.id, ACT_RIGHTS[name]);
  if (without) return without;
  if (isPaper() && !page) return await runAlone(tx, by, operation, input);
  const dated = operation.dated?.(input) ?? input;
  const effect = await effectOf(tx, by, operation, dated);
  if (!effect.ok) return effect;
  const why = isPaper() ? [] : await whyTwo(tx, by, name, operation, dated);
  const asked = { operation: name, input: asSent(operation, dated), requestedBy: by.id, requestedAt: now() };
  const alike = why.length > 0 ? await refuseAlike(tx, asked) : null;
  if (alike) return alike;
  if (page) {
    const unseen = await unlessShown(tx, operation, input, { effect: effect.value, why, shown: page.shown });
    if (unseen) return unseen;
  }
  if (why.length === 0) return await runAlone(tx, by, operation, input);

  const id = newId();
  const { title } = effect.value;
  const { reason = null, userId = null } = dated as { reason?: string; userId?: string };
  const [status] = approvalMachine.initial;
  await tx.insert(approval).values({ id, ...asked, effect: canonicalEffect(effect.value), userId, status });
  const happened = { thing: approvalMachine.thing, thingId: id, event: 'ask', to: status, by, userId, reason };
  const words = effectInWords(effect.value);
  await record(tx, { ...happened, details: { asked: title, 'needs two, since': why.join('; '), ...words } });
  await mailApprovalAsked(tx, { id, effect: effect.value, why, reason, requestedBy: by.id, right: ACT_RIGHTS[name] });
  return done({ pending: id, said: `This waits for a second administrator: ${title} (${why.join('; ')})` });
}

async function whyTwo<N extends ActName>(tx: Handle, by: AdminActor, name: N, operation: Operation, input: unknown) {
  const facts = ((await operation.facts?.(tx, by, input)) ?? null) as FactsOf<N>;
  return reasonsForTwo(name, facts, await limitsNow(tx));
}

/** A refusal that shows the effect, unless exactly this was shown and has the reason that it wants. */
async function unlessShown(
  tx: Handle,
  operation: Operation,
  input: unknown,
  { effect, why, shown }: { effect: Effect; why: string[]; shown: string | null },
) {
  // Named as it was typed: "now" stays "now" from one post to the next.
  const { title, lines } = { ...effect, title: await operation.asks(tx, input) };
  const digest = effectDigest(canonicalEffect({ title, lines }));
  const needsReason = (await operation.differs?.(tx, input)) ?? false;
  const isShown = shown === digest;
  if (isShown && !(needsReason && !(input as { reason?: string }).reason)) return null;
  const preview = { title, lines, digest, changed: shown !== null && !isShown, needsReason, why };
  if (!isShown)
    return { ok: false as const, error: { code: 'preview', message: 'Nothing has been done yet.', preview } };
  return { ok: false as const, error: { code: 'no-reason', message: NO_REASON, field: 'reason', preview } };
}

const NO_REASON = 'Say why the numbers differ; it is kept in the audit log';

async function runAlone(tx: Handle, by: AdminActor, operation: Operation, input: unknown): Promise<Result<Performed>> {
  const ran = await operation.run(tx, by, input);
  return ran.ok ? done({ ...ran.value, said: operation.said(input) }) : ran;
}

/** Validated values as a form would send them, so that the same schema reads them again when they are approved. */
function asSent(operation: Operation, input: unknown): Record<string, unknown> {
  const values = operation.sent?.(input) ?? (input as Record<string, unknown>);
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== false);
  return Object.fromEntries(given.map(([name, value]) => [name, valueAsSent(value)]));
}

function valueAsSent(value: unknown): unknown {
  if (value === true) return 'on';
  if (typeof value === 'bigint') return plainUsd(value);
  return typeof value === 'object' ? value : String(value);
}

/** What was asked for, read again: `refuse` when today's rules no longer take it. */
export async function readAgain(row: { operation: string; input: Record<string, unknown> }) {
  const operation = operationNamed(row.operation);
  const parsed = await operation?.schema.safeParseAsync(row.input);
  if (!operation || !parsed?.success) return refuse('stale', 'This can no longer be done as requested.');
  return done({ operation, input: parsed.data });
}

import { approval } from '#drizzle/schema';
import { plainUsd } from '~/ledger/money';
import { type Change, inWords } from '~/platform/changes';
import { now } from '~/platform/clock';
import { attempt, type Handle } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { record } from '~/platform/events.server';
import { newId } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { mailApprovalAsked } from './approvalMail.server';
import { type Input, type OperationName, operationNamed } from './operations.server';
import { approvalMachine } from './states';
import { refuseAlike } from './waitingApprovals.server';

/** `pending`: the id of the request that a second administrator decides; nothing has happened yet. */
export type Performed = { journalId?: string; pending?: string; said: string };

/**
 * Does what an administrator asks, at once in paper mode; in live mode it is tried, taken back, and waits for a second one.
 * Pages and API calls go through here, so that none of them can do alone what takes two.
 * @param input as the operation's schema gives it
 */
export async function perform<N extends OperationName>(
  tx: Handle,
  by: Actor,
  name: N,
  input: Input<N>,
): Promise<Result<Performed>> {
  const operation = operationNamed(name);
  if (!operation || !by.id) throw new Error(`${name} is not for ${by.kind} to do`);
  if (isPaper()) {
    const ran = await operation.run(tx, by, input);
    return ran.ok ? done({ journalId: ran.value.journalId, said: operation.said(input) }) : ran;
  }

  const dated = operation.dated?.(input) ?? input;
  // Nobody should be asked to agree to what can't be done.
  const { tried } = await attempt(tx, async () => ({ ok: false, tried: await operation.run(tx, by, dated) }));
  if (!tried.ok) return tried;
  const asked = { operation: name, input: asSent(dated), requestedBy: by.id, requestedAt: now() };
  const alike = await refuseAlike(tx, asked);
  if (alike) return alike;
  const id = newId();
  const summary = await operation.asks(tx, dated);
  const { reason = null, userId = null } = dated as { reason?: string; userId?: string };
  const changes = inWords(operation.changes?.(dated) ?? []);
  const row = { id, ...asked, summary, userId };
  const [status] = approvalMachine.initial;
  await tx.insert(approval).values({ ...row, status });
  const happened = { thing: approvalMachine.thing, thingId: id, event: 'ask', to: status, by, userId, reason };
  await record(tx, { ...happened, details: { asked: summary, ...changes } });
  await mailApprovalAsked(tx, { id, summary, changes, reason, requestedBy: by.id });
  return done({ pending: id, said: `This waits for a second administrator: ${summary}` });
}

/** Validated values as a form would send them, so that the same schema reads them again when they are approved. */
function asSent(input: Record<string, unknown>): Record<string, unknown> {
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== null && value !== false);
  return Object.fromEntries(given.map(([name, value]) => [name, valueAsSent(value)]));
}

function valueAsSent(value: unknown): unknown {
  if (value === true) return 'on';
  if (typeof value === 'bigint') return plainUsd(value);
  return typeof value === 'object' ? value : String(value);
}

/** What was asked for, read again: `refuse` when today's rules no longer take it. */
export function readAgain(row: { operation: string; input: Record<string, unknown> }) {
  const operation = operationNamed(row.operation);
  const parsed = operation?.schema.safeParse(row.input);
  if (!operation || !parsed?.success) return refuse('stale', 'This can no longer be done as it was asked for.');
  return done({ operation, input: parsed.data });
}

/** What a request would change, as whoever decides it compares it. */
export function changesIn(row: Parameters<typeof readAgain>[0]): Change[] {
  const read = readAgain(row);
  return (read.ok && read.value.operation.changes?.(read.value.input)) || [];
}

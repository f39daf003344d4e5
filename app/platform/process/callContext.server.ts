import { AsyncLocalStorage } from 'node:async_hooks';
import type { UnitOfWork } from './unitOfWork';

type CallContext = { address: string; requestId: string };

/** One storage for all there is to know: Node 20 pays for each with every promise and answer, those from memory too. */
const underWay = new AsyncLocalStorage<Partial<CallContext> & { unit?: UnitOfWork; instant?: { at?: Date } }>();

export const runForRequest = <T>(request: CallContext, work: () => T): T =>
  underWay.run({ address: request.address, requestId: request.requestId }, work);

/** The client's address; undefined for what happens by itself. */
export const currentAddress = (): string | undefined => underWay.getStore()?.address || undefined;

/** Undefined for what happens by itself. */
export const currentRequestId = (): string | undefined => underWay.getStore()?.requestId || undefined;

/** Runs `work` as a unit of work, or as a part of one: what it calls, however deep, issues its statements in it. */
export function runInUnit<T>(unit: UnitOfWork, work: () => T): T {
  const outside = underWay.getStore();
  // A savepoint shares the instant of the transaction around it.
  const instant = outside?.unit?.isRunning ? outside.instant : {};
  return underWay.run({ ...outside, unit, instant }, work);
}

/** Keeps an instant for the rest of the transaction that this is called in, unless it has one; outside of a transaction nothing is kept. */
export function holdInstant(instant: Date): void {
  const held = underWay.getStore()?.instant;
  if (held) held.at ??= instant;
}

/** Runs `work` with no instant kept, so that it may keep one of its own. */
export const withoutInstant = <T>(work: () => T): T => underWay.run({ ...underWay.getStore(), instant: {} }, work);

export const heldInstant = (): Date | undefined => underWay.getStore()?.instant?.at;

/** Returns the unit of work that this is called from, however deep; undefined outside of one. */
export const currentUnit = (): UnitOfWork | undefined => underWay.getStore()?.unit;

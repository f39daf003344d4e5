import { AsyncLocalStorage } from 'node:async_hooks';
import type { UnitOfWork } from './unitOfWork';
import { startPhase } from './work';

type CallContext = { address: string; requestId: string };

/** The whole context is in one storage, because on Node 20 each storage slows down all promises and answers. */
const contextStorage = new AsyncLocalStorage<
  Partial<CallContext> & { means?: string; unit?: UnitOfWork; instant?: { at?: Date }; reads?: SharedReads }
>();

type SharedReads = { handlers: number; results: Map<string, unknown>; end?: () => void };

const sharedReadsByRequest = new WeakMap<CallContext, SharedReads>();

export async function runForRequest<T>(request: CallContext, work: () => Promise<T>): Promise<T> {
  const reads: SharedReads = sharedReadsByRequest.get(request) ?? { handlers: 0, results: new Map() };
  sharedReadsByRequest.set(request, reads);
  if (reads.handlers === 0) reads.end = startPhase('handlers');
  reads.handlers += 1;
  try {
    return await contextStorage.run({ address: request.address, requestId: request.requestId, reads }, work);
  } finally {
    reads.handlers -= 1;
    // A job or stream that was started here continues later, and must not use the reads of this request.
    if (reads.handlers === 0) {
      reads.results.clear();
      reads.end?.();
    }
  }
}

/**
 * Runs a read once per key for all loaders of a request. Outside of requests, and in transactions (which discard
 * earlier reads), it runs each time.
 */
export function oncePerRequest<T>(key: string, read: () => Promise<T>): Promise<T> {
  const { reads, unit } = contextStorage.getStore() ?? {};
  if (!reads?.handlers || unit?.isRunning) return read();
  const result = (reads.results.get(key) as Promise<T> | undefined) ?? read();
  reads.results.set(key, result);
  return result;
}

export const getCurrentAddress = (): string | undefined => contextStorage.getStore()?.address || undefined;

export const getCurrentRequestId = (): string | undefined => contextStorage.getStore()?.requestId || undefined;

/** Runs `work` with the means that an actor uses, such as an API key's name. The audit log records it. */
export const runWithMeans = <T>(means: string, work: () => T): T =>
  contextStorage.run({ ...contextStorage.getStore(), means }, work);

export const getCurrentMeans = (): string | undefined => contextStorage.getStore()?.means;

/** Runs `work` in a unit of work. All calls within it issue their statements in that unit. */
export function runInUnit<T>(unit: UnitOfWork, work: () => T): T {
  const outside = contextStorage.getStore();
  outside?.reads?.results.clear();
  // A savepoint shares the fixed instant of its transaction.
  const instant = outside?.unit?.isRunning ? outside.instant : {};
  return contextStorage.run({ ...outside, unit, instant }, work);
}

/** Fixes the instant of the current transaction if it has none. No effect outside of a transaction. */
export function fixInstant(instant: Date): void {
  const held = contextStorage.getStore()?.instant;
  if (held) held.at ??= instant;
}

/** Runs `work` without a fixed instant, so that it can fix another one. */
export const runWithoutFixedInstant = <T>(work: () => T): T =>
  contextStorage.run({ ...contextStorage.getStore(), instant: {} }, work);

export const getFixedInstant = (): Date | undefined => contextStorage.getStore()?.instant?.at;

export const getCurrentUnit = (): UnitOfWork | undefined => contextStorage.getStore()?.unit;

import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that is being answered, for what is written down about who did what, and about what went wrong in it. */
type CallContext = { address: string; requestId: string };

/** One storage for all there is to know: Node 20 pays for each with every promise and answer, those from memory too. */
const underWay = new AsyncLocalStorage<
  Partial<CallContext> & { inTransaction?: true; mayBeLate?: boolean; instant?: Date }
>();

/** Does something for a request, which whatever it calls can then ask about. */
export const runForRequest = <T>(request: CallContext, work: () => T): T =>
  underWay.run({ address: request.address, requestId: request.requestId }, work);

/** The client's address; undefined for what happens by itself. */
export const currentAddress = (): string | undefined => underWay.getStore()?.address || undefined;

/** Undefined for what happens by itself. */
export const currentRequestId = (): string | undefined => underWay.getStore()?.requestId || undefined;

/** Does something that `isInTransaction` is to know for a transaction. */
export const inTransaction = <T>(work: () => T): T =>
  underWay.run({ ...underWay.getStore(), inTransaction: true, mayBeLate: false, instant: undefined }, work);

/** Keeps an instant for the rest of the transaction that this is called in, unless it has one; outside of a transaction nothing is kept. */
export function holdInstant(instant: Date): void {
  const store = underWay.getStore();
  if (store?.inTransaction) store.instant ??= instant;
}

/** Does something with no instant kept, so that it may keep one of its own. */
export const withoutInstant = <T>(work: () => T): T =>
  underWay.run({ ...underWay.getStore(), instant: undefined }, work);

/** The instant that is kept for this transaction. */
export const heldInstant = (): Date | undefined => underWay.getStore()?.instant;

/** Is this called, however deep, from inside a transaction? */
export const isInTransaction = (): boolean => underWay.getStore()?.inTransaction === true;

/** Does something for which a replica is recent enough. */
export const readingLate = <T>(work: () => T): T => underWay.run({ ...underWay.getStore(), mayBeLate: true }, work);

/** Is a replica recent enough for what this is called from? */
export const mayReadLate = (): boolean => underWay.getStore()?.mayBeLate === true;

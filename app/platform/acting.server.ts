import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that is being answered, for what is written down about who did what, and about what went wrong in it. */
type Acting = { address: string; requestId: string };

const requests = new AsyncLocalStorage<Acting>();

export const actingFor = <T>(request: Acting, work: () => T): T => requests.run(request, work);

/** The client's address; undefined for what happens by itself. */
export const actingAddress = (): string | undefined => requests.getStore()?.address || undefined;

/** Undefined for what happens by itself. */
export const actingRequest = (): string | undefined => requests.getStore()?.requestId || undefined;

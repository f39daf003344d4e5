import { AsyncLocalStorage } from 'node:async_hooks';

/** The address of the client whose request is being answered, for what is written down about who did what. */
const addresses = new AsyncLocalStorage<string>();

export const actingFrom = <T>(address: string, work: () => T): T => addresses.run(address, work);

/** Undefined for what happens by itself. */
export const actingAddress = (): string | undefined => addresses.getStore() || undefined;

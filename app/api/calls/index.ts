import * as account from './account';
import * as admin from './admin';
import * as money from './money';
import * as reading from './reading';

/** Every JSON call, in the order it is documented. */
export const CALLS = { ...account, ...reading, ...money, ...admin };

export type Calls = typeof CALLS;
export type CallName = keyof Calls;

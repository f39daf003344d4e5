import { type Call, uploadOf } from '~/web/guard/call';
import * as account from './account';
import * as admin from './admin';
import * as money from './money';
import * as reading from './reading';

/** Every JSON call, in the order it is documented. */
export const CALLS = { ...account, ...reading, ...money, ...admin };

/** The paths of the calls that take a file, in lower case. */
export const UPLOAD_PATHS: readonly string[] = Object.values<Call>(CALLS)
  .filter((call) => uploadOf(call) !== undefined)
  .map(({ name }) => `/api/${name.toLowerCase()}`);

export type Calls = typeof CALLS;
export type CallName = keyof Calls;

import { type Call, getCallAddress, listUploads } from '~/web/guard/call';
import * as account from './account';
import * as admin from './admin';
import * as documents from './documents';
import * as money from './money';
import * as reading from './reading';
import * as trading from './trading';

export const CALLS = { ...account, ...documents, ...reading, ...money, ...trading, ...admin };

const ALL_CALLS = Object.values<Call>(CALLS);

export const UPLOAD_PATHS: readonly string[] = ALL_CALLS.filter((call) => listUploads(call).length > 0).map(
  ({ name }) => `/api/${name.toLowerCase()}`,
);

export const MAINTENANCE_PATHS: readonly string[] = ALL_CALLS.filter(({ inMaintenance }) => inMaintenance).map((call) =>
  getCallAddress(call),
);

/** Paths of calls whose answer is cached until the next write, each with the query parameters that it reads. */
export const SHARED_PATHS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  ALL_CALLS.filter(({ shared }) => shared).map(({ name, input }) => [
    `/api/${name}`,
    new Set(Object.keys(input.shape)),
  ]),
);

/** Returns whether a call requires the caller's second factor. In calls that sign in, `otp` is part of the sign-in. */
export const isOtpRequired = ({ who, input }: Call): boolean => who !== 'anyone' && 'otp' in input.shape;

export type Calls = typeof CALLS;
export type CallName = keyof Calls;

import { listUploads } from '~/web/guard/call';
import type { V1Call } from './call.server';
import { ACCOUNT_CALLS } from './endpoints/account.server';
import { CATALOGUE_CALLS } from './endpoints/catalogue.server';
import { COPY_CALLS } from './endpoints/copies.server';
import { DEPOSIT_CALLS } from './endpoints/deposits.server';
import { EVENT_CALLS } from './endpoints/events.server';
import { KEY_CALLS } from './endpoints/keys.server';
import { MARKET_CALLS } from './endpoints/markets.server';
import { PERSON_CALLS } from './endpoints/person.server';
import { PLAN_CALLS } from './endpoints/plans.server';
import { STAFF_ACT_CALLS } from './endpoints/staffActs.server';
import { STAFF_QUEUE_CALLS } from './endpoints/staffQueues.server';
import { STAFF_READ_CALLS } from './endpoints/staffReads.server';
import { TRADER_CALLS } from './endpoints/traders.server';
import { TRADING_CALLS } from './endpoints/trading.server';
import { WEBHOOK_CALLS } from './endpoints/webhooks.server';
import { WITHDRAWAL_CALLS } from './endpoints/withdrawals.server';

/** All calls of `/api/v1` in the order of the document. */
export const V1_CALLS: readonly V1Call[] = [
  ...KEY_CALLS,
  ...ACCOUNT_CALLS,
  ...CATALOGUE_CALLS,
  ...MARKET_CALLS,
  ...TRADER_CALLS,
  ...COPY_CALLS,
  ...DEPOSIT_CALLS,
  ...WITHDRAWAL_CALLS,
  ...PLAN_CALLS,
  ...TRADING_CALLS,
  ...PERSON_CALLS,
  ...STAFF_QUEUE_CALLS,
  ...STAFF_ACT_CALLS,
  ...STAFF_READ_CALLS,
  ...EVENT_CALLS,
  ...WEBHOOK_CALLS,
];

/** Paths of the calls that accept a file; `:id` matches any segment. */
export const V1_UPLOAD_PATHS: readonly string[] = V1_CALLS.filter((call) => listUploads(call).length > 0).map(
  ({ path }) => `/api/v1/${path.replace(/\{\w+\}/g, ':id').toLowerCase()}`,
);

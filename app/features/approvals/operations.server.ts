import type { z } from 'zod';
import { ACCOUNT_OPERATIONS } from './accountOperations.server';
import { ANNOUNCEMENT_OPERATIONS } from './announcementOperations.server';
import { CATALOGUE_OPERATIONS } from './catalogueOperations.server';
import { MONEY_OPERATIONS } from './moneyOperations.server';
import type { Operation } from './operation';
import type { ActName } from './policy';
import { QUEUE_OPERATIONS } from './queueOperations.server';
import { SIGNAL_OPERATIONS } from './signalOperations.server';
import { STAFF_OPERATIONS } from './staffOperations.server';
import { TRADER_OPERATIONS } from './traderOperations.server';

/** The operation of each act of the policy. */
export const OPERATIONS = {
  ...MONEY_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...QUEUE_OPERATIONS,
  ...CATALOGUE_OPERATIONS,
  ...TRADER_OPERATIONS,
  ...SIGNAL_OPERATIONS,
  ...STAFF_OPERATIONS,
  ...ANNOUNCEMENT_OPERATIONS,
} satisfies Record<ActName, unknown>;

export type Input<N extends ActName> = z.output<(typeof OPERATIONS)[N]['schema']>;

/** An operation by its name, when only its name is known; undefined for what is none. */
export function operationNamed(name: string): Operation | undefined {
  // Each takes the input that its own schema reads.
  return Object.hasOwn(OPERATIONS, name) ? (OPERATIONS[name as ActName] as unknown as Operation) : undefined;
}

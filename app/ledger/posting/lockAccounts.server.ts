import { account } from '#drizzle/schema';
import { findLocked, type Handle } from '~/platform/db/index.server';
import type { AccountRef } from '../chartOfAccounts';

/*
 * Accounts of users first, by code; they are of users whose rows the transaction holds, so nobody waits for them. Accounts of the operator,
 * which everybody meets, come last and all together: a later posting of the same transaction needs none that another one may hold.
 */
const LOCK_USERS_ACCOUNTS = {
  name: 'lock accounts of users',
  text: 'SELECT FROM account WHERE code = ANY($1::text[]) ORDER BY code FOR NO KEY UPDATE',
};
const LOCK_ACCOUNTS = {
  name: 'lock accounts',
  text: `SELECT FROM account WHERE code = ANY($1::text[]) OR (owner_id IS NULL AND code NOT LIKE 'unidentified:%')
    ORDER BY owner_id IS NULL, code FOR NO KEY UPDATE`,
};

/** Locks the accounts that are posted to until the transaction ends, and reads them as they are then. */
export function lockAccounts(tx: Handle, refs: AccountRef[]): Promise<(typeof account.$inferSelect)[]> {
  const codes = refs.map(({ code }) => code);
  const lock = refs.some(({ owner }) => owner === null) ? LOCK_ACCOUNTS : LOCK_USERS_ACCOUNTS;
  return findLocked(tx, account, { code: codes }, { ...lock, values: [codes] });
}

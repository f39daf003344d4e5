import { expect } from 'vitest';
import { contentsOf, countRows } from '../people/rows';
import type { Installation } from '../servers/installation';
import { type Client, type DrawnForm, type Fields, formsOf } from './client';

/** Rows that a single administrator must not change: the ledger, multipliers of money, roles, and messages to users with money. */
const BY_TWO = [
  'journal',
  'transfer',
  'account',
  'hold',
  'deposit',
  'withdrawal',
  'investment',
  'plan',
  'setting',
  'deposit_method',
  'withdrawal_method',
  'trader',
  'trade',
  'copy',
  'mirror',
  'administrator',
  'staff_invitation',
  'two_factor',
  'signal_key',
  'announcement',
];

/** Watches an installation in live mode while one person alone tries to change it. */
export function watch(installation: Installation) {
  const money = () => {
    const contents = contentsOf(installation);
    return Object.fromEntries(BY_TWO.map((table) => [table, contents[table]]));
  };
  const waiting = () => countRows(installation, { table: 'approval', where: "status = 'waiting'" });

  /**
   * Asserts that an attempt changes nothing that needs two administrators, and creates `waits` requests for a second
   * one.
   */
  async function comesToNothing(attempt: () => Promise<unknown>, { waits }: { waits: number }): Promise<void> {
    const [before, request] = [money(), waiting()];
    await attempt();
    expect(money()).toEqual(before);
    expect(waiting() - request).toBe(waits);
  }

  return { money, waiting, comesToNothing };
}

/** Returns the form of a page with this intent. */
export async function formFor(who: Client, path: string, intent: string): Promise<DrawnForm> {
  const form = formsOf(await who.page(path), path).find(({ fields }) => fields._intent === intent);
  if (!form) throw new Error(`${path} has no form for ${intent}`);
  return form;
}

/** Fills in a form and confirms its preview. */
export const agree = async (who: Client, form: DrawnForm, added: Fields = {}) => {
  const answer = await who.agree(form, added);
  expect([answer.status, await answer.text()]).toEqual([303, '']);
};

import type { copy } from '#drizzle/schema';
import { SECOND } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { findActs } from './copyActs.server';

type Copy = typeof copy.$inferSelect;

export type CopySettings = {
  paused: (at: number) => boolean;
  daySpreadBps: (at: number) => number;
};

/** Returns the settings of copies at an instant. A change takes effect after the orders of the same second. */
export async function loadSettingsAsOf(tx: Handle, copies: readonly Copy[]): Promise<(copy: Copy) => CopySettings> {
  const acts = await findActs(
    tx,
    copies.map(({ id }) => id),
  );
  return ({ id, daySpreadBps }) =>
    readSettingsFrom(
      (acts.get(id) ?? []).map((row) => ({ ...row, since: Math.floor(row.at.getTime() / SECOND) * SECOND })),
      daySpreadBps,
    );
}

type OwnerAct = { act: string; since: number; daySpreadBefore: number | null };

export function readSettingsFrom(acts: readonly OwnerAct[], daySpreadBps: number): CopySettings {
  const pauses = acts.filter(({ act }) => act === 'pause' || act === 'resume');
  const limits = acts.filter(({ act }) => act === 'limit-day-spread');
  return {
    paused: (at) => pauses.findLast(({ since }) => since < at)?.act === 'pause',
    daySpreadBps: (at) => limits.find(({ since }) => since >= at)?.daySpreadBefore ?? daySpreadBps,
  };
}

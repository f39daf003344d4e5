import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fixInstant, getFixedInstant, runWithoutFixedInstant } from './process/callContext.server';
import { singleton } from './singleton';

export { DAY, HOUR, MINUTE, SECOND } from './durations';

/**
 * Clocks. Product time (`now`) dates plans and statements, and can be moved in paper mode; machine time (`systemNow`)
 * decides when sessions end.
 */
type Clock = { product: () => Date; system: () => Date; pause: (milliseconds: number) => Promise<unknown> };

const MACHINE_CLOCK: Clock = { product: () => new Date(), system: () => new Date(), pause: sleep };

const clockState = singleton('clock', () => ({ clock: MACHINE_CLOCK }));

/** Largest tolerated difference between the clocks of two machines, milliseconds. A process beyond it does not start. */
export const MAX_CLOCK_SKEW_MS = 5_000;

export const now = (): Date => getFixedInstant() ?? clockState.clock.product();

/** Stops the product's clock for the remainder of this transaction, so that all rows of an act have the same time. */
export const holdClock = (): void => fixInstant(clockState.clock.product());
export const systemNow = (): Date => clockState.clock.system();

export async function pause(milliseconds: number): Promise<void> {
  await clockState.clock.pause(milliseconds);
}

export const after = (time: Date, milliseconds: number): Date => new Date(time.getTime() + milliseconds);

/** Replaces parts of the clock, for tests and for the product time of paper mode. */
export function setClock(clock: Partial<Clock>): void {
  clockState.clock = { ...clockState.clock, ...clock };
}

/** Runs `work` with the product's clock stopped at a time, which creates the demonstration's past. */
export async function atTime<T>(time: Date, work: () => Promise<T>): Promise<T> {
  const { product } = clockState.clock;
  setClock({ product: () => time });
  try {
    return await runWithoutFixedInstant(work);
  } finally {
    setClock({ product });
  }
}

const CLOCK_FILE = 'clock';

export const getClockFilePath = (dataDir: string): string => join(dataDir, CLOCK_FILE);

export function readClockOffset(dataDir: string): number {
  try {
    const offset = Number(readFileSync(getClockFilePath(dataDir), 'utf8').trim());
    return Number.isFinite(offset) ? offset : 0;
  } catch {
    return 0;
  }
}

/** Lets the file `dataDir/clock` shift product time in paper mode. Checks the file at most every 200 ms. */
export function followClockFile(dataDir: string): void {
  let offset = readClockOffset(dataDir);
  let checkedAt = Date.now();
  let changedAt = readModificationTime(dataDir);
  setClock({
    product: () => {
      const time = Date.now();
      if (time - checkedAt > 200) {
        checkedAt = time;
        const changed = readModificationTime(dataDir);
        if (changed !== changedAt) {
          changedAt = changed;
          offset = readClockOffset(dataDir);
        }
      }
      return new Date(time + offset);
    },
  });
}

function readModificationTime(dataDir: string): number {
  return statSync(getClockFilePath(dataDir), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

import { HOUR, SECOND } from '~/platform/clock';
import { type Chance, simulatedChance } from '../market';
import type { Strategy } from './strategy';

/* Delays of some minutes between a leader's decision times and its decisions. They are derived from the seeds of the simulated market. */

/**
 * Function that returns the delay of a decision in milliseconds: whole seconds, less than an hour, and less than the
 * time to the next decision.
 */
export type Delay = (strategy: Pick<Strategy, 'id' | 'every'>, time: number) => number;

/** Largest part of the available time for a leader's constant delay; the random delay uses at most the rest. */
const CONSTANT_DELAY_SHARE = 0.75;

/** @param chanceAt returns a random value for the time of the decision (`simulatedChance`) */
export const delayBy =
  (chanceAt: (at: number) => Chance): Delay =>
  ({ id, every }, time) => {
    const chance = chanceAt(time);
    const seconds = Math.min(every, HOUR) / SECOND;
    const habit = chance(`habit:${id}`, 0) * seconds * CONSTANT_DELAY_SHARE;
    const more = chance(`delay:${id}`, time / SECOND) * seconds * (1 - CONSTANT_DELAY_SHARE);
    return Math.floor(habit + more) * SECOND;
  };

/** Delays derived from the public seed, for the time before an installation existed. */
export const publicSeedDelay: Delay = delayBy(simulatedChance(null));

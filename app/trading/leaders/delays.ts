import { HOUR, SECOND } from '~/platform/clock';
import { type Chance, simulatedChance } from '../market';
import type { Strategy } from './strategy';

/* A leader decides some minutes after each of its times; the delay follows from the seeds of the simulated market. */

/** Delay of a decision, milliseconds: whole seconds, less than an hour and than the time to the next one. */
export type Delay = (strategy: Pick<Strategy, 'id' | 'every'>, time: number) => number;

/** Largest part of the available time that a leader's habit uses; chance uses at most the rest. */
const HABIT = 0.75;

/** @param chanceAt random value by the time of the decision (`simulatedChance`) */
export const delayBy =
  (chanceAt: (at: number) => Chance): Delay =>
  ({ id, every }, time) => {
    const chance = chanceAt(time);
    const seconds = Math.min(every, HOUR) / SECOND;
    const habit = chance(`habit:${id}`, 0) * seconds * HABIT;
    const more = chance(`delay:${id}`, time / SECOND) * seconds * (1 - HABIT);
    return Math.floor(habit + more) * SECOND;
  };

/** Delays by the public seed: those of the time before an installation existed. */
export const openDelay: Delay = delayBy(simulatedChance(null));

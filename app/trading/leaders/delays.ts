import { HOUR, SECOND } from '~/platform/clock';
import { type Chance, simulatedChance } from '../market';
import type { Strategy } from './strategy';

/* A leader decides some minutes after each of its times; the delay follows from the seeds of the simulated market. */

/** Delay of a decision, milliseconds: whole seconds, less than an hour and than the time to the next one. */
export type Delay = (strategy: Pick<Strategy, 'id' | 'every'>, time: number) => number;

/** The part of the time it has that a leader's habit takes at most; chance takes up to the rest. */
const HABIT = 0.75;

/** @param chanceAt chance, by the instant of what is decided (`simulatedChance`) */
export const delayBy =
  (chanceAt: (at: number) => Chance): Delay =>
  ({ id, every }, time) => {
    const chance = chanceAt(time);
    const seconds = Math.min(every, HOUR) / SECOND;
    const habit = chance(`habit:${id}`, 0) * seconds * HABIT;
    const more = chance(`delay:${id}`, time / SECOND) * seconds * (1 - HABIT);
    return Math.floor(habit + more) * SECOND;
  };

/** Delays of the seed that is open to everybody: those of a past before an installation began. */
export const openDelay: Delay = delayBy(simulatedChance(null));

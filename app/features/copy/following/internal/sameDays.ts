import type { CopyDays } from './copyDays.server';

/**
 * What a copy was worth at the ends of whole days, oldest first, and what the same money would have been worth with its leader's returns
 * alone; cents. A copy's days are kept for 90 days.
 * @param copy up to the last midnight
 * @param leader the leader's returns as fractions, from the midnight before the copy began on where there is one, up to the last midnight
 */
export function sameDays(copy: CopyDays, leader: readonly number[]): { own: number[]; leader: number[] } {
  let results = copy.results.map(Number);
  let putIn = copy.putIn.map(Number);
  // At the midnight before it began, nothing had come of the copy.
  if (leader.length === results.length + 1) {
    results = [0, ...results];
    putIn = [putIn[0] ?? 0, ...putIn];
  }
  const length = Math.min(results.length, leader.length);
  const returns = leader.slice(leader.length - length);
  const money = putIn.slice(putIn.length - length);
  const own = results.slice(results.length - length).map((result, day) => (money[day] ?? 0) + result);
  let worth = own[0] ?? 0;
  return {
    own,
    leader: returns.map((part, day) => {
      if (day === 0) return worth;
      const before = 1 + (returns[day - 1] ?? 0);
      worth = Math.round((worth * (1 + part)) / before + (money[day] ?? 0) - (money[day - 1] ?? 0));
      return worth;
    }),
  };
}

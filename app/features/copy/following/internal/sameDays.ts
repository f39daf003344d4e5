/**
 * What a copy and its leader did over the same whole days, oldest first: a copy's line is kept for 90 days, and its last value is of
 * now, where a leader's last one is of the last midnight.
 * @param line what had come of the copy at the end of each day, and what comes of it now, cents
 * @param leader the leader's returns as fractions, from the midnight before the copy began on where there is one
 */
export function sameDays(line: readonly number[], leader: readonly number[]): { own: number[]; leader: number[] } {
  const ends = line.slice(0, -1);
  // At the midnight before it began, nothing had come of the copy.
  const own = leader.length === ends.length + 1 ? [0, ...ends] : ends;
  const length = Math.min(own.length, leader.length);
  return { own: own.slice(own.length - length), leader: leader.slice(leader.length - length) };
}

type Holder = { name: string; max: number };

type HeldPlace = {
  giveUp: () => void;
  /**
   * Returns the eviction priority; the holder with the highest is evicted first. The default is the time since the
   * start, milliseconds.
   */
  slowness?: () => number;
  /** Returns whether the holder may be evicted for a network that holds as many places; false by default. */
  isDripping?: () => boolean;
};

/**
 * Creates a limit on slow and cheap work, such as open streams. When all `max` places are used, the network with the
 * most places loses its slowest one. A holder who exceeds their share is refused or loses their slowest place,
 * depending on `overShare`.
 */
export function createPlaces(options: {
  max: number;
  overShare: 'refused' | 'ends the slowest';
  shared?: { changed: (name: string, count: number) => void; elsewhere: (name: string) => number };
}) {
  const { max, overShare, shared } = options;
  type Kept = HeldPlace & { names: string[]; network: string; since: number };
  const entries = new Set<Kept>();
  const counts = new Map<string, number>();
  const countOf = (name: string) => counts.get(name) ?? 0;

  function count(name: string, more: 1 | -1): void {
    const now = countOf(name) + more;
    if (now > 0) counts.set(name, now);
    else counts.delete(name);
    shared?.changed(name, now);
  }

  function free(place: Kept): void {
    if (!entries.delete(place)) return;
    for (const name of place.names) count(name, -1);
  }

  const slownessOf = ({ slowness, since }: Kept) => slowness?.() ?? performance.now() - since;

  function endSlowest(picked: (place: Kept) => boolean): boolean {
    let slowest: Kept | null = null;
    for (const place of entries) {
      if (picked(place) && (!slowest || slownessOf(place) > slownessOf(slowest))) slowest = place;
    }
    if (!slowest) return false;
    free(slowest);
    slowest.giveUp();
    return true;
  }

  function evictOne(network: string): boolean {
    const held = new Map<string, number>();
    for (const place of entries) held.set(place.network, (held.get(place.network) ?? 0) + 1);
    const largest = Math.max(...held.values());
    if (largest > (held.get(network) ?? 0) + 1) return endSlowest((place) => held.get(place.network) === largest);
    return endSlowest(({ isDripping }) => isDripping?.() ?? false);
  }

  return {
    /** Reserves a place, counted for `holders` (the network last). @returns the function that releases it; null if none is free */
    take: (holders: Holder[], held: HeldPlace): (() => void) | null => {
      for (const { name, max: ofOne } of holders) {
        if (countOf(name) + (shared?.elsewhere(name) ?? 0) < ofOne) continue;
        if (overShare === 'refused') return null;
        endSlowest(({ names }) => names.includes(name));
      }
      const network = holders.at(-1)?.name ?? '';
      if (entries.size >= max && !evictOne(network)) return null;
      const place = { ...held, names: holders.map(({ name }) => name), network, since: performance.now() };
      entries.add(place);
      for (const name of place.names) count(name, 1);
      return () => free(place);
    },
  };
}

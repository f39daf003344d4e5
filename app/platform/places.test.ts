import { describe, expect, test, vi } from 'vitest';
import { createPlaces } from './places';

/** Slots for six: two for each subscriber, four for each network. */
function six(overShare: 'refused' | 'ends the slowest' = 'ends the slowest') {
  const places = createPlaces({ max: 6, overShare });
  const ended: string[] = [];
  const take = (name: string, more: { slowness?: () => number; isDripping?: () => boolean } = {}) =>
    places.take(
      [
        { name: name.slice(0, 2), max: 2 },
        { name: name.slice(0, 1), max: 4 },
      ],
      { giveUp: () => ended.push(name), ...more },
    );
  return { take, ended };
}

describe('slots', () => {
  test('one more than a subscriber may have ends the subscriber’s oldest', () => {
    const { take, ended } = six();
    for (const name of ['a1 first', 'a1 second', 'a1 third', 'a2 first']) expect(take(name)).not.toBeNull();
    expect(ended).toEqual(['a1 first']);
  });

  test('slots held at other processes count, and those processes are notified of the ones held here', () => {
    const changed = vi.fn();
    const shared = { changed, elsewhere: (name: string) => (name === 'a' ? 1 : 0) };
    const places = createPlaces({ max: 6, overShare: 'refused', shared });
    const take = () => places.take([{ name: 'a', max: 3 }], { giveUp: () => {} });
    const [free] = [take(), take()];
    expect(take()).toBeNull();
    free?.();
    expect(changed.mock.calls).toEqual([
      ['a', 1],
      ['a', 2],
      ['a', 1],
    ]);
    expect(take()).not.toBeNull();
  });

  test('one more than a network may have ends the network’s oldest', () => {
    const { take, ended } = six();
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) take(name);
    expect(ended).toEqual(['a1']);
  });

  test('one more than a share is refused instead if so configured', () => {
    const { take, ended } = six('refused');
    expect(['a1', 'a1', 'a1', 'a2', 'a2', 'a3', 'b1'].map((name) => take(name) !== null)).toEqual([
      true,
      true,
      false,
      true,
      true,
      false,
      true,
    ]);
    expect(ended).toEqual([]);
  });

  test('if all are taken, the network with the most loses its slowest', () => {
    const { take, ended } = six();
    for (const name of ['b1', 'b2', 'a1', 'a2', 'a3', 'a4']) take(name, { slowness: () => (name === 'a3' ? 2 : 1) });
    expect(take('c1')).not.toBeNull();
    expect(ended).toEqual(['a3']);
  });

  test('if all are taken and no network has more, a dripping one is ended, and without one the new one is refused', () => {
    const { take, ended } = six();
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) take(name, { isDripping: () => name === 'e' });
    expect(take('g')).not.toBeNull();
    expect(ended).toEqual(['e']);
    expect(take('h')).toBeNull();
  });

  test('a slot is released once, however often release is called, and is then given to another', () => {
    const { take, ended } = six();
    const [first] = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => take(name));
    first?.();
    first?.();
    expect([take('g') === null, take('h') === null]).toEqual([false, true]);
    expect(ended).toEqual([]);
  });
});

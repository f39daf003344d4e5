import { expect, test } from 'vitest';
import { actorText, byAdmin, byInvestor, type Machine, nextState, SYSTEM } from './states';

const machine = {
  thing: 'parcel',
  initial: ['packed'],
  events: {
    'hand-over': { from: ['packed'], to: 'on-its-way', by: ['admin'] },
    lose: { from: ['packed', 'on-its-way'], to: 'lost', by: ['system', 'admin'] },
    find: { from: ['lost'], to: 'on-its-way', by: ['system'] },
  },
} as const satisfies Machine<'packed' | 'on-its-way' | 'lost', string>;

test('an event changes the state if its actor may cause it', () => {
  expect(nextState(machine, 'packed', 'hand-over', 'admin')).toEqual({ ok: true, value: 'on-its-way' });
  expect(nextState(machine, 'on-its-way', 'lose', 'system')).toEqual({ ok: true, value: 'lost' });
});

test('is refused from another state, with a message', () => {
  expect(nextState(machine, 'on-its-way', 'hand-over', 'admin')).toEqual({
    ok: false,
    error: { code: 'wrong-state', message: 'Nothing was changed: this parcel is on its way.' },
  });
  expect(nextState(machine, 'packed', 'find', 'system')).toEqual({
    ok: false,
    error: { code: 'wrong-state', message: 'Nothing was changed: this parcel is packed.' },
  });
});

test('is refused to others in every state, with a message', () => {
  const refused = { ok: false, error: { code: 'not-yours', message: 'You can’t hand over this parcel.' } };
  expect(nextState(machine, 'packed', 'hand-over', 'investor')).toEqual(refused);
  expect(nextState(machine, 'lost', 'hand-over', 'system')).toEqual(refused);
});

test('actors are written as journals store them', () => {
  expect([SYSTEM, byInvestor('a'), byAdmin('b')]).toEqual([
    { kind: 'system', id: null },
    { kind: 'investor', id: 'a' },
    { kind: 'admin', id: 'b' },
  ]);
  expect([SYSTEM, byInvestor('a'), byAdmin('b')].map(actorText)).toEqual(['system', 'investor:a', 'admin:b']);
});

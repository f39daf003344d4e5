import { expect, test } from 'vitest';
import { createAdminActor, createInvestorActor, formatActor, getNextState, type Machine, SYSTEM_ACTOR } from './states';

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
  expect(getNextState(machine, 'packed', 'hand-over', 'admin')).toEqual({ ok: true, value: 'on-its-way' });
  expect(getNextState(machine, 'on-its-way', 'lose', 'system')).toEqual({ ok: true, value: 'lost' });
});

test('is refused from another state, with a message', () => {
  expect(getNextState(machine, 'on-its-way', 'hand-over', 'admin')).toEqual({
    ok: false,
    error: { code: 'wrong-state', message: 'Nothing was changed: this parcel is on its way.' },
  });
  expect(getNextState(machine, 'packed', 'find', 'system')).toEqual({
    ok: false,
    error: { code: 'wrong-state', message: 'Nothing was changed: this parcel is packed.' },
  });
});

test('is refused to others in every state, with a message', () => {
  const refused = { ok: false, error: { code: 'not-yours', message: 'You can’t hand over this parcel.' } };
  expect(getNextState(machine, 'packed', 'hand-over', 'investor')).toEqual(refused);
  expect(getNextState(machine, 'lost', 'hand-over', 'system')).toEqual(refused);
});

test('actors are written as journals store them', () => {
  expect([SYSTEM_ACTOR, createInvestorActor('a'), createAdminActor('b')]).toEqual([
    { kind: 'system', id: null },
    { kind: 'investor', id: 'a' },
    { kind: 'admin', id: 'b' },
  ]);
  expect([SYSTEM_ACTOR, createInvestorActor('a'), createAdminActor('b')].map(formatActor)).toEqual([
    'system',
    'investor:a',
    'admin:b',
  ]);
});

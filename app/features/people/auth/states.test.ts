import { expect, test } from 'vitest';
import { emailState, freezeState } from './states';

const AT = new Date('2026-03-02T09:00:00Z');

test('an account is frozen from its freeze until its end', () => {
  expect([freezeState({ frozenAt: AT }), freezeState({ frozenAt: null })]).toEqual(['frozen', 'in use']);
});

test('an address is verified, disowned, or neither', () => {
  expect(emailState({ emailVerifiedAt: AT, disownedAt: null })).toBe('verified');
  expect(emailState({ emailVerifiedAt: null, disownedAt: AT })).toBe('disowned');
  expect(emailState({ emailVerifiedAt: null, disownedAt: null })).toBe('unverified');
});

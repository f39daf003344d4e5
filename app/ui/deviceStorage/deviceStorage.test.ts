import { describe, expect, test } from 'vitest';
import { UNSTORED_FIELDS } from '~/web/form/submission.server';
import { readDrafts, saveDraft } from './drafts';
import { deleteExpiredEntries, deleteOthersEntries } from './store';
import { fieldsOf, isFresh, readWaiting, saveWaiting, submittedFields, type WaitingForm } from './waitingForms';

const NOW = Date.UTC(2026, 10, 25);
const HOUR = 3_600_000;
const YEAR = 365 * 24 * HOUR;

function memory(held: Record<string, string> = {}) {
  const all = new Map(Object.entries(held));
  return {
    all,
    getItem: (name: string) => all.get(name) ?? null,
    setItem: (name: string, text: string) => void all.set(name, text),
    removeItem: (name: string) => void all.delete(name),
    key: (index: number) => [...all.keys()][index] ?? null,
    get length() {
      return all.size;
    },
  };
}

const fails = () => {
  throw new Error('QuotaExceededError');
};
const full = { ...memory(), setItem: fails };
const forbidden = { getItem: fails, setItem: fails, removeItem: fails, key: fails, length: 1 };

const values = (amount = '5') => ({ amount });

describe('a draft', () => {
  test('is visible to its person only, and is deleted once it is sent', () => {
    const store = memory();
    saveDraft(store, 'ann', '/withdraw#w', values(), NOW);
    expect(readDrafts(store, 'ann', NOW)).toEqual({ '/withdraw#w': { at: NOW, values: values() } });
    expect(readDrafts(store, 'bob', NOW)).toEqual({});
    saveDraft(store, 'ann', '/withdraw#w', {}, NOW);
    expect(store.length).toBe(0);
  });

  test('is deleted after a week, and when a clock was wrong by a year', () => {
    for (const at of [NOW - 8 * 24 * HOUR, NOW + YEAR, NOW - YEAR]) {
      const store = memory();
      saveDraft(store, 'ann', '/a#f', values(), at);
      expect(readDrafts(store, 'ann', at)).not.toEqual({});
      expect(readDrafts(store, 'ann', NOW)).toEqual({});
    }
  });

  test('is replaced by newer ones, and never fills the storage', () => {
    const store = memory();
    for (let turn = 0; turn < 12; turn++) saveDraft(store, 'ann', `/${turn}#f`, values(), NOW + turn);
    expect(Object.keys(readDrafts(store, 'ann', NOW))).toHaveLength(10);
    saveDraft(store, 'ann', '/large#f', values('x'.repeat(30_000)), NOW + 99);
    expect(store.all.get('kept typed ann')?.length ?? 0).toBeLessThan(30_000);
  });
});

const form: WaitingForm = {
  at: NOW,
  title: 'Withdraw',
  page: '/withdraw?method=BTC',
  to: '/withdraw.data?method=BTC',
  fields: [
    ['_key', 'k.1'],
    ['amount', '5'],
  ],
  draft: '/withdraw?method=BTC#w',
};

describe('a form that waits to be sent', () => {
  test('is visible to its person only, and is deleted once it has its answer', () => {
    const store = memory();
    expect(saveWaiting(store, 'ann', 'k.1', form, NOW)).toBe(true);
    expect(readWaiting(store, 'ann', NOW)).toEqual({ 'k.1': form });
    expect(readWaiting(store, 'bob', NOW)).toEqual({});
    saveWaiting(store, 'ann', 'k.1', null, NOW);
    expect(store.length).toBe(0);
  });

  test('reports that it can’t be stored if the storage is full or forbidden, or five are waiting', () => {
    expect(saveWaiting(full, 'ann', 'k.1', form, NOW)).toBe(false);
    expect(saveWaiting(forbidden, 'ann', 'k.1', form, NOW)).toBe(false);
    const store = memory();
    for (let turn = 0; turn < 5; turn++) expect(saveWaiting(store, 'ann', `k.${turn}`, form, NOW)).toBe(true);
    expect(saveWaiting(store, 'ann', 'k.5', form, NOW)).toBe(false);
  });

  test('is sent automatically for an hour; later, or when a clock was wrong by a year, only after a confirmation', () => {
    expect([NOW, NOW + HOUR, NOW - HOUR].map((now) => isFresh(form, now))).toEqual([true, true, true]);
    expect([NOW + 2 * HOUR, NOW + YEAR, NOW - YEAR].map((now) => isFresh(form, now))).toEqual([false, false, false]);
  });

  test('contains no token of the session, and is not stored with a secret or a file in it', () => {
    const fields = { _csrf: 'x', _key: 'k.1', amount: '5' };
    expect(fieldsOf(new URLSearchParams(fields))).toEqual(form.fields);
    expect(submittedFields(form)).toEqual(values());
    for (const secret of UNSTORED_FIELDS) {
      expect(fieldsOf(new URLSearchParams({ ...fields, [secret]: 'x' })), secret).toBeNull();
      expect(fieldsOf(new URLSearchParams({ ...fields, [secret]: '' })), secret).not.toBeNull();
    }
    const withFile = (...parts: string[]) => {
      const body = new FormData();
      body.append('proof', new File(parts, 'proof.png'));
      return fieldsOf(body);
    };
    expect([withFile('x'), withFile()]).toEqual([null, []]);
  });
});

test('entries of other people are deleted at a sign-in, and all entries at a sign-out', () => {
  const store = memory({ 'kept typed ann': '{}', 'kept waiting ann': '{}', 'kept typed bob': '{}', theme: 'dark' });
  deleteOthersEntries(store, 'ann');
  expect([...store.all.keys()]).toEqual(['kept typed ann', 'kept waiting ann', 'theme']);
  deleteOthersEntries(store);
  expect([...store.all.keys()]).toEqual(['theme']);
});

test('entries older than a week are deleted, whoever they belong to', () => {
  const store = memory({ theme: 'dark', 'kept typed bob': '[' });
  saveDraft(store, 'ann', '/a#f', values(), NOW - 8 * 24 * HOUR);
  saveWaiting(store, 'ann', 'k.1', { ...form, at: NOW - 8 * 24 * HOUR }, NOW - 8 * 24 * HOUR);
  saveDraft(store, 'cat', '/a#f', values(), NOW);
  expect(readWaiting(store, 'ann', NOW)).toEqual({});
  deleteExpiredEntries(store, NOW);
  deleteExpiredEntries(forbidden, NOW);
  expect([...store.all.keys()]).toEqual(['theme', 'kept typed cat']);
});

test('reading and writing do not fail where storage is forbidden or contains other data', () => {
  saveDraft(forbidden, 'ann', '/a#f', values(), NOW);
  deleteOthersEntries(forbidden);
  expect([readDrafts(forbidden, 'ann', NOW), readWaiting(forbidden, 'ann', NOW)]).toEqual([{}, {}]);
  for (const other of ['null', '7', '{"/a#f":null}', '{"/a#f":{"at":"x"}}', '[']) {
    const store = memory({ 'kept typed ann': other, 'kept waiting ann': other });
    expect([readDrafts(store, 'ann', NOW), readWaiting(store, 'ann', NOW)]).toEqual([{}, {}]);
  }
});

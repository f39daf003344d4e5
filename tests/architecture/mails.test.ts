import { expect, test } from 'vitest';
import { sourcesOf } from './sources';

/** What writes a mail, and the fields of one. */
const WRITES = /\b(?:enqueueMail|mailNews|tellNews|mailSupport)\(|^\s*paragraphs: \[|\btoThem: /m;

test('the texts of mails stand in the mail files of their features', () => {
  const features = sourcesOf('app/features').filter(({ text }) => WRITES.test(text));
  const [mails, others] = [true, false].map((is) =>
    features.filter(({ path }) => /[mM]ail\.server\.ts$/.test(path) === is),
  );
  expect(mails?.length).toBeGreaterThan(12);
  expect(others?.map(({ path }) => path)).toEqual([]);
});

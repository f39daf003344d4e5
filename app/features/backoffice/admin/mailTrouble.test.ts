import { expect, test } from 'vitest';
import { explainMailError } from './mailTrouble';

test.each([
  ['EENVELOPE 550 at RCPT TO', 'rejects this address'],
  ['EENVELOPE 552 at RCPT TO', 'The mailbox is full'],
  ['EENVELOPE 530 at MAIL FROM', 'rejects our sender address'],
  ['EMESSAGE 554 at DATA', 'refused this mail'],
  ['EAUTH 535 at AUTH PLAIN', 'rejected our user name or password'],
  ['ETLS at STARTTLS', 'No encrypted connection'],
  ['ESOCKET at CONN', 'could not be reached'],
  ['ETIMEDOUT at CONN', 'could not be reached'],
  ['EUNKNOWN', 'did not answer as expected'],
])('%s is explained in words', (codes, words) => {
  expect(explainMailError(codes)).toEqual({
    message: expect.stringContaining(words),
    answer: codes.match(/\d{3}/)?.[0] ?? null,
  });
});

test('a sentence is left unchanged', () => {
  const words = 'The address can’t receive mail';
  expect(explainMailError(words)).toEqual({ message: words, answer: null });
});

import { expect, test } from 'vitest';
import { explainMailError } from './mailTrouble';

test.each([
  ['EENVELOPE 550 at RCPT TO', 'takes no mail for it'],
  ['EENVELOPE 552 at RCPT TO', 'Try again once its owner has made room'],
  ['EENVELOPE 530 at MAIL FROM', 'takes no mail from our address'],
  ['EMESSAGE 554 at DATA', 'refused this mail'],
  ['EAUTH 535 at AUTH PLAIN', 'refused our user name or password'],
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
  const words = 'The address is not one that mail can be sent to';
  expect(explainMailError(words)).toEqual({ message: words, answer: null });
});

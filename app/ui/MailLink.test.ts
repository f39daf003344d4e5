import { expect, test } from 'vitest';
import { mailtoHref } from './MailLink';

test.each([
  ['ann@example.com', 'mailto:ann@example.com'],
  ['ann+news@example.com', 'mailto:ann%2Bnews@example.com'],
  ['a&b=c?d%20@example.com', 'mailto:a%26b%3Dc%3Fd%2520@example.com'],
])('a link to %s has a literal @, and nothing that begins a header', (address, href) => {
  expect(mailtoHref(address)).toBe(href);
});

/** What the codes that a mail failed with mean, by how they begin: those of the mail library, and the stage of SMTP. */
const TROUBLES: readonly [RegExp, string][] = [
  [/^EENVELOPE 552 at RCPT TO/, 'It came back: the mailbox is full.'],
  [/^EENVELOPE .*RCPT TO/, 'It came back: the mail server does not take mails for this address.'],
  [/^EENVELOPE/, 'The mail server does not take mails from our address.'],
  [/^EMESSAGE/, 'The mail server refused this mail.'],
  [/^E(AUTH|NOAUTH|OAUTH2)\b/, 'The mail server refused our user name or password.'],
  [/^E(TLS|REQUIRETLS)\b/, 'No encrypted connection to the mail server could be made.'],
  [/^E(CONNECTION|SOCKET|DNS|TIMEDOUT|PROXY)\b/, 'The mail server could not be reached.'],
  [/^E[A-Z_]+\b/, 'The mail server did not answer as expected.'],
];

/**
 * Why a mail was not delivered, in words, from what is kept of it: the codes of a `MailError`, which are given as well for a
 * search, or a sentence, which stays as it is.
 */
export function mailTrouble(error: string): { words: string; codes: string | null } {
  const known = TROUBLES.find(([codes]) => codes.test(error));
  return known ? { words: known[1], codes: error } : { words: error, codes: null };
}

/** Explanations of the error codes of failed mails, by prefix: codes of the mail library and stages of SMTP. */
const MAIL_ERROR_EXPLANATIONS: readonly [RegExp, string][] = [
  [/^EENVELOPE 552 at RCPT TO/, 'The mailbox is full. Try again later.'],
  [/^EENVELOPE .*RCPT TO/, 'The mail server rejects this address. Ask the person for another one.'],
  [/^EENVELOPE/, 'The mail server rejects our sender address. Ask the server’s operator to check MAIL_FROM.'],
  [/^EMESSAGE/, 'The mail server refused this mail, perhaps as unwanted. Try again later.'],
  [
    /^E(AUTH|NOAUTH|OAUTH2)\b/,
    'The mail server rejected our user name or password. Ask the server’s operator to check SMTP_URL.',
  ],
  [
    /^E(TLS|REQUIRETLS)\b/,
    'No encrypted connection to the mail server could be established. Ask the server’s operator to check SMTP_URL.',
  ],
  [/^E(CONNECTION|SOCKET|DNS|TIMEDOUT|PROXY)\b/, 'The mail server could not be reached. Try again later.'],
  [/^E[A-Z_]+\b/, 'The mail server did not answer as expected. Try again later.'],
];

/** Explains a failed mail from the codes of a `MailError`. `answer` is the mail server's code, such as 552, or null. */
export function explainMailError(error: string): { message: string; answer: string | null } {
  const known = MAIL_ERROR_EXPLANATIONS.find(([codes]) => codes.test(error));
  return known
    ? { message: known[1], answer: /\b[245]\d\d\b/.exec(error)?.[0] ?? null }
    : { message: error, answer: null };
}

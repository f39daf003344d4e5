/** Explanations of the error codes of failed mails, by prefix: codes of the mail library and stages of SMTP. */
const MAIL_ERROR_EXPLANATIONS: readonly [RegExp, string][] = [
  [/^EENVELOPE 552 at RCPT TO/, 'The mailbox is full. Try again once its owner has made room.'],
  [
    /^EENVELOPE .*RCPT TO/,
    'The mail server does not know this address, or takes no mail for it. Ask the person for another one.',
  ],
  [/^EENVELOPE/, 'The mail server takes no mail from our address. Who runs the server checks MAIL_FROM.'],
  [/^EMESSAGE/, 'The mail server refused this mail, perhaps as unwanted. Try again later.'],
  [
    /^E(AUTH|NOAUTH|OAUTH2)\b/,
    'The mail server refused our user name or password. Who runs the server checks SMTP_URL.',
  ],
  [
    /^E(TLS|REQUIRETLS)\b/,
    'No encrypted connection to the mail server could be made. Who runs the server checks SMTP_URL.',
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

const SAMPLE_ID = '01890000-0000-7000-8000-000000000000';

export const EXAMPLE_VARIABLES: readonly { name: string; about: string; sample: string }[] = [
  {
    name: 'TOKEN',
    about: 'The token that login or, for administrators’ requests, admin returned',
    sample: '',
  },
  {
    name: 'KEY',
    about: 'A text that you have not sent before, such as the output of uuidgen; see Idempotency-Key above',
    sample: '',
  },
  {
    name: 'EMAIL',
    about: 'The email address of an investor: your own or, in administrators’ requests, the user’s',
    sample: 'investor@mirrorbook.example',
  },
  { name: 'PASSWORD', about: 'The investor’s password', sample: 'a long walk in the rain' },
  { name: 'ADMIN_EMAIL', about: 'The email address of an administrator', sample: 'admin@mirrorbook.example' },
  { name: 'ADMIN_PASSWORD', about: 'The administrator’s password', sample: 'a longer walk in the rain' },
  {
    name: 'RESET',
    about: 'The part after token= in the link that requestpasswordreset mails',
    sample: 'q4Zk0rJ8n2V6yT1sW9xB3mC7pL5dF0hGaEuIoRkYvNc',
  },
  { name: 'TRADER', about: 'The _id of a trader from fetchTraders', sample: SAMPLE_ID },
  {
    name: 'SIGNAL_KEY',
    about: 'The key that an administrator issued for a trader, at /admin/signals',
    sample: 'q4Zk0rJ8n2V6yT1sW9xB3mC7pL5dF0hGaEuIoRkYvNc',
  },
  { name: 'TRADER_TO_RETIRE', about: 'The _id of the trader to retire', sample: SAMPLE_ID },
  { name: 'USER', about: 'The _id of a user from getUsers', sample: SAMPLE_ID },
  { name: 'EMAIL_TO_CLOSE', about: 'The email address of the account to close', sample: 'mei@mirrorbook.example' },
];

/** Smallest accepted PDF. Examples use it as a file, since JSON can't contain files. */
const SMALLEST_PDF = '%PDF-1.4 %%EOF';

export function fillExample(
  example: Record<string, unknown>,
  values: Readonly<Record<string, string>> = {},
): Record<string, unknown> {
  const samples = new Map(
    Object.entries({
      ...Object.fromEntries(EXAMPLE_VARIABLES.map(({ name, sample }) => [name, sample])),
      ...values,
    }).map(([name, value]) => [`$${name}`, value]),
  );
  return JSON.parse(JSON.stringify(example), (_, value) =>
    typeof value === 'string' && value.startsWith('@') ? SMALLEST_PDF : (samples.get(value) ?? value),
  );
}

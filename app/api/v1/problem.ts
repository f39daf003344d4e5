/** Refusal in the form of RFC 9457, with its `code` and, for invalid input, all invalid fields. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  field?: string;
  errors?: { field: string; message: string }[];
};

/** Kinds of problems with their HTTP status and constant title. All other refusals are `refused`. */
export const PROBLEM_KINDS = {
  'bad-input': [400, 'A field is missing, invalid or unknown'],
  broken: [400, 'The request can’t be read'],
  'bad-cursor': [400, 'The cursor belongs to another list, or is invalid'],
  'bad-key': [400, 'The Idempotency-Key is invalid'],
  'key-required': [400, 'An Idempotency-Key is required'],
  'not-signed-in': [401, 'The API key is missing or no longer valid'],
  forbidden: [403, 'Not allowed'],
  'missing-scope': [403, 'The API key lacks the scope'],
  'foreign-address': [403, 'The API key may not be used from this IP address'],
  'unlisted-wallet': [403, 'The API key may not withdraw to this address'],
  'not-found': [404, 'Not found'],
  method: [405, 'Wrong method'],
  preview: [409, 'The effect was not shown yet, or has changed'],
  'wrong-state': [409, 'It has ended or was already decided'],
  'too-large': [413, 'The body is too large'],
  'too-long': [414, 'The URL is too long'],
  type: [415, 'The content type is not supported'],
  'key-reused': [422, 'The Idempotency-Key was used for another request'],
  refused: [422, 'It can’t be done now'],
  throttled: [429, 'Too many requests'],
  fault: [500, 'A server error'],
  busy: [503, 'Busy, or closed for maintenance'],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemKind = keyof typeof PROBLEM_KINDS;

const KIND_BY_CODE: Readonly<Record<string, ProblemKind>> = {
  again: 'wrong-state',
  confirm: 'not-signed-in',
  closed: 'forbidden',
  frozen: 'forbidden',
  'invalid-credentials': 'not-signed-in',
  'no-changes': 'wrong-state',
  'not-yours': 'forbidden',
  proved: 'wrong-state',
  'second-factor': 'not-signed-in',
  'storage-down': 'busy',
  'unknown-plan': 'not-found',
  'unknown-trader': 'not-found',
  'unknown-user': 'not-signed-in',
  unverified: 'forbidden',
  'used-code': 'not-signed-in',
  'wrong-code': 'not-signed-in',
  'wrong-password': 'not-signed-in',
};

const kindOf = (code: string): ProblemKind =>
  code in PROBLEM_KINDS ? (code as ProblemKind) : (KIND_BY_CODE[code] ?? 'refused');

type RefusalFields = { code: string; message: string; field?: string; errors?: Problem['errors'] };

/** Returns the problem document of a refusal. Its type links to the page that explains it. */
export function createProblem(origin: string, { code, message, field, errors }: RefusalFields): Problem {
  const kind = kindOf(code);
  const [status, title] = PROBLEM_KINDS[kind];
  return {
    type: `${origin}/api/docs#problem-${kind}`,
    title,
    status,
    detail: message,
    code,
    ...(field && { field }),
    ...(errors && { errors }),
  };
}

/** Returns the problem document, by HTTP status, of a request that was refused before its handler ran. */
export function createProblemOfStatus(origin: string, http: number, message: string): Problem {
  const known = Object.entries(PROBLEM_KINDS).filter(([, [status]]) => status === http);
  const [code = 'refused'] = known.find(([kind]) => ['broken', 'forbidden'].includes(kind)) ?? known[0] ?? [];
  return { ...createProblem(origin, { code, message }), status: http };
}

import { KEY_SCOPES } from '~/signIns/keyScopes';
import { pathFieldNames } from '~/web/guard/call';
import type { V1Call } from './call.server';
import { PROBLEM_KINDS } from './problem';
import { type GuideStep, generatePrograms } from './programs';
import { V1_CALLS } from './table.server';

/** Returns a command line for the example of a call. Placeholders such as `$TRADER` are shell variables. */
function curlOfV1({ method, path, scope, once, example }: V1Call, origin: string): string {
  const inPath = pathFieldNames({ path });
  const at = path.replace(/\{(\w+)\}/g, (_, field: string) => String(example[field] ?? ''));
  const rest = Object.entries(example).filter(([field]) => !inPath.includes(field));
  const query = method === 'GET' ? rest.map(([name, value]) => `${name}=${value}`).join('&') : '';
  const lines = [`curl "${origin}/api/v1/${at}${query && `?${query}`}"`];
  if (scope !== null) lines.push('-H "Authorization: Bearer $KEY"');
  if (once) lines.push(`-H "Idempotency-Key: first-${path.replace(/\W+/g, '-')}"`);
  if (method === 'POST') {
    lines.push("-H 'Content-Type: application/json'");
    // Closes the single quotes before a variable and reopens them after it.
    lines.push(`-d '${JSON.stringify(Object.fromEntries(rest)).replace(/\$[A-Z_]+/g, (name) => `'"${name}"'`)}'`);
  }
  return lines.join(' \\\n  ');
}

/** Steps from a sign-up to a first copy: the operations, and the text above each. */
const GUIDE_STEPS: readonly [operation: string, description: string, more?: Pick<GuideStep, 'keeps' | 'waits'>][] = [
  ['signUp', 'Sign up, then open the link in the mail.', { waits: 'Open the link in the mail, then press Enter.' }],
  [
    'createKey',
    'Create a key with your password. It is returned only this once: store it in $KEY.',
    { keeps: { name: 'KEY', js: (answer) => `${answer}.key`, python: (answer) => `${answer}['key']` } },
  ],
  ['listDepositMethods', 'List the deposit methods and their addresses.'],
  ['createDeposit', 'Report a deposit. It waits until management has received the payment.'],
  ['takePracticeMoney', 'In paper mode, take the practice money, which is available immediately.'],
  [
    'listTraders',
    'List the traders, and store the ID of one in $TRADER.',
    {
      keeps: {
        name: 'TRADER',
        js: (answer) => `${answer}.data.find(({ state, minimum }) => state === 'open' && minimum.value <= 1000).id`,
        python: (answer) =>
          `next(t['id'] for t in ${answer}['data'] if t['state'] == 'open' and float(t['minimum']['value']) <= 1000)`,
      },
    },
  ],
  ['startCopy', 'Copy the trader.'],
  ['listCopies', 'See the value of the copy.'],
];

const completedSteps = () =>
  GUIDE_STEPS.flatMap(([operation, description, more]) => {
    const call = V1_CALLS.find((each) => each.operation === operation);
    return call ? [{ operation, description, call, ...more }] : [];
  });

export const firstSteps = (origin: string) =>
  completedSteps().map(({ operation, description, call }) => ({
    operation,
    description,
    curl: curlOfV1(call, origin),
  }));

export const firstPrograms = (origin: string) => generatePrograms(completedSteps(), origin);

/**
 * Returns the data of the guide: the steps as commands and as programs, the scopes, the calls by tag, and the problems.
 */
export function createV1Guide(origin: string) {
  const tags = [...new Set(V1_CALLS.map(({ tag }) => tag))];
  return {
    steps: firstSteps(origin),
    programs: firstPrograms(origin),
    scopes: Object.entries(KEY_SCOPES).map(([scope, may]) => ({ scope, may })),
    parts: tags.map((tag) => ({
      tag,
      calls: V1_CALLS.filter((call) => call.tag === tag).map(({ method, path, about, scope, once }) => ({
        call: `${method} /${path}`,
        about,
        scope: scope ?? 'no key',
        needsKey: once === 'money',
      })),
    })),
    problems: Object.entries(PROBLEM_KINDS).map(([kind, [status, title]]) => ({ kind, status, title })),
  };
}

export type GuideToV1 = ReturnType<typeof createV1Guide>;

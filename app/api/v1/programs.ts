import { pathFieldNames } from '~/web/guard/call';
import type { V1Call } from './call.server';

/** Call on the way to a first copy, with its description and the answer fields that later calls use. */
export type GuideStep = {
  call: Pick<V1Call, 'method' | 'path' | 'example'>;
  description: string;
  keeps?: { name: string; js: (answer: string) => string; python: (answer: string) => string };
  /** Prompt to the reader before the next call. */
  waits?: string;
};

const createJsStart = (origin: string) => `import { createInterface } from 'node:readline/promises';

const { EMAIL, PASSWORD } = process.env;
const asking = createInterface({ input: process.stdin, output: process.stdout });
let KEY;

async function call(method, path, body) {
  const answer = await fetch(\`${origin}/api/v1/\${path}\`, {
    method,
    headers: {
      ...(KEY && { Authorization: \`Bearer \${KEY}\` }),
      ...(body && { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() }),
    },
    body: body && JSON.stringify(body),
  });
  const result = await answer.json();
  if (!answer.ok) throw new Error(result.detail);
  return result;
}
`;

const createPythonStart = (origin: string) => `import json, os, urllib.error, urllib.request, uuid

EMAIL, PASSWORD, KEY = os.environ['EMAIL'], os.environ['PASSWORD'], None

def call(method, path, body=None):
    headers = {'Authorization': f'Bearer {KEY}'} if KEY else {}
    if body is not None:
        headers |= {'Content-Type': 'application/json', 'Idempotency-Key': str(uuid.uuid4())}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f'${origin}/api/v1/{path}', data, headers, method=method)
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refused:
        raise SystemExit(json.load(refused)['detail'])
`;

/** Returns the arguments of a call as text that is valid in both languages, because examples contain only texts and objects. */
function formatCallArguments({ method, path, example }: GuideStep['call']): string {
  const rest = Object.entries(example).filter(([field]) => !pathFieldNames({ path }).includes(field));
  const body = JSON.stringify(Object.fromEntries(rest), null, 1).replace(/\n\s*/g, ' ');
  const input = body.replace(/"\$([A-Z_]+)"/g, '$1');
  return method === 'GET' ? `'GET', '${path}'` : `'POST', '${path}', ${input}`;
}

const PROGRAM_LANGUAGES = [
  {
    language: 'JavaScript',
    file: 'first.mjs',
    run: 'node first.mjs',
    comment: '//',
    start: createJsStart,
    asks: (question: string) => `await asking.question('${question} ');`,
    made: (input: string, keeps: GuideStep['keeps'], isLast: boolean) => {
      const answer = `await call(${input})`;
      if (isLast) return `console.log((${answer}).data);\nasking.close();`;
      if (!keeps) return `${answer};`;
      return `${keeps.name === 'KEY' ? '' : 'const '}${keeps.name} = ${keeps.js(`(${answer})`)};`;
    },
  },
  {
    language: 'Python',
    file: 'first.py',
    run: 'python3 first.py',
    comment: '#',
    start: createPythonStart,
    asks: (question: string) => `input('${question} ')`,
    made: (input: string, keeps: GuideStep['keeps'], isLast: boolean) => {
      const answer = `call(${input})`;
      if (isLast) return `print(${answer}['data'])`;
      return keeps ? `${keeps.name} = ${keeps.python(answer)}` : answer;
    },
  },
];

/** Generates the steps as programs, each in one file without dependencies. */
export const generatePrograms = (steps: readonly GuideStep[], origin: string) =>
  PROGRAM_LANGUAGES.map(({ language, file, run, comment, start, asks, made }) => {
    const lines = steps.flatMap(({ call, description, keeps, waits }, at) => [
      `${comment} ${description}`,
      made(formatCallArguments(call), keeps, at === steps.length - 1),
      ...(waits ? [asks(waits)] : []),
    ]);
    return { language, file, run, text: [start(origin), ...lines].join('\n') };
  });

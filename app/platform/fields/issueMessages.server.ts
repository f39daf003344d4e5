import { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

const KIND_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with named fields',
  record: 'an object with named fields',
  date: 'a date',
  file: 'a file',
  null: 'null',
  undefined: 'left out',
};

const FORMAT_NAMES: Readonly<Record<string, string>> = {
  email: 'an email address, as in name@example.com',
  url: 'an address, as in https://example.com',
  uuid: 'an id, as another answer holds it',
  datetime: 'a date and time, as in 2026-03-01T12:00:00Z',
  date: 'a date, as in 2026-03-01',
  time: 'a time, as in 12:00',
};

const UNIT_NAMES: Readonly<Record<string, readonly [string, string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  map: ['entry', 'entries'],
  file: ['byte', 'bytes'],
};

const joinChoices = (choices: readonly string[]): string =>
  [...new Set(choices)].join(', ').replace(/, ([^,]*)$/, ' or $1');

function describeLimit(origin: string, limit: number | bigint, units: readonly [string, string]): string {
  const [exactly, compared] = units;
  const unit = UNIT_NAMES[origin];
  if (!unit) return `must be ${compared} ${limit}`;
  return `must have ${exactly} ${limit} ${Number(limit) === 1 ? unit[0] : unit[1]}`;
}

function listKinds({ errors }: { errors: readonly (readonly z.core.$ZodIssue[])[] }): string[] {
  return errors.flatMap(([issue]) => {
    if (issue?.code === 'invalid_type') return KIND_NAMES[issue.expected]?.split(' or ') ?? [];
    if (issue?.code === 'invalid_value') return issue.values.map(String).filter(Boolean);
    return [];
  });
}

function describeRequirement(issue: Issue): string {
  const { input } = issue;
  if (input === undefined && issue.code !== 'custom') return 'is missing';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KIND_NAMES[issue.expected] ?? 'of another kind'}`;
    case 'invalid_value':
      return `must be ${joinChoices(issue.values.map(String).filter(Boolean))}`;
    case 'invalid_union': {
      const kinds = listKinds(issue);
      return kinds.length > 0 ? `must be ${joinChoices(kinds)}` : 'has an unsupported format';
    }
    case 'too_big':
      return describeLimit(issue.origin, issue.maximum, [
        'at most',
        issue.inclusive === false ? 'less than' : 'at most',
      ]);
    case 'too_small':
      return describeLimit(issue.origin, issue.minimum, [
        'at least',
        issue.inclusive === false ? 'more than' : 'at least',
      ]);
    case 'invalid_format':
      return FORMAT_NAMES[issue.format] ? `must be ${FORMAT_NAMES[issue.format]}` : 'has an unsupported format';
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `must not have ${joinChoices(issue.keys)}`;
    default:
      return 'can’t be used here';
  }
}

export const formatIssue = (issue: Issue, name = 'This'): string => `${name} ${describeRequirement(issue)}`;

// Replaces the library's messages in every schema on the server. The browser's schemas have their own messages.
z.config({ customError: (issue) => formatIssue(issue) });

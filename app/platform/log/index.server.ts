import { DrizzleQueryError } from 'drizzle-orm/errors';
import { type LoggerOptions, pino } from 'pino';
import { env } from '../env';
import { singleton } from '../singleton';
import { createOutageFilter } from './outages';

/** Returns the structured log. Requests, forms and rows must never be passed to it, since they may contain personal data. */
export const log = () =>
  singleton('log', () =>
    pino(
      { level: env().LOG_LEVEL, base: null, serializers: { err: describeError }, hooks: filterOutages() },
      pino.destination({ fd: 2, sync: true }),
    ),
  );

function filterOutages(): LoggerOptions['hooks'] {
  const filter = createOutageFilter(() => performance.now());
  return {
    logMethod(args, method) {
      const [fields] = args as unknown[];
      const filtered = typeof fields === 'object' && fields !== null ? filter(fields) : fields;
      if (filtered !== null) method.apply(this, [filtered, ...args.slice(1)] as typeof args);
    },
  };
}

/** Describes an error for the log by its message and stack frames. Omits Drizzle's values, which may include password hashes. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name: type, code, stack = '', cause } = error as Error & { code?: string };
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  const message = error instanceof DrizzleQueryError ? 'A query failed' : error.message;
  return {
    type,
    code,
    message,
    stack: frames.join('\n'),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}

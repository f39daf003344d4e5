import { SECOND } from '../clock';

/** Interval within which errors of one cause are logged once. */
export const OUTAGE_INTERVAL_MS = 60 * SECOND;

const OUTAGE_CODES =
  /^(08|53|57|25P03|25006|ECONN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|ENOSPC|SQLITE_(FULL|IOERR|CANTOPEN))/;
const OUTAGE_MESSAGE_PATTERN =
  /database can't take|connection (terminated|ended|timeout)|timeout exceeded when trying to connect|no answer within/i;

/** Returns the innermost error of an outage (of the database, the disk, a server), which identifies it; null for any other error. */
function findOutageCause(error: unknown): string | null {
  let inner = error;
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause;
  if (!(inner instanceof Error)) return null;
  const { code = '', message } = inner as Error & { code?: string };
  return OUTAGE_CODES.test(String(code)) || OUTAGE_MESSAGE_PATTERN.test(message) ? `${code} ${message}` : null;
}

/**
 * Creates a filter of log lines that lets an outage through once a minute. The filter returns null to omit a line, or
 * in `repeated` the number of omitted ones.
 */
export function createOutageFilter(now: () => number) {
  const seen = new Map<string, { at: number; repeated: number }>();
  return <T extends { err?: unknown }>(fields: T): (T & { repeated?: number }) | null => {
    const cause = findOutageCause(fields.err);
    if (cause === null) return fields;
    const at = now();
    const last = seen.get(cause);
    if (last && at - last.at < OUTAGE_INTERVAL_MS) {
      last.repeated++;
      return null;
    }
    for (const [key, each] of seen) if (at - each.at >= OUTAGE_INTERVAL_MS) seen.delete(key);
    seen.set(cause, { at, repeated: 0 });
    return last?.repeated ? { ...fields, repeated: last.repeated } : fields;
  };
}

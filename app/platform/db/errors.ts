/** Error of a database from an unknown version, which is later than this one or before 1.0.0. */
export class UnknownVersionError extends Error {
  override name = 'UnknownVersionError';
}

/** Error of a restore to a place that is not empty. */
export class NotEmptyError extends Error {
  override name = 'NotEmptyError';
}

/** Error of replacing a database that another process uses. */
export class InUseError extends Error {
  override name = 'InUseError';
}

/** Temporary refusal of the engine (disk full, busy, unreachable); the caller may retry. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
}

/** Error of a lock timeout; the caller may try again. */
export class DatabaseBusyError extends DatabaseUnavailableError {
  override name = 'DatabaseBusyError';
}

/** Error of work that read data which others have changed since. The work runs again, as after a conflict that the engine detects. */
export class ConflictError extends Error {
  override name = 'ConflictError';
  /** PostgreSQL's code of a serialization failure. */
  readonly code = '40001';
}

/** Error of a connection lost during COMMIT: the outcome is unknown. */
export class OutcomeUnknownError extends DatabaseUnavailableError {
  override name = 'OutcomeUnknownError';
}

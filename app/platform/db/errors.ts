/** Error for a database of an unknown version: a later one, or one before 1.0.0. */
export class UnknownVersionError extends Error {
  override name = 'UnknownVersionError';
}

/** Error for existing data at the target of a restore. */
export class NotEmptyError extends Error {
  override name = 'NotEmptyError';
}

/** Another process works with the database, so it can't be replaced. */
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

/** Error after reading rows that another transaction has changed since: the work runs again, as after a conflict of the engine. */
export class ConflictError extends Error {
  override name = 'ConflictError';
  /** PostgreSQL's code of a serialization failure. */
  readonly code = '40001';
}

/** Error of a connection lost during COMMIT: the outcome is unknown. */
export class OutcomeUnknownError extends DatabaseUnavailableError {
  override name = 'OutcomeUnknownError';
}

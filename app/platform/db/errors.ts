/** A version that this one does not know made the database: a later one, or one from before 1.0.0. */
export class UnknownVersionError extends Error {
  override name = 'UnknownVersionError';
}

/** There is something where a backup was to be restored. */
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

/** The work read what another has changed since, so it runs again from the start, as after a conflict that the engine finds. */
export class ConflictError extends Error {
  override name = 'ConflictError';
  /** PostgreSQL's code of a serialization failure. */
  readonly code = '40001';
}

/** Error of a connection lost during COMMIT: the outcome is unknown. */
export class OutcomeUnknownError extends DatabaseUnavailableError {
  override name = 'OutcomeUnknownError';
}

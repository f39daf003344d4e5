/** The database was made by a later version of the code; running this one on it could lose what that version wrote. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError';
}

/** There is something where a backup was to be restored. */
export class NotEmptyError extends Error {
  override name = 'NotEmptyError';
}

/** Another process works with the database, so it can't be replaced. */
export class InUseError extends Error {
  override name = 'InUseError';
}

/** The engine can't take the work now (disk full, busy, gone); the caller may try again. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
}

/** The database broke off while it was asked to commit, so it may have done so or not. */
export class OutcomeUnknownError extends DatabaseUnavailableError {
  override name = 'OutcomeUnknownError';
}

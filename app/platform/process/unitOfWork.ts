/** A statement of a unit of work that has ended or failed (`cause`). It did not reach the database. */
export class EndedUnitError extends Error {
  override name = 'EndedUnitError';
}

/** Returns the cause if `error` only reports that a unit of work had ended; any other error unchanged. */
export function failureBehind(error: unknown): unknown {
  for (let found = error; found instanceof Error; found = found.cause) {
    if (found instanceof EndedUnitError) return found.cause ?? found;
  }
  return error;
}

/** Transaction or savepoint, which accepts statements until its end; later ones would run outside of it. */
export class UnitOfWork {
  private isOpen = true;
  private isKept = false;
  /** Error of the first failed statement; null without one. */
  failure: unknown = null;
  private savepoint: UnitOfWork | null = null;

  private constructor(
    private readonly connection: object,
    private readonly outer: UnitOfWork | null,
  ) {}

  static onConnection = (connection: object): UnitOfWork => new UnitOfWork(connection, null);

  /** Starts the unit of a savepoint. Until it ends, this unit accepts no statements. */
  startSavepoint(): UnitOfWork {
    this.savepoint = new UnitOfWork(this.connection, this);
    return this.savepoint;
  }

  /** Returns whether nothing has ended it yet. */
  get isRunning(): boolean {
    return this.isOpen;
  }

  /** Records the first statement that failed, after which no other is accepted. It may be called after the end. */
  fail(error: unknown): void {
    this.failure ??= error;
    if (this.isKept) this.outer?.fail(error);
  }

  /** Ends it, and lets the unit around a savepoint accept statements again. */
  end({ isKept = false } = {}): void {
    this.isOpen = false;
    this.isKept = isKept;
    if (!this.outer) return;
    this.outer.savepoint = null;
    if (isKept && this.failure) this.outer.fail(this.failure);
  }

  /** Throws `EndedUnitError` unless a statement on `connection` may run in it now. */
  assertUsable(connection: object): void {
    if (this.connection !== connection) throw new EndedUnitError('This statement belongs to another connection');
    if (!this.isOpen) throw new EndedUnitError('Its unit of work has ended', { cause: this.failure });
    if (this.savepoint) throw new EndedUnitError('A savepoint of its unit of work is open');
    this.mustNotHaveFailed();
  }

  /** Throws `EndedUnitError` if one of its statements failed: its writes must not be committed. */
  mustNotHaveFailed(): void {
    if (this.failure) throw new EndedUnitError('A statement of its unit of work has failed', { cause: this.failure });
  }
}

/** Error of a statement whose unit of work has ended or failed (`cause`). The statement was not sent. */
export class EndedUnitError extends Error {
  override name = 'EndedUnitError';
}

/** Returns the cause of an `EndedUnitError`; returns any other error unchanged. */
export function getRootFailure(error: unknown): unknown {
  for (let found = error; found instanceof Error; found = found.cause) {
    if (found instanceof EndedUnitError) return found.cause ?? found;
  }
  return error;
}

/** Transaction or savepoint that accepts statements until its end. Later statements would run outside of it. */
export class UnitOfWork {
  private isOpen = true;
  private isKept = false;
  /** Error of the first failed statement; null if none has failed. */
  failure: unknown = null;
  private savepoint: UnitOfWork | null = null;

  private constructor(
    private readonly connection: object,
    private readonly outer: UnitOfWork | null,
  ) {}

  static onConnection = (connection: object): UnitOfWork => new UnitOfWork(connection, null);

  /** Starts the unit of a savepoint. This unit accepts no statements until the savepoint ends. */
  startSavepoint(): UnitOfWork {
    this.savepoint = new UnitOfWork(this.connection, this);
    return this.savepoint;
  }

  /** Returns whether the unit has not ended. */
  get isRunning(): boolean {
    return this.isOpen;
  }

  /** Records the first failed statement, after which the unit accepts no others. May be called after the end. */
  fail(error: unknown): void {
    this.failure ??= error;
    if (this.isKept) this.outer?.fail(error);
  }

  /** Ends the unit. The unit around a savepoint then accepts statements again. */
  end({ isKept = false } = {}): void {
    this.isOpen = false;
    this.isKept = isKept;
    if (!this.outer) return;
    this.outer.savepoint = null;
    if (isKept && this.failure) this.outer.fail(this.failure);
  }

  /** Throws `EndedUnitError` unless the unit accepts a statement on `connection` now. */
  assertUsable(connection: object): void {
    if (this.connection !== connection) throw new EndedUnitError('This statement belongs to another connection');
    if (!this.isOpen) throw new EndedUnitError('Its unit of work has ended', { cause: this.failure });
    if (this.savepoint) throw new EndedUnitError('A savepoint of its unit of work is open');
    this.mustNotHaveFailed();
  }

  /** Throws `EndedUnitError` if one of the unit's statements failed, so that its writes are not committed. */
  mustNotHaveFailed(): void {
    if (this.failure) throw new EndedUnitError('A statement of its unit of work has failed', { cause: this.failure });
  }
}

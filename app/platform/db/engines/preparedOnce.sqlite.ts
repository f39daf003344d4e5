import type Database from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { countStatement } from '../../process/work';

/** Largest number of prepared statements of one connection. Only lists of variable length need more. */
const MAX_STATEMENTS = 500;

type PreparedStatement = Pick<Database.Statement, 'run' | 'get' | 'all'> & {
  raw(): Pick<Database.Statement, 'get' | 'all'>;
};

/** Wrapper of each execution of a statement, which can refuse it and observe its outcome. */
export type StatementGuard = <V extends unknown[], R>(run: (...values: V) => R) => (...values: V) => R;

/** Connection that prepares each statement text once, since parsing and planning cost more than building the text. */
export class PreparedOnce {
  private readonly known = new LRUCache<string, PreparedStatement>({ max: MAX_STATEMENTS });

  /** @param guard wrapper of each execution */
  constructor(
    private readonly connection: Database.Database,
    private readonly guard: StatementGuard = (run) => run,
  ) {}

  prepare(text: string): PreparedStatement {
    const known = this.known.get(text);
    if (known) return known;
    const made = this.make(text);
    this.known.set(text, made);
    return made;
  }

  private make(text: string): PreparedStatement {
    // Statements are prepared now, so that invalid SQL fails here. One returns either arrays or objects; the other
    // variant is prepared when needed.
    let plain: Database.Statement | undefined = this.connection.prepare(text);
    let raw: Pick<Database.Statement, 'get' | 'all'> | undefined;
    const asObjects = () => {
      plain ??= this.connection.prepare(text);
      return plain;
    };
    const guard: StatementGuard = (run) => {
      const guarded = this.guard(run);
      return (...values) => {
        countStatement();
        return guarded(...values);
      };
    };
    return {
      run: guard((...values: unknown[]) => asObjects().run(...values)),
      get: guard((...values: unknown[]) => asObjects().get(...values)),
      all: guard((...values: unknown[]) => asObjects().all(...values)),
      raw: () => {
        if (!raw) {
          const arrays = asObjects().raw();
          plain = undefined;
          raw = {
            get: guard((...values: unknown[]) => arrays.get(...values)),
            all: guard((...values: unknown[]) => arrays.all(...values)),
          };
        }
        return raw;
      },
    };
  }
}

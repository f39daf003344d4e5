import type Database from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { countStatement } from '../../process/work';

/** Most prepared statements of one connection; only lists of variable length need more. */
const MAX_STATEMENTS = 500;

type Used = Pick<Database.Statement, 'run' | 'get' | 'all'> & { raw(): Pick<Database.Statement, 'get' | 'all'> };

/** Wraps the execution of a statement, to check it before and observe its outcome. */
export type StatementGuard = <V extends unknown[], R>(run: (...values: V) => R) => (...values: V) => R;

/** Connection whose statements are prepared once for their text, as parsing and planning cost more than building. */
export class PreparedOnce {
  private readonly known = new LRUCache<string, Used>({ max: MAX_STATEMENTS });

  /** @param guard wraps each statement that is run */
  constructor(
    private readonly connection: Database.Database,
    private readonly guard: StatementGuard = (run) => run,
  ) {}

  prepare(text: string): Used {
    const known = this.known.get(text);
    if (known) return known;
    const made = this.make(text);
    this.known.set(text, made);
    return made;
  }

  private make(text: string): Used {
    // Prepared here, so that invalid SQL is refused here. A statement returns either arrays or objects, so the other variant is prepared when needed.
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

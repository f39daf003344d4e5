import type Database from 'better-sqlite3';
import { LRUCache } from 'lru-cache';

/** Statements that are kept of one connection. The product has fewer, but for lists of any length. */
const MOST = 500;

/** What Drizzle uses of a statement. */
type Used = Pick<Database.Statement, 'run' | 'get' | 'all'> & { raw(): Database.Statement };

/**
 * A connection as Drizzle uses it, whose statements are prepared once for their text: building a query is cheap beside having SQLite
 * read and plan it anew.
 */
export class PreparedOnce {
  private readonly known = new LRUCache<string, Used>({ max: MOST });

  constructor(private readonly connection: Database.Database) {}

  prepare(text: string): Used {
    const known = this.known.get(text);
    if (known) return known;
    const made = this.make(text);
    this.known.set(text, made);
    return made;
  }

  private make(text: string): Used {
    // Prepared here, so that a text which is none is refused here. Whether rows come as arrays is kept by the statement, so one that was
    // asked for arrays gives nothing else, and the other is made when it is needed.
    let plain: Database.Statement | undefined = this.connection.prepare(text);
    let raw: Database.Statement | undefined;
    const asObjects = () => {
      plain ??= this.connection.prepare(text);
      return plain;
    };
    return {
      run: (...values) => asObjects().run(...values),
      get: (...values) => asObjects().get(...values),
      all: (...values) => asObjects().all(...values),
      raw: () => {
        if (!raw) {
          raw = asObjects().raw();
          plain = undefined;
        }
        return raw;
      },
    };
  }
}

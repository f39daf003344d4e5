import Database from 'better-sqlite3';
import pg from 'pg';

/** Executed statements, and those of them that were prepared. Starts and ends of transactions and pragmas are not counted. */
export type Counted = { run: number; prepared: number };

const BRACKET = /^\s*(pragma|begin|set local|commit|rollback|savepoint|release|lock)\b/i;

/** Records the statements of `work` on either engine, except for the texts in `except`. */
export async function statementsOf(work: () => Promise<unknown>, except = /(?!)/): Promise<Counted> {
  const counted = { run: 0, prepared: 0 };
  const undo: (() => void)[] = [];
  const around = (thing: object, method: string, listener: (self: unknown, input: unknown) => void) => {
    const own = thing as Record<string, (...input: unknown[]) => unknown>;
    const original = own[method] as (...input: unknown[]) => unknown;
    own[method] = function (this: unknown, ...input: unknown[]) {
      listener(this, input[0]);
      return original.apply(this, input);
    };
    undo.push(() => {
      own[method] = original;
    });
  };
  const memory = new Database(':memory:');
  const statement = Object.getPrototypeOf(memory.prepare('select 1'));
  memory.close();
  for (const method of ['run', 'get', 'all']) {
    around(statement, method, (self) => {
      const { source } = self as Database.Statement;
      if (!BRACKET.test(source) && !except.test(source)) counted.run += 1;
    });
  }
  around(Database.prototype, 'prepare', () => {
    counted.prepared += 1;
  });
  around(pg.Client.prototype, 'query', (_, request) => {
    const { text = request, name } = (request ?? {}) as { text?: string; name?: string };
    if (typeof text !== 'string' || BRACKET.test(text) || except.test(text)) return;
    counted.run += 1;
    if (!name) counted.prepared += 1;
  });
  try {
    await work();
  } finally {
    for (const each of undo) each();
  }
  return counted;
}

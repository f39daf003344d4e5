import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { countStatement } from '../../process/work';

/** Largest number of named statements per connection. The server stores each with its plan until the connection ends. */
const MAX_NAMED_STATEMENTS = 400;
/** Number of statement texts that are remembered to recognise repetitions. */
const MAX_REMEMBERED_TEXTS = 1_000;
/** Longest text of a named statement, in characters. Longer ones insert many rows and seldom recur. */
const MAX_CHARACTERS = 8_000;
const PLANNED_STATEMENT_PATTERN = /^\s*(select|insert|update|delete|with)\b/i;

/** Names of statement texts, the same on all connections of this process. */
const statementNames = new LRUCache<string, string>({ max: MAX_REMEMBERED_TEXTS });

/** Part of an address that disables prepared statements, for a pooler that does not support them. */
const UNPREPARED_PATTERN = /[?&]prepared_statements=(false|off|0)\b/;

type NamedStatement = { text: string; name?: string; values?: unknown };

/** Connection that gives a statement a name from its second execution on, so that the server plans it only once. */
export class NamingClient extends pg.Client {
  private readonly named = new Set<string>();
  private readonly isUnprepared: boolean;

  constructor(config?: pg.ClientConfig) {
    super(config);
    this.isUnprepared = UNPREPARED_PATTERN.test(config?.connectionString ?? '');
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver's nine overloads are passed on unchanged
  override query(parameters: any, ...rest: any[]): any {
    countStatement();
    if (this.isUnprepared)
      return super.query(parameters?.name ? { ...parameters, name: undefined } : parameters, ...rest);
    return super.query(
      this.isToBeNamed(parameters, rest[0]) ? { ...parameters, name: this.nameOf(parameters.text) } : parameters,
      ...rest,
    );
  }

  /**
   * Returns whether a statement can have a name. It needs values, since the driver sends a text without values as
   * several statements.
   */
  private isToBeNamed(parameters: NamedStatement | string, values: unknown): parameters is NamedStatement {
    return (
      typeof parameters === 'object' &&
      Array.isArray(values ?? parameters.values) &&
      !parameters.name &&
      parameters.text?.length <= MAX_CHARACTERS &&
      PLANNED_STATEMENT_PATTERN.test(parameters.text)
    );
  }

  private nameOf(text: string): string | undefined {
    const name = statementNames.get(text);
    if (name === undefined) {
      statementNames.set(text, createHash('sha256').update(text).digest('base64').slice(0, 24));
      return undefined;
    }
    if (!this.named.has(name)) {
      if (this.named.size >= MAX_NAMED_STATEMENTS) return undefined;
      this.named.add(name);
    }
    return name;
  }
}

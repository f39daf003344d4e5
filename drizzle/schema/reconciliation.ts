import { exact, id, index, instant, json, table, text, uniqueIndex } from '../columns';

/* Statements of the operator's wallets and accounts, and their matches with the books. */

/** Columns of a source's CSV files, by header; null for absent ones. */
export type StatementColumns = {
  date: string;
  /** Time of day, if the date column has none. */
  time?: string | null;
  /** Order of day and month, as in `2/3/2026`: 2 March, or 3 February. */
  dateOrder: 'day' | 'month';
  decimals: 'point' | 'comma';
  /** One column with signed amounts, or one each for incoming and outgoing amounts. */
  amount: string | null;
  moneyIn: string | null;
  moneyOut: string | null;
  fee: string | null;
  transactionId: string | null;
  address: string | null;
  note: string | null;
  /** Column that gives the direction of unsigned amounts. */
  direction?: string | null;
  /** Column of the coin. Lines of another coin, and those whose status says that nothing moved, are omitted. */
  coin?: string | null;
  status?: string | null;
  /** Header of the file for which the columns were chosen. A file with another header needs a new choice. */
  header?: string[];
  /** Digest of the last file without signs whose direction a person confirmed. */
  confirmed?: string;
};

/** Source of a method's statements: one wallet or account for each method. */
export const statementSource = table('statement_source', {
  /** Code of the deposit or withdrawal method. */
  method: text('method').primaryKey(),
  /** Time from which every movement must be on a statement, and the balance at that time in hundred-millionths of the coin. */
  opensAt: instant('opens_at').notNull(),
  opening: exact('opening').notNull(),
  /** Time of the last manual change of the start; null while the start follows from the first columns or lines. */
  openingSetAt: instant('opening_set_at'),
  columns: json('columns').$type<StatementColumns>(),
  /** Time of the last import. */
  takenAt: instant('taken_at'),
  /**
   * Period that the source's statements cover completely, according to the importer or the chain; null before the
   * first.
   */
  coveredFrom: instant('covered_from'),
  coveredUntil: instant('covered_until'),
});

/** Origin of a line. */
export const LINE_ORIGINS = ['file', 'chain'] as const;

/** Line of a statement as read. Amounts are in hundred-millionths of the coin, negative for outgoing ones. */
export const statementLine = table(
  'statement_line',
  {
    id: id('id').primaryKey(),
    method: text('method')
      .notNull()
      .references(() => statementSource.method),
    /** Unique key within its source. */
    key: text('key').notNull(),
    at: instant('at').notNull(),
    amount: exact('amount').notNull(),
    fee: exact('fee').notNull(),
    transactionId: text('transaction_id'),
    /** Normalised transaction ID for lookups. */
    transactionKey: text('transaction_key'),
    address: text('address'),
    note: text('note').notNull(),
    /** Origin of the line; null for lines stored before this column existed. */
    origin: text('origin').$type<(typeof LINE_ORIGINS)[number]>(),
    takenAt: instant('taken_at').notNull(),
    /** Time when a person undid the line's automatic match. Since then the line is matched only manually. */
    undoneAt: instant('undone_at'),
  },
  (t) => [
    uniqueIndex('statement_line_key').on(t.method, t.key),
    index('statement_line_at').on(t.method, t.at),
    index('statement_line_transaction').on(t.transactionKey),
  ],
);

/** Origin of a match: automatic, or a person. */
export const MATCHED_BY = [
  'transaction',
  'address',
  'amount',
  'hand',
  'own',
  'fee',
  'unidentified',
  'credited',
  'returned',
  'corrected',
  'repeated',
  'dust',
  'elsewhere',
] as const;

/**
 * Match of a line with a deposit, a withdrawal, or another explanation. Rows of one `group_id` are one payment in
 * several lines, or several payments in one line. A row without a line explains a booking that is on no statement.
 */
export const statementMatch = table(
  'statement_match',
  {
    id: id('id').primaryKey(),
    groupId: id('group_id').notNull(),
    method: text('method').notNull(),
    lineId: id('line_id').references(() => statementLine.id),
    thing: text('thing').$type<'deposit' | 'withdrawal' | 'return'>(),
    /** ID of the deposit or withdrawal; for a payment that came back, of the journal that booked it. */
    thingId: id('thing_id'),
    how: text('how').$type<(typeof MATCHED_BY)[number]>().notNull(),
    reason: text('reason'),
    /** Administrator who made the match; null for an automatic one. */
    matchedBy: id('matched_by'),
    at: instant('at').notNull(),
  },
  (t) => [
    uniqueIndex('statement_match_pair').on(t.lineId, t.thingId),
    index('statement_match_thing').on(t.thingId),
    index('statement_match_group').on(t.groupId),
  ],
);

/** Totals of a signed day of a source: hundred-millionths of the coin and cents of the books, as text. */
export type StatementDay = {
  opening: string;
  moneyIn: string;
  moneyOut: string;
  fees: string;
  closing: string;
  lines: number;
  breaks: number;
};

/** Day of a source, signed and countersigned. */
export const statementSignOff = table(
  'statement_sign_off',
  {
    id: id('id').primaryKey(),
    method: text('method').notNull(),
    /** `2026-10-31`, by the UTC calendar. */
    day: text('day').notNull(),
    figures: json('figures').$type<StatementDay>().notNull(),
    signedBy: id('signed_by').notNull(),
    signedAt: instant('signed_at').notNull(),
    countersignedBy: id('countersigned_by'),
    countersignedAt: instant('countersigned_at'),
  },
  (t) => [uniqueIndex('statement_sign_off_day').on(t.method, t.day)],
);

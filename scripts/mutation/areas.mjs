// What `npm run test:mutation` changes, area by area, and the tests that have to notice.

/**
 * @typedef {{ mutate: string[], tests: string[], database: boolean }} Area sources to change; the files of tests that are
 *   run against each change; whether those need a database (SQLite)
 */

/** @type {Record<string, Area>} */
export const AREAS = {
  rules: {
    mutate: [
      'app/features/*/{rules,states,schedule}.ts',
      'app/platform/{states,zone}.ts',
      'app/ledger/{money,chart,usdField,lowest,balanceHistory}.ts',
    ],
    // Of the unit tests those beside these sources: the market's and the uploads' take longer than all others together.
    tests: [
      'app/features/!(market|marketing)/*.test.ts',
      'app/ledger/*.test.ts',
      'app/platform/*.test.ts',
      'tests/architecture/states.test.ts',
    ],
    database: false,
  },
  ledger: {
    mutate: ['app/ledger/*.server.ts'],
    tests: ['tests/integration/{ledger,ledger.*,statements,statements.*,custody,withdrawals.fees,admin.books}.test.ts'],
    database: true,
  },
};

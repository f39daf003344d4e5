// What `npm run test:mutation` changes, area by area, and the tests that have to notice.

/**
 * @typedef {{ mutate: string[], tests: string[], database: boolean, except?: string[] }} Area sources to change; the files
 *   of tests that are run against each change; whether those need a database (SQLite); kinds of changes that are not made
 */

/** @type {Record<string, Area>} */
export const AREAS = {
  rules: {
    mutate: [
      'app/features/*/{rules,states}.ts',
      'app/features/plans/internal/schedule.ts',
      'app/platform/{states,fields/zone}.ts',
      'app/ledger/{money,chartOfAccounts,usdField,reading/lowest,reading/balanceHistory}.ts',
    ],
    // Of the unit tests those beside these sources: the market's and the uploads' take longer than all others together.
    tests: [
      'app/features/!(market|marketing)/**/*.test.ts',
      'app/ledger/**/*.test.ts',
      'app/platform/{states,fields/*}.test.ts',
      'tests/architecture/states.test.ts',
    ],
    database: false,
  },
  // What moves money and holds it.
  ledger: {
    mutate: [
      'app/ledger/{posting/post,posting/holds,posting/practiceMoney,reading/sums,reading/since,reading/netIn}.server.ts',
    ],
    tests: ['tests/integration/{ledger/ledger,ledger/ledger.sums,wallet/withdrawals.fees}.test.ts'],
    database: true,
  },
  // Who may do what, and what takes two.
  guards: {
    mutate: [
      'app/features/approvals/{differs,columnRules,effect,states}.ts',
      'app/features/wallet/acts/reasonsForTwo.ts',
      'app/signIns/rights.ts',
    ],
    tests: [
      'app/features/{approvals,wallet/acts}/*.test.ts',
      'app/signIns/rights.test.ts',
      'tests/architecture/states.test.ts',
    ],
    // A test that knows the sentences by heart would be an echo of them.
    except: ['StringLiteral'],
    database: false,
  },
  // The use-cases behind them: what is shown, asked for, agreed to and refused.
  approvals: {
    mutate: [
      'app/features/approvals/{perform,decideApproval,effectOf,waitingApprovals}.server.ts',
      'app/features/wallet/acts/limits.server.ts',
    ],
    // Those of each act take a minute: a hundred times as long as these.
    tests: ['tests/integration/staff/approvals.asking.test.ts'],
    except: ['StringLiteral'],
    database: true,
  },
  // What stands before pages and forms.
  pages: {
    mutate: ['app/web/guard/{index,signedIn,postedForm,errorResponses,endedSession}.server.ts'],
    tests: ['tests/integration/{platform/guard.pages,accounts/auth.ended}.test.ts'],
    except: ['StringLiteral'],
    database: true,
  },
  // What stands before JSON calls.
  calls: {
    mutate: ['app/web/guard/api.server.ts'],
    tests: ['tests/integration/platform/guard.calls.test.ts'],
    except: ['StringLiteral'],
    database: true,
  },
  // What names that something was altered. Checks that are one query each have no sources that could be changed by halves:
  // `ledger.audit.test.ts` breaks each of them.
  seals: {
    mutate: ['app/ledger/{proof/seal,proof/heads,proof/unsealed,proof/rowAudit,posting/journalMac}.server.ts'],
    tests: ['tests/integration/ledger/seals.test.ts'],
    except: ['StringLiteral'],
    database: true,
  },
};
